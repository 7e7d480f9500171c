import pg from 'pg';
import { errorCode, StartupError } from '#server/platform/errors.ts';
import { BOARD, type Cluster, connectionString, MAINTENANCE_DATABASE } from './cluster.ts';
import { errorLine } from './failures.ts';
import { type Postmaster, stopPostmaster } from './postmaster.ts';
import { NotReady } from './retry.ts';

/**
 * Advisory locks that record which processes use the cluster. PostgreSQL releases them when the process ends, however
 * it ends. The first number distinguishes them from all other advisory locks.
 */
const LOCKS = { attached: '1246971202, 1', server: '1246971202, 2' } as const;

const CONNECT_TIMEOUT_MS = 5_000;
/**
 * How long a server waits for the server lock (ms). A server that was killed holds the lock until PostgreSQL notices
 * its end.
 */
const SERVER_LOCK_TIMEOUT_MS = 2_000;

/** A connection to the cluster that holds locks. If the connection breaks, `lost` resolves with the reason. */
export type Session = { client: pg.Client; port: number; lost: Promise<string> };

/**
 * Attaches to the cluster: opens a session and takes the shared lock.
 * @throws NotReady while PostgreSQL is starting or stopping
 */
export async function attach(cluster: Cluster, postmaster: Postmaster): Promise<Session> {
  const { port, isReady } = postmaster;
  // Before PostgreSQL is ready, its port may belong to another program. If it does, PostgreSQL fails to start.
  if (!isReady) throw new NotReady('it is starting or stopping');
  const client = new pg.Client({
    connectionString: connectionString(cluster, port, MAINTENANCE_DATABASE),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: `${BOARD} lease`,
  });
  let reason = 'connection closed';
  // Without this listener, a broken connection would end the process.
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

/** Takes the lock that only one server in the cluster can hold. Returns false if another server holds it. */
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
 * Closes the session. Stops PostgreSQL if no other process is attached. Returns false if the connection was already
 * lost.
 */
export async function leaveSession(cluster: Cluster, { client }: Session): Promise<boolean> {
  try {
    // No process can attach between these steps, because the session holds the exclusive lock until it is closed.
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

/** Creates the board's database unless it exists. Another process may create it at the same time. */
export async function ensureBoardDatabase({ client }: Session): Promise<void> {
  const sql = `select exists (select from pg_database where datname = '${BOARD}') as result`;
  if (await isTrue(client, sql)) return;
  try {
    await client.query(`create database ${BOARD}`);
  } catch (error) {
    // The code is `duplicate_database`, or `unique_violation` if both processes create the database at the same moment.
    if (!['42P04', '23505'].includes(errorCode(error) ?? '')) throw error;
  }
}

async function isTrue(client: pg.Client, sql: string): Promise<boolean> {
  const { rows } = await client.query<{ result: boolean }>(sql);
  return rows[0]?.result === true;
}
