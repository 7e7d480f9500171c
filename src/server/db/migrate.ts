import { setTimeout as pause } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg, { type ClientBase } from 'pg';
import { StartupError } from '#server/platform/errors.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { causeOf, databaseCode } from './database-errors.ts';
import {
  appliedMigrations,
  MIGRATIONS,
  type Migration,
  readMigrations,
  recordVersion,
} from './migrations.ts';
import { openConnection } from './open-connection.ts';
import { APPLICATION_NAME } from './pools.ts';

/**
 * The lock timeout (ms). A statement that waits for a table lock blocks all later statements. A migration therefore
 * gives up when a long transaction of the previous version holds the lock, and retries.
 * https://www.postgresql.org/docs/current/runtime-config-client.html#GUC-LOCK-TIMEOUT
 */
const LOCK_TIMEOUT = 3_000;
const ATTEMPTS = 20;
const RETRY_DELAY = 500;

/** The latest migration of the job queue's library. A test compares it with the library. */
export const QUEUE_MIGRATION = 19;

/** The code of `lock_not_available`. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const LOCK_NOT_AVAILABLE = '55P03';

/** Matches codes for a missing privilege, a read-only database, and a missing schema for new tables. */
const NOT_ALLOWED = /^(42501|25006|3F000)$/;

/**
 * What to do with pending migrations. Development refuses them, because the newest one may be only half written. The
 * children of a running server ignore migrations: an update may have migrated the database since the server started.
 */
export type PendingMigrations = 'apply' | 'refuse' | 'ignore';

/**
 * Applies pending migrations; with `refuse`, only to an empty database. If several processes start at once, one of them
 * migrates and the others wait for its advisory lock. The connection is separate, because a migration may take longer
 * than the timeout of any request.
 * @throws StartupError if the database is unreachable, the role lacks a privilege, pending migrations are refused, or the
 * database belongs to a version that is newer than this program or older than 1.0.0.
 */
export async function applyMigrations(
  connectionString: string | undefined,
  onConnectionLost: (error: Error) => void,
  pending: PendingMigrations = 'apply',
): Promise<void> {
  const name = APPLICATION_NAME;
  const connection = await openConnection({ connectionString, name, onConnectionLost });
  try {
    await connection.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migrations]);
    const known = await readMigrations();
    await connection.query(`set lock_timeout = ${LOCK_TIMEOUT}`);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const applied = await appliedMigrations(connection, known);
        if (pending === 'refuse') refusePending(known, applied);
        await migrate(drizzle(connection), { migrationsFolder: MIGRATIONS });
        if (applied.length < known.length) await recordVersion(connection);
        await installQueue(connection, connectionString, onConnectionLost);
        return;
      } catch (error) {
        if (NOT_ALLOWED.test(databaseCode(error))) throw migrationError(error);
        if (databaseCode(error) !== LOCK_NOT_AVAILABLE || attempt === ATTEMPTS) throw error;
        await pause(RETRY_DELAY);
      }
    }
  } finally {
    // Closing the connection also releases the advisory lock.
    await connection.end();
  }
}

/**
 * Installs the tables of the job queue, which the queue's library migrates itself. The library is loaded only if the
 * tables are not up to date, because commands start faster without it. https://worker.graphile.org/docs/schema
 */
async function installQueue(
  connection: ClientBase,
  connectionString: string | undefined,
  onConnectionLost: (error: Error) => void,
): Promise<void> {
  const { rows } = await connection.query<{ exists: boolean }>(
    `select to_regclass('graphile_worker.migrations') is not null as exists`,
  );
  if (rows[0]?.exists) {
    const { rowCount } = await connection.query(
      'select from graphile_worker.migrations where id >= $1',
      [QUEUE_MIGRATION],
    );
    if (rowCount) return;
  }
  const { Logger, runMigrations } = await import('graphile-worker');
  const pool = new pg.Pool({ connectionString, max: 1, application_name: APPLICATION_NAME });
  pool.on('error', onConnectionLost);
  pool.on('connect', (client) => client.on('error', onConnectionLost));
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
  } finally {
    await pool.end();
  }
}

/** @throws StartupError if migrations are pending, unless the database is empty */
export function refusePending(known: Migration[], applied: Migration[]): void {
  const pending = known.slice(applied.length).map(({ name }) => name);
  if (applied.length === 0 || pending.length === 0) return;
  throw new StartupError(
    `Migrations not applied to this database: ${pending.join(', ')}. Once they are complete, stop this command and run \`npm run dev -- --migrate\`.`,
  );
}

function migrationError(error: unknown): StartupError {
  const cause = causeOf(error);
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StartupError(`The database could not be migrated: ${reason}`);
}
