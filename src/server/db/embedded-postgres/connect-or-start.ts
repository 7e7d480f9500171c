import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, StartupError } from '#server/platform/errors.ts';
import { BOARD, type Cluster } from './cluster.ts';
import { errorLine } from './failures.ts';
import { type Postmaster, stopPostmaster } from './postmaster.ts';
import type { NotReady } from './retry.ts';
import { openSession, type Session } from './session.ts';

/** A cluster has at most one server, and any number of commands, which may also use it without a server. */
export type Purpose = 'server' | 'command';

/**
 * Advisory locks that record who uses the cluster. They vanish with the process that holds them, however it ends. The
 * first number separates them from all other advisory locks.
 */
const LOCKS = { attached: '1246971202, 1', server: '1246971202, 2' } as const;

/** How long a server waits for the server lock. A killed server holds it until PostgreSQL notices. */
const SERVER_LOCK_TIMEOUT_MS = 2_000;
const POLL_MS = 20;

/**
 * Attaches to the cluster: opens a session and takes the shared lock. Returns `NotReady` while PostgreSQL is starting or
 * stopping.
 */
export async function attach(
  cluster: Cluster,
  { port, isReady }: Postmaster,
): Promise<{ session: Session } | NotReady> {
  // Until PostgreSQL is ready, its port may belong to another program. In that case, PostgreSQL's start fails.
  if (!isReady) return { notReady: 'it is starting or stopping' };
  let session: Session;
  try {
    session = await openSession(cluster, port);
  } catch (error) {
    if (errorCode(error)?.startsWith('28')) {
      throw new StartupError(
        `The database in ${cluster.dataFolder} rejects the password in ${cluster.passwordFile}; restore the original file.`,
      );
    }
    return { notReady: errorLine(error) };
  }
  try {
    const lock = `select pg_try_advisory_lock_shared(${LOCKS.attached}) as result`;
    if (await session.queryBoolean(lock)) return { session };
    await session.close();
    return { notReady: 'it is stopping' };
  } catch (error) {
    await session.close();
    return { notReady: errorLine(error) };
  }
}

/** Takes the lock of the cluster's only server. Returns false if another server holds it. */
export async function becomeServer(session: Session): Promise<boolean> {
  const end = Date.now() + SERVER_LOCK_TIMEOUT_MS;
  const lock = `select pg_try_advisory_lock(${LOCKS.server}) as result`;
  while (!(await session.queryBoolean(lock))) {
    if (Date.now() > end) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/**
 * Releases the locks of `attach` and `becomeServer`. Returns true if no other process is attached. Then no process can
 * attach any more, and the caller must stop PostgreSQL.
 */
async function detach(session: Session): Promise<boolean> {
  await session.run('select pg_advisory_unlock_all()');
  return session.queryBoolean(`select pg_try_advisory_lock(${LOCKS.attached}) as result`);
}

/**
 * Detaches and closes the session, and stops PostgreSQL if no other process uses it. Returns false if the connection
 * turns out to be lost.
 */
export async function leaveSession(cluster: Cluster, session: Session): Promise<boolean> {
  try {
    // No process can attach between these two steps: the session holds the lock until it is closed.
    const isLast = await detach(session).catch(() => undefined);
    if (isLast) await stopPostmaster(cluster.dataFolder);
    return isLast !== undefined;
  } finally {
    await session.close();
  }
}

/** Creates the board's database unless it exists. Another process may do so at the same time. */
export async function ensureBoardDatabase(session: Session): Promise<void> {
  const sql = 'select exists (select from pg_database where datname = $1) as result';
  if (await session.queryBoolean(sql, [BOARD])) return;
  try {
    await session.run(`create database ${BOARD}`);
  } catch (error) {
    // `duplicate_database`, or `unique_violation` if both processes create it at the same moment.
    if (!['42P04', '23505'].includes(errorCode(error) ?? '')) throw error;
  }
}
