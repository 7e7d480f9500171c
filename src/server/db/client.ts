import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Config } from '#server/config.ts';
import { StartupError } from '#server/startup-error.ts';
import { openEmbeddedPostgres } from './embedded-postgres/open-embedded-postgres.ts';
import * as schema from './schema.ts';

/** The board's tables, over a pool or inside a transaction. */
export type Database = Pick<
  NodePgDatabase<typeof schema>,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | '$count'
>;

export type OpenDatabase = {
  db: Database;
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
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    application_name: APPLICATION_NAME,
    options: SESSION_SETTINGS,
    ...(purpose === 'server' && SERVER_TIMEOUTS),
  });
  // The pool says that it has ended before its connections have: one that the database ends meanwhile
  // was to be closed in any case.
  pool.on('error', (error) => pool.ending || onConnectionLost(error));
  return {
    db: drizzle(pool, { schema }),
    connectionString,
    async close() {
      await pool.end();
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
