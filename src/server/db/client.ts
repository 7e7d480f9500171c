import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Config } from '#server/config.ts';
import { StartupError } from '#server/startup-error.ts';
import { openEmbeddedPostgres } from './embedded-postgres/open-embedded-postgres.ts';
import { ONE_PLAN, type PreparedReads, prepareReads } from './prepared-reads.ts';
import { transactionsOver } from './transactions.ts';

/** The board's tables, over a pool or inside a transaction. */
export type Database = Pick<
  NodePgDatabase,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | '$count'
>;

/** The same, and reads beside any transaction that are planned once. */
export type BoardDatabase = Database & { reads: PreparedReads };

export type OpenDatabase = {
  db: BoardDatabase;
  /** Where it is, for connections besides those of `db`; it stays the same. */
  connectionString: string | undefined;
  close(): Promise<void>;
};

/**
 * What a server waits for (ms): PostgreSQL ends a statement, and where PostgreSQL itself does not
 * answer, the connection is given up. A command may take as long as it needs.
 */
const SERVER_TIMEOUTS = { statement_timeout: 10_000, query_timeout: 12_000 };

const CONNECT_TIMEOUT = 5_000;

/** At most so many; those for reads keep their plans, and more of them would each have to make their own. */
const CONNECTIONS = 10;
const READ_CONNECTIONS = 5;

/**
 * Compiling a query takes longer than any of ours runs: https://www.postgresql.org/docs/current/jit-decision.html
 * New words wait in a list for a megabyte of them to be sorted in together, which takes an eighth of the time;
 * until then every search reads through the list, in some tenths of a millisecond:
 * https://www.postgresql.org/docs/current/gin.html#GIN-FAST-UPDATE
 */
const SESSION_SETTINGS = '-c jit=off -c gin_pending_list_limit=1MB';

/** What the connections are called in PostgreSQL's own lists. */
const APPLICATION_NAME = 'composable-jobs';

type Options = {
  purpose: 'server' | 'command';
  log: (message: string) => void;
  /** An idle connection broke; the pool opens another when one is needed. */
  onConnectionLost: (error: Error) => void;
  /** The embedded database is in other hands, and will not come back to this process. */
  onDatabaseLost?: (error: StartupError) => void;
};

/** Next to this file in the sources, next to the bundle in production. */
const MIGRATIONS = join(dirname(fileURLToPath(import.meta.url)), 'migrations');

/** Any number will do, so long as every process of every version takes the same. */
const MIGRATION_LOCK = 7_206_011;

/**
 * Opens the board's database, the outside one or the embedded one, with all migrations applied.
 * @throws StartupError where the database cannot be reached.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { purpose, log, onConnectionLost, onDatabaseLost }: Options,
): Promise<OpenDatabase> {
  const embedded = config.databaseUrl
    ? undefined
    : await openEmbeddedPostgres({
        dataDir: config.dataDir,
        purpose,
        log,
        ...(onDatabaseLost && { onLost: onDatabaseLost }),
      });
  const connectionString = embedded?.connectionString ?? config.databaseUrl;
  try {
    await applyMigrations(connectionString, onConnectionLost);
  } catch (error) {
    await embedded?.release();
    throw error;
  }
  const openPool = (max: number, options: string, idle?: { idleTimeoutMillis: number }) => {
    const pool = new pg.Pool({
      connectionString,
      max,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      application_name: APPLICATION_NAME,
      options,
      ...idle,
      ...(purpose === 'server' && SERVER_TIMEOUTS),
    });
    // The pool says that it has ended before its connections have: one that the database ends meanwhile
    // was to be closed in any case.
    pool.on('error', (error) => pool.ending || onConnectionLost(error));
    // The pool hears of a cut while a connection is idle. In the midst of a transaction nobody would, and
    // an event that nobody hears ends the process; the next statement fails with the cut in any case.
    pool.on('connect', (connection) => connection.on('error', () => {}));
    return pool;
  };
  const pool = openPool(CONNECTIONS, SESSION_SETTINGS);
  // Never closed for being idle: its plans would go with it.
  const readPool = openPool(READ_CONNECTIONS, `${SESSION_SETTINGS} ${ONE_PLAN}`, {
    idleTimeoutMillis: 0,
  });
  return {
    db: Object.assign(drizzle(pool), {
      transaction: transactionsOver(pool),
      reads: prepareReads(readPool),
    }),
    connectionString,
    async close() {
      await Promise.all([pool.end(), readPool.end()]);
      await embedded?.release();
    },
  };
}

/**
 * Under a lock, so that of several processes starting at once one migrates and the others wait; on
 * a connection of its own, for a migration may take longer than any request.
 */
async function applyMigrations(
  connectionString: string | undefined,
  onConnectionLost: Options['onConnectionLost'],
): Promise<void> {
  const connection = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    application_name: APPLICATION_NAME,
  });
  // Besides failing the query, a cut is an event, which nobody's hearing would end the process.
  connection.on('error', onConnectionLost);
  try {
    await connection.connect().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message || error.name : String(error);
      throw new StartupError(`The database cannot be reached: ${reason}`);
    });
    await connection.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(connection), { migrationsFolder: MIGRATIONS });
  } finally {
    // Closing the connection gives its lock back too.
    await connection.end();
  }
}
