import pg from 'pg';
import type { ConnectionRegistry } from './connection-registry.ts';
import { instrumentedClient, type QueryEnd } from './instrumented-client.ts';
import { ONE_PLAN } from './prepared-reads.ts';

/**
 * Time limits of a server's statements (ms). After the first limit, PostgreSQL cancels the statement. After the second
 * limit, the client closes the connection, because PostgreSQL itself is unresponsive.
 */
const SERVER_TIMEOUTS = { statement_timeout: 10_000, query_timeout: 12_000 };

/** Time limits of public reads (ms). A slower read would cost too much and block others. */
const READ_TIMEOUTS = { statement_timeout: 2_000, query_timeout: 4_000 };

export const CONNECT_TIMEOUT = 5_000;

export type PoolSizes = {
  /** The number of connections for writes and tasks. */
  general: number;
  /**
   * The number of connections for public reads: those that are planned at each execution, and those with prepared
   * plans.
   */
  planned: number;
  prepared: number;
};

/** The minimum number of connections for writes and tasks: one of them listens for new jobs of the queue. */
const MIN_GENERAL = 3;

/**
 * Divides the connections that a process may open. One is for the change listener, and up to two thirds of the rest are
 * for public reads.
 */
export function poolSizes(connections: number): PoolSizes {
  const pooled = connections - 1;
  const reads = Math.min(Math.floor(pooled / 3), Math.floor((pooled - MIN_GENERAL) / 2));
  return { general: pooled - 2 * reads, planned: reads, prepared: reads };
}

/**
 * Session settings.
 * - JIT is off, because compiling a query takes longer than running any of ours.
 *   https://www.postgresql.org/docs/current/jit-decision.html
 * - The pending list of a GIN index collects up to a megabyte of new entries and then merges them at once, which takes
 *   less time than inserting each entry separately. Until then, every search also scans the list, which costs some
 *   tenths of a millisecond. The index of jobs has no such list (see `search-tables.ts`).
 *   https://www.postgresql.org/docs/current/gin.html#GIN-FAST-UPDATE
 */
const SESSION_SETTINGS = '-c jit=off -c gin_pending_list_limit=1MB';

/** Commands have no time limit, even if the role's or the database's settings have one. */
const UNLIMITED = '-c statement_timeout=0';

/** The name of the connections in `pg_stat_activity`. */
export const APPLICATION_NAME = 'composable-jobs';

type Options = {
  connectionString: string | undefined;
  purpose: 'server' | 'command';
  /** The maximum number of connections. */
  size: number;
  sockets: ConnectionRegistry;
  /** Called when an idle connection breaks. The pool opens another on demand. */
  onConnectionLost: (error: Error) => void;
  /** Called after each query. */
  onQuery?: ((query: QueryEnd) => void) | undefined;
};

/** Opens the pool for writes and tasks. */
export function openPool(options: Options): pg.Pool {
  return open(options, SERVER_TIMEOUTS, { options: SESSION_SETTINGS });
}

/**
 * Settings of public reads. Parallel workers are off, so that a read uses at most one core and one network cannot
 * occupy all cores.
 * https://www.postgresql.org/docs/current/runtime-config-resource.html#GUC-MAX-PARALLEL-WORKERS-PER-GATHER
 */
const READ_SETTINGS = `${SESSION_SETTINGS} -c max_parallel_workers_per_gather=0`;

/** Opens the pool for public reads that are planned at each execution. */
export function openPlanningPool(options: Options): pg.Pool {
  return open(options, READ_TIMEOUTS, { options: READ_SETTINGS });
}

/** Opens the pool for prepared reads. Its idle connections stay open, because closing them would lose their plans. */
export function openPreparedPool(options: Options): pg.Pool {
  return open(options, READ_TIMEOUTS, {
    options: `${READ_SETTINGS} ${ONE_PLAN}`,
    idleTimeoutMillis: 0,
  });
}

function open(
  { connectionString, purpose, size, sockets, onConnectionLost, onQuery }: Options,
  timeouts: { statement_timeout: number; query_timeout: number },
  own: pg.PoolConfig,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: size,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    application_name: APPLICATION_NAME,
    // TCP keep-alive detects connections that a network dropped while they were idle for hours.
    keepAlive: true,
    stream: () => sockets.open(),
    ...own,
    ...(onQuery && { Client: instrumentedClient(onQuery) }),
    ...(purpose === 'server' ? timeouts : { options: `${own.options} ${UNLIMITED}` }),
  });
  // The pool reports its end before its connections have closed. A connection that breaks meanwhile does no harm.
  pool.on('error', (error) => pool.ending || onConnectionLost(error));
  // The pool handles errors of idle connections only. Without this listener, an error during a transaction would end
  // the process. The next statement of the transaction fails with the error anyway.
  pool.on('connect', (connection) => connection.on('error', () => {}));
  return pool;
}
