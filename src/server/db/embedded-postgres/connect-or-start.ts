import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '#server/platform/errors.ts';
import { BOARD, type Cluster } from './cluster.ts';
import { errorCode, errorLine } from './failures.ts';
import type { Postmaster } from './postmaster.ts';
import type { NotReady } from './retry.ts';
import { openSession, type Session } from './session.ts';

/** A server is alone on a cluster; commands join it and each other. */
export type Purpose = 'server' | 'command';

/**
 * Who uses the cluster is told by advisory locks, which vanish with the process that holds them,
 * however it ends. The first number keeps them apart from all other advisory locks.
 */
const LOCKS = { attached: '1246971202, 1', server: '1246971202, 2' } as const;

/** A server that was just killed holds its lock until PostgreSQL notices. */
const SERVER_LOCK_PATIENCE_MS = 2_000;
const POLL_MS = 20;

/**
 * Joins those who use the cluster. Gives the session that holds the locks, or the reason why it is
 * not possible now: PostgreSQL is still starting, or is being stopped.
 */
export async function attach(
  cluster: Cluster,
  { port, isReady }: Postmaster,
): Promise<{ session: Session } | NotReady> {
  // Before, its port may be that of another program, over which it is about to fail.
  if (!isReady) return { obstacle: 'it is starting up or being stopped' };
  let session: Session;
  try {
    session = await openSession(cluster, port);
  } catch (error) {
    if (errorCode(error)?.startsWith('28')) {
      throw new StartupError(
        `The database in ${cluster.dataFolder} does not take the password in ${cluster.passwordFile}: bring back the one that belongs to it.`,
      );
    }
    return { obstacle: errorLine(error) };
  }
  try {
    const lock = `select pg_try_advisory_lock_shared(${LOCKS.attached}) as answer`;
    if (await session.ask(lock)) return { session };
    await session.close();
    return { obstacle: 'it is being stopped' };
  } catch (error) {
    await session.close();
    return { obstacle: errorLine(error) };
  }
}

/** Becomes the one server of the cluster; false where another server is. */
export async function becomeServer(session: Session): Promise<boolean> {
  const end = Date.now() + SERVER_LOCK_PATIENCE_MS;
  while (!(await session.ask(`select pg_try_advisory_lock(${LOCKS.server}) as answer`))) {
    if (Date.now() > end) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/**
 * Gives up what `attach` and `becomeServer` took. True where nobody else is attached: nobody can
 * attach from then on either, and the caller has to stop PostgreSQL.
 */
export async function detach(session: Session): Promise<boolean> {
  await session.run('select pg_advisory_unlock_all()');
  return session.ask(`select pg_try_advisory_lock(${LOCKS.attached}) as answer`);
}

/** Makes the database of the board where there is none; another process may do so just now. */
export async function ensureBoardDatabase(session: Session): Promise<void> {
  const sql = 'select exists (select from pg_database where datname = $1) as answer';
  if (await session.ask(sql, [BOARD])) return;
  try {
    await session.run(`create database ${BOARD}`);
  } catch (error) {
    // duplicate_database, or unique_violation where both came at the very same moment.
    if (!['42P04', '23505'].includes(errorCode(error) ?? '')) throw error;
  }
}
