/**
 * A process that reads sources, as the child process of a server does, but from a test's server and with a clock that
 * the test moves. It is bundled before it runs. The first message that it receives is `Start`, and each later message
 * moves the clock.
 */
import { once } from 'node:events';
import { pino } from 'pino';
import { openDatabase } from '#server/db/client.ts';
import { runImporter } from '#server/modules/sources/runs/importer.ts';

/** The number of database connections that a server's process for reading sources may open. */
const CONNECTIONS = 6;

/**
 * @typedef {object} Start
 * @property {string} databaseUrl
 * @property {{ port: number, ca: string }} feeds the test's server
 * @property {number} interval the minimum time between two requests to a host (ms)
 * @property {number} now the time (ms since 1970)
 */

const [message] = await once(process, 'message');
const { databaseUrl, feeds, interval, ...start } = /** @type {Start} */ (message);
let { now } = start;
process.on('message', (time) => {
  now = Number(time);
});
const log = (/** @type {unknown} */ message) => void process.stderr.write(`${message}\n`);
const database = await openDatabase(
  { databaseUrl, dataDir: '', databaseConnections: CONNECTIONS },
  { purpose: 'command', log, onConnectionLost: log },
);
const ending = new AbortController();
process.once('disconnect', () => ending.abort());
process.send?.('ready');
try {
  await runImporter({
    db: database.db,
    logger: pino({ level: 'error' }, pino.destination(2)),
    reach: {
      publicUrl: 'https://jobs.example',
      network: {
        resolve: async () => [{ address: '93.184.215.14', family: 4 }],
        detour: { reroute: () => ({ address: '127.0.0.1', family: 4 }), ...feeds },
      },
      interval,
    },
    notify: async () => {},
    clock: () => new Date(now),
    signal: ending.signal,
    pollInterval: 50,
  });
} finally {
  await database.close();
}
