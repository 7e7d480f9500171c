import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort, type Running, run } from '../support/process.ts';
import type { Random } from '../support/random.mjs';
import { sendCall } from './call.ts';

/** A fault that has been injected. */
export type InjectedFault = {
  /** The end of the fault, from which the recovery is measured (ms of `performance.now`). */
  endedAt: number;
  /** The fault ends all sessions that began before this time. Undefined if it ends none. */
  endingBefore: Date | undefined;
};

/** The production server in its own process, and the faults that a test can inject. */
export type TestBoard = {
  port: number;
  dataDir: string;
  /** A direct connection to the database, without the proxy. */
  databaseUrl: () => Promise<string>;
  faults: Record<string, (random: Random) => Promise<InjectedFault>>;
  server: Server;
  stop(): Promise<void>;
};

const READY = 'Composable Jobs is ready at';

/** The maximum recovery time (ms). */
const MAX_RECOVERY = 60_000;

/** Creates a server that can be started repeatedly with the same port and data. */
export async function newServer(settings: Record<string, string>) {
  const port = await freePort();
  const all = {
    PORT: String(port),
    DEMO_DATA: 'false',
    // Raise the rate limit, because all requests of the test come from one address.
    RATE_LIMIT_SCALE: '1000',
    ...settings,
  };
  let running: Running | undefined;
  const ended = new Set<Running>();
  return {
    port,
    /** Starts the server without waiting until it is ready. */
    launch() {
      const launched = run('main', all);
      running = launched;
      void launched.ended.then(() => ended.add(launched));
    },
    async start() {
      this.launch();
      await running?.says(READY);
    },
    async end(signal: 'SIGTERM' | 'SIGKILL') {
      running?.child.kill(signal);
      return running?.ended;
    },
    /** The output of the last started server if it has ended; otherwise undefined. */
    exitOutput: () => (running && ended.has(running) ? running.output() : undefined),
    output: () => running?.output() ?? '',
    /** Gets an access token with the command `token`. */
    async token(): Promise<string> {
      const command = run('token', all, ['siteadmin@example.com']);
      const exitCode = await command.ended;
      const output = command.output();
      if (exitCode !== 0) throw new Error(output);
      return output.trim();
    },
  };
}

export type Server = Awaited<ReturnType<typeof newServer>>;

/**
 * Waits until the readiness probe and a list of jobs succeed. @throws if the server ends or does not recover in time
 */
export async function waitUntilRecovered(server: Server): Promise<void> {
  const started = performance.now();
  for (;;) {
    const readiness = await sendCall(server.port, { method: 'GET', path: '/readyz' });
    if (readiness?.status === 200) {
      const list = await sendCall(server.port, { method: 'GET', path: '/api/jobs?limit=1' });
      if (list?.status === 200) return;
    }
    const exitOutput = server.exitOutput();
    if (exitOutput !== undefined) throw new Error(`the server ended unexpectedly:\n${exitOutput}`);
    if (performance.now() - started > MAX_RECOVERY) {
      throw new Error(`no recovery within ${MAX_RECOVERY} ms:\n${server.output().slice(-3_000)}`);
    }
    await pause(10);
  }
}

/** Opens a connection to the database. */
export async function connectTo(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'crash-test' });
  // Ignore lost connections here: the next query reports them.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Waits until the server's sessions are idle, and all sessions that began before `endingBefore` have ended. */
export async function waitUntilIdle(
  database: pg.Client,
  endingBefore: Date | undefined,
): Promise<void> {
  const sql = `select count(*)::int as left from pg_stat_activity
    where datname = current_database() and application_name = 'composable-jobs'
      and (xact_start is not null or state = 'active' or backend_start < $1)`;
  for (;;) {
    const { rows } = await database.query<{ left: number }>(sql, [endingBefore ?? new Date(0)]);
    if (rows[0]?.left === 0) return;
    await pause(10);
  }
}
