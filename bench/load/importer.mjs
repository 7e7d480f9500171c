/**
 * A process that reads sources, like the child process of a server, but from the feed server of the benchmark. It is
 * bundled before it runs. The first message to it names the database and the feed server. It ends when no work is left,
 * and then sends the processor time and memory that it has used.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { pino } from 'pino';
import { openDatabase } from '#server/db/client.ts';
import { runImporter } from '#server/modules/sources/runs/importer.ts';

/** How long the process waits for more work before it ends (ms). */
const IDLE = 300;

/** The number of database connections that a server's process for reading sources may open. */
const CONNECTIONS = 6;

/**
 * The clock of the process is a day ahead, so that the sources are due for this process and not for the measured
 * servers.
 */
const AHEAD = 24 * 60 * 60 * 1_000;

const [message] = await once(process, 'message');
const { databaseUrl, feeds } =
  /** @type {{ databaseUrl: string, feeds: { port: number, ca: string } }} */ (message);
const database = await openDatabase(
  { databaseUrl, dataDir: '', databaseConnections: CONNECTIONS },
  { purpose: 'command', log: console.error, onConnectionLost: console.error },
);
const ending = new AbortController();
process.once('disconnect', () => ending.abort());
try {
  await runImporter({
    db: database.db,
    logger: pino({ level: 'warn' }, pino.destination(2)),
    reach: {
      publicUrl: 'https://jobs.example',
      network: {
        resolve: async () => [{ address: '93.184.215.14', family: 4 }],
        detour: { reroute: () => ({ address: '127.0.0.1', family: 4 }), ...feeds },
      },
      // Do not pause between requests: the benchmark measures how fast the board works.
      interval: 0,
    },
    notify: async () => {},
    clock: () => new Date(Date.now() + AHEAD),
    signal: ending.signal,
    idle: IDLE,
    pollInterval: 50,
  });
} finally {
  await database.close();
}
const { userCPUTime, systemCPUTime } = process.resourceUsage();
process.send?.({ idle: IDLE, cpu: (userCPUTime + systemCPUTime) / 1e6, rss: await peakMemory() });
process.disconnect();

/**
 * The peak of the resident memory (bytes); on systems other than Linux, the memory at present. `maxRSS` cannot be used: a
 * forked process inherits the peak of its parent, which has generated the lists.
 * https://man7.org/linux/man-pages/man5/proc_pid_status.5.html (VmHWM)
 */
async function peakMemory() {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  return kibibytes ? Number(kibibytes) * 1024 : process.memoryUsage.rss();
}
