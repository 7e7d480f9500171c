import pg from 'pg';
import { errorCode, StartupError } from '#server/platform/errors.ts';
import { BOARD, type Cluster, connectionString, MAINTENANCE_DATABASE } from './cluster.ts';
import { errorLine } from './failures.ts';
import { type Postmaster, stopPostmaster } from './postmaster.ts';
import { NotReady } from './retry.ts';

/**
 * Advisory locks that record who uses the cluster. They vanish with the process that holds them, however it ends. The
 * first number separates them from all other advisory locks.
 */
const LOCKS = { attached: '1246971202, 1', server: '1246971202, 2' } as const;

const CONNECT_TIMEOUT_MS = 5_000;
/** How long a server waits for the server lock. A killed server holds it until PostgreSQL notices. */
const SERVER_LOCK_TIMEOUT_MS = 2_000;

/** A connection to the cluster that holds locks. If it breaks, `lost` resolves with the reason. */
export type Session = { client: pg.Client; port: number; lost: Promise<string> };

/**
 * Attaches to the cluster: opens a session and takes the shared lock.
 * @throws NotReady while PostgreSQL is starting or stopping
 */
export async function attach(cluster: Cluster, postmaster: Postmaster): Promise<Session> {
  const { port, isReady } = postmaster;
  // Until PostgreSQL is ready, its port may belong to another program. In that case, PostgreSQL's start fails.
  if (!isReady) throw new NotReady('it is starting or stopping');
  const client = new pg.Client({
    connectionString: connectionString(cluster, port, MAINTENANCE_DATABASE),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: `${BOARD} lease`,
  });
  let reason = 'connection closed';
  // Without a listener, a broken connection would end the process.
  client.on('error', (error) => {
    reason = error.message;
  });
  const lost = new Promise<string>((resolve) => client.once('end', () => resolve(reason)));
  try {
    await client.connect();
    const lock = `select pg_try_advisory_lock_shared(${LOCKS.attached}) as result`;
    if (await isTrue(client, lock)) return { client, port, lost };
    throw new NotReady('it is stopping');
  } catch (error) {
    await client.end();
    if (errorCode(error)?.startsWith('28')) {
      throw new StartupError(
        `The database in ${cluster.dataFolder} rejects the password in ${cluster.passwordFile}; restore the original file.`,
      );
    }
    throw new NotReady(errorLine(error));
  }
}

/** Takes the lock of the cluster's only server. Returns false if another server holds it. */
export async function becomeServer({ client }: Session): Promise<boolean> {
  try {
    await client.query(`set lock_timeout = ${SERVER_LOCK_TIMEOUT_MS}`);
    await client.query(`select pg_advisory_lock(${LOCKS.server})`);
    return true;
  } catch (error) {
    if (errorCode(error) === '55P03') return false;
    throw error;
  }
}

/**
 * Closes the session, and stops PostgreSQL if no other process is attached. Returns false if the connection turns out to
 * be lost.
 */
export async function leaveSession(cluster: Cluster, { client }: Session): Promise<boolean> {
  try {
    // No process can attach between these steps: the session holds the exclusive lock until it is closed.
    const lock = `select pg_try_advisory_lock(${LOCKS.attached}) as result`;
    const isLast = await client
      .query('select pg_advisory_unlock_all()')
      .then(() => isTrue(client, lock))
      .catch(() => undefined);
    if (isLast) await stopPostmaster(cluster.dataFolder);
    return isLast !== undefined;
  } finally {
    await client.end();
  }
}

/** Creates the board's database unless it exists. Another process may do so at the same time. */
export async function ensureBoardDatabase({ client }: Session): Promise<void> {
  const sql = `select exists (select from pg_database where datname = '${BOARD}') as result`;
  if (await isTrue(client, sql)) return;
  try {
    await client.query(`create database ${BOARD}`);
  } catch (error) {
    // `duplicate_database`, or `unique_violation` if both processes create it at the same moment.
    if (!['42P04', '23505'].includes(errorCode(error) ?? '')) throw error;
  }
}

async function isTrue(client: pg.Client, sql: string): Promise<boolean> {
  const { rows } = await client.query<{ result: boolean }>(sql);
  return rows[0]?.result === true;
}
