import { setTimeout as pause } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { ClientBase } from 'pg';
import { StartupError } from '#server/platform/errors.ts';
import { appliedMigrations, MIGRATION_LOCK, MIGRATIONS, readMigrations } from './migrations.ts';
import { openConnection } from './open-connection.ts';
import { APPLICATION_NAME } from './pools.ts';
import { causeOf } from './query-cause.ts';
import { databaseCode } from './unreachable.ts';

/**
 * For a table that others use (ms): whoever waits for it holds up all who come after, so a migration gives way to
 * a long transaction of the former version, and tries again.
 * https://www.postgresql.org/docs/current/runtime-config-client.html#GUC-LOCK-TIMEOUT
 */
const LOCK_TIMEOUT = 3_000;
const ATTEMPTS = 20;
const PAUSE = 500;

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const NO_LOCK = '55P03';

/** A right is missing, the database may only be read, or there is no schema to make tables in. */
const NOT_ALLOWED = /^(42501|25006|3F000)$/;

/** What happens to migrations that a database lacks. Development refuses: the newest one may be half written. */
export type PendingMigrations = 'apply' | 'refuse';

/**
 * Applies the migrations that are missing; with `refuse`, to an empty database only. Under a lock, so that of several processes starting at once one migrates
 * and the others wait; on a connection of its own, for a migration may take longer than any request.
 * @throws StartupError where the database cannot be reached, or does not let the role do it, or where migrations are
 * pending and refused.
 */
export async function applyMigrations(
  connectionString: string | undefined,
  onConnectionLost: (error: Error) => void,
  pending: PendingMigrations = 'apply',
): Promise<void> {
  const name = APPLICATION_NAME;
  const connection = await openConnection({ connectionString, name, onConnectionLost });
  try {
    await connection.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (pending === 'refuse') await refusePending(connection);
    await connection.query(`set lock_timeout = ${LOCK_TIMEOUT}`);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await migrate(drizzle(connection), { migrationsFolder: MIGRATIONS });
        return;
      } catch (error) {
        if (NOT_ALLOWED.test(databaseCode(error))) throw notAllowed(error);
        if (databaseCode(error) !== NO_LOCK || attempt === ATTEMPTS) throw error;
        await pause(PAUSE);
      }
    }
  } finally {
    // Closing the connection gives its lock back too.
    await connection.end();
  }
}

async function refusePending(client: ClientBase): Promise<void> {
  const known = await readMigrations();
  const applied = await appliedMigrations(client, known);
  const pending = known.slice(applied.length).map(({ name }) => name);
  if (applied.length === 0 || pending.length === 0) return;
  throw new StartupError(
    `Migrations not applied to this database: ${pending.join(', ')}. Once they are complete, stop this command and run \`npm run dev -- --migrate\`.`,
  );
}

function notAllowed(error: unknown): StartupError {
  const cause = causeOf(error);
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StartupError(`The board's tables cannot be brought up to date: ${reason}`);
}
