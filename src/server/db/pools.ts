import pg from 'pg';
import type { ConnectionRegistry } from './connection-registry.ts';
import { instrumentedClient, type QueryEnd } from './instrumented-client.ts';
import { ONE_PLAN } from './prepared-reads.ts';

/**
 * What a server waits for (ms): PostgreSQL ends a statement, and where PostgreSQL itself does not
 * answer, the connection is given up.
 */
const SERVER_TIMEOUTS = { statement_timeout: 10_000, query_timeout: 12_000 };

/** The same for reads that anyone may ask for: what takes longer is too dear, and would keep others waiting. */
const READ_TIMEOUTS = { statement_timeout: 2_000, query_timeout: 4_000 };

export const CONNECT_TIMEOUT = 5_000;

export type PoolSizes = {
  /** For writes and for tasks. */
  general: number;
  /** For public reads that are planned each time, and for those whose plans are kept on each connection. */
  planned: number;
  prepared: number;
};

/** Divides the connections that a process may open: one is the change listener's, two thirds are for public reads. */
export function poolSizes(connections: number): PoolSizes {
  const pooled = connections - 1;
  const reads = Math.floor(pooled / 3);
  return { general: pooled - 2 * reads, planned: reads, prepared: reads };
}

/**
 * Compiling a query takes longer than any of ours runs: https://www.postgresql.org/docs/current/jit-decision.html
 * New words wait in a list for a megabyte of them to be sorted in together, which takes an eighth of the time;
 * until then every search reads through the list, in some tenths of a millisecond:
 * https://www.postgresql.org/docs/current/gin.html#GIN-FAST-UPDATE
 */
const SESSION_SETTINGS = '-c jit=off -c gin_pending_list_limit=1MB';

/** A command may take as long as it needs, whatever the role's or the database's settings say. */
const UNLIMITED = '-c statement_timeout=0';

/** What the connections are called in PostgreSQL's own lists. */
export const APPLICATION_NAME = 'composable-jobs';

type Options = {
  connectionString: string | undefined;
  purpose: 'server' | 'command';
  /** At most so many connections. */
  size: number;
  sockets: ConnectionRegistry;
  /** An idle connection broke; the pool opens another when one is needed. */
  onConnectionLost: (error: Error) => void;
  /** Hears of each query that is over. */
  onQuery?: ((query: QueryEnd) => void) | undefined;
};

/** Connections for writes and tasks. */
export function openPool(options: Options): pg.Pool {
  return open(options, SERVER_TIMEOUTS, { options: SESSION_SETTINGS });
}

/**
 * A public read takes one core at most: parallel workers would let one network take them all.
 * https://www.postgresql.org/docs/current/runtime-config-resource.html#GUC-MAX-PARALLEL-WORKERS-PER-GATHER
 */
const READ_SETTINGS = `${SESSION_SETTINGS} -c max_parallel_workers_per_gather=0`;

/** Connections for public reads that are planned each time. */
export function openPlanningPool(options: Options): pg.Pool {
  return open(options, READ_TIMEOUTS, { options: READ_SETTINGS });
}

/** Connections for reads whose plans are kept: never closed for being idle, for the plans would go with them. */
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
    // What is idle for hours on a network that forgets connections is noticed, and opened anew.
    keepAlive: true,
    stream: () => sockets.open(),
    ...own,
    ...(onQuery && { Client: instrumentedClient(onQuery) }),
    ...(purpose === 'server' ? timeouts : { options: `${own.options} ${UNLIMITED}` }),
  });
  // The pool says that it has ended before its connections have: one that the database ends meanwhile
  // was to be closed in any case.
  pool.on('error', (error) => pool.ending || onConnectionLost(error));
  // The pool hears of a cut while a connection is idle. In the midst of a transaction nobody would, and
  // an event that nobody hears ends the process; the next statement fails with the cut in any case.
  pool.on('connect', (connection) => connection.on('error', () => {}));
  return pool;
}
