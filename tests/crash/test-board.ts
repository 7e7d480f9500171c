import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort, type Running, run } from '../support/process.ts';
import type { Random } from '../support/random.mjs';
import { callBoard } from './call.ts';

/** What is done to a board at one moment. */
export type Blow = {
  /** When the last part of it was over: from then on nothing stands in the way (ms of `performance.now`). */
  over: number;
  /** Whatever of PostgreSQL's was begun before is on its way out; undefined where it may go on. */
  ends: Date | undefined;
};

/** The production server as its own process, over a database that can be hurt. */
export type TorturedBoard = {
  port: number;
  dataDir: string;
  /** A straight way to the database. */
  databaseUrl: () => Promise<string>;
  blows: Record<string, (random: Random) => Promise<Blow>>;
  server: Server;
  stop(): Promise<void>;
};

const READY = 'Composable Jobs is ready at';

/** How long a board may take to come back (ms). */
const PATIENCE = 60_000;

/** One server after the other on the same port and data. */
export async function newServer(settings: Record<string, string>) {
  const port = await freePort();
  const all = {
    PORT: String(port),
    DEMO_DATA: 'false',
    // All who write and read here come from one address.
    RATE_LIMIT_SCALE: '1000',
    ...settings,
  };
  let running: Running | undefined;
  const ended = new Set<Running>();
  return {
    port,
    /** Starts it, and does not wait for it. */
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
    /** Whether the one that was started last has ended, and what it said. */
    lastWords: () => (running && ended.has(running) ? running.output() : undefined),
    output: () => running?.output() ?? '',
    /** As somebody at the command line gets one. */
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

/** Waits for the first good answers, of the probe and of a list. @throws where they do not come */
export async function firstGoodAnswer(server: Server): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const probe = await callBoard(server.port, { method: 'GET', path: '/readyz' });
    if (probe?.status === 200) {
      const list = await callBoard(server.port, { method: 'GET', path: '/api/jobs?limit=1' });
      if (list?.status === 200) return;
    }
    const words = server.lastWords();
    if (words !== undefined) throw new Error(`the server ended by itself:\n${words}`);
    if (performance.now() - begun > PATIENCE) {
      throw new Error(`no good answer within ${PATIENCE} ms:\n${server.output().slice(-3_000)}`);
    }
    await pause(10);
  }
}

/** A connection besides the server's. */
export async function connectTo(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'torture' });
  // Where the database is killed under it, whoever asks next hears of it.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Resolves once nothing is under way in the database, nor anything left of what was cut off. */
export async function nothingUnderWay(database: pg.Client, ends: Date | undefined): Promise<void> {
  const sql = `select count(*)::int as left from pg_stat_activity
    where datname = current_database() and application_name = 'composable-jobs'
      and (xact_start is not null or state = 'active' or backend_start < $1)`;
  for (;;) {
    const { rows } = await database.query<{ left: number }>(sql, [ends ?? new Date(0)]);
    if (rows[0]?.left === 0) return;
    await pause(10);
  }
}
