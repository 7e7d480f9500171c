import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { ChangeListener } from './change-listener.ts';
import { createConnectionRegistry } from './connection-registry.ts';
import { isDatabaseUnreachable } from './database-errors.ts';
import type { QueryEnd } from './instrumented-client.ts';
import { APPLICATION_NAME, openPlanningPool, openPreparedPool, type PoolSizes } from './pools.ts';
import { type PreparedReads, prepareReads } from './prepared-reads.ts';

/** A streaming replica. https://www.postgresql.org/docs/current/hot-standby.html */
export type Replica = {
  reads: PreparedReads;
  /** Whether the replica has replayed every change that this process has been notified of. */
  isCurrent(): boolean;
  /**
   * Whether reads may use the replica while the primary is unreachable, because the replica was up to date shortly
   * before the outage.
   */
  canReplacePrimary(): boolean;
  /**
   * Starts to follow change notifications, which determine what the replica must have replayed. Before this call, the
   * replica is not read.
   */
  follow(changes: Pick<ChangeListener, 'subscribe' | 'freshUntil'>): void;
  /** The maximum time by which the replica is behind the primary (ms); 0 while it has every change. */
  lag(): number;
  pools: { prepared: pg.Pool; planned: pg.Pool };
  close(): Promise<void>;
};

type Options = {
  connectionString: string;
  sizes: PoolSizes;
  /** The primary, which reports the log position that the replica must reach. */
  primary: Pick<NodePgDatabase, 'execute'>;
  /** Called when the replica is unreachable or is not a standby of the primary. Not called again before `onBack`. */
  onLost: (error: Error) => void;
  /** Called when the replica can be used again after `onLost`. */
  onBack?: () => void;
  onQuery?: ((query: QueryEnd) => void) | undefined;
  /**
   * The maximum lag of the replica before an outage of the primary (ms). If the lag was larger, reads do not use the
   * replica during the outage.
   */
  stateMaxAge?: number;
};

/** The intervals between two checks of the replica (ms): while it is up to date, and while it lags. */
const CHECK_INTERVAL = 250;
const LAG_CHECK_INTERVAL = 10;

/** The time limit for connecting and for each check (ms). When it is exceeded, reads use the primary. */
const TIMEOUT = 2_000;

/** The time limit for closing the connection (ms). */
const CLOSE_TIMEOUT = 1_000;

/** The delay before the next attempt to connect (ms). */
const RETRY_DELAY = 500;

const STATE_MAX_AGE = 5_000;

/** A position in the write-ahead log. https://www.postgresql.org/docs/current/datatype-pg-lsn.html */
type LogPosition = bigint;

/**
 * The log position that must be replayed, and the number of notifications that had arrived when the position was read.
 */
type Goal = { position: LogPosition; notices: number };

/**
 * SQL for the identity of a database. A standby has the same system identifier and the same database OIDs as its
 * primary. https://www.postgresql.org/docs/current/catalog-pg-database.html
 */
const IDENTITY = `(select system_identifier from pg_control_system()) || '/' ||
  (select oid from pg_database where datname = current_database())`;

const STATE = `select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as replayed,
  ${IDENTITY} as identity`;

type State = { standby: boolean; replayed: string | null; identity: string };

/**
 * Follows a streaming replica, so that clients can read their own writes from it. Each notification reports a commit.
 * After a notification, the position of the primary's log is read, and the replica counts as current only once it has
 * replayed the log up to this position.
 * https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-RECOVERY-CONTROL
 */
export function followReplica({
  connectionString,
  sizes,
  primary,
  onLost,
  onBack = () => {},
  onQuery,
  stateMaxAge = STATE_MAX_AGE,
}: Options): Replica {
  const sockets = createConnectionRegistry();
  // Connection errors need no handler here, because the failed query and the regular check report them.
  const poolOptions = {
    connectionString,
    purpose: 'server',
    sockets,
    onConnectionLost: () => {},
    onQuery,
  } as const;
  const pools = {
    prepared: openPreparedPool({ ...poolOptions, size: sizes.prepared }),
    planned: openPlanningPool({ ...poolOptions, size: sizes.planned }),
  };
  let changes: Pick<ChangeListener, 'freshUntil'> | undefined;
  let noticeCount = 0;
  /** The time since which the replica may lack a change (monotonic clock, ms); undefined while it has every change. */
  let behindSince: number | undefined = performance.now();
  let goal: Goal | undefined;
  /** The log position of the last goal that the replica has reached. */
  let reached: LogPosition = 0n;
  let primaryIdentity: string | undefined;
  let isReachable = false;
  let wasUpToDate = false;
  let isLossReported = false;
  const closing = new AbortController();
  let wake = () => {};

  const areChangesReceived = () =>
    performance.now() <= (changes?.freshUntil() ?? Number.NEGATIVE_INFINITY);

  async function requestGoal(): Promise<Goal | undefined> {
    const notices = noticeCount;
    try {
      const { rows } = await primary.execute<{ position: string; identity: string }>(
        sql`select pg_current_wal_insert_lsn()::text as position, ${sql.raw(IDENTITY)} as identity`,
      );
      const [row] = rows;
      primaryIdentity = row?.identity;
      return row && { position: parseLogPosition(row.position), notices };
    } catch (error) {
      if (!isDatabaseUnreachable(error)) throw error;
      // Return undefined instead of throwing: other code that needs the primary reports the outage, and the next check
      // tries again.
      return undefined;
    }
  }

  async function checkState(client: pg.Client): Promise<void> {
    const { rows } = await client.query<State>(STATE);
    const [state] = rows;
    if (!state?.standby || state.replayed === null) throw new Error('it is not a standby');
    if (primaryIdentity !== undefined && state.identity !== primaryIdentity) {
      throw new Error('it is a standby of another database');
    }
    if (isLossReported) onBack();
    isLossReported = false;
    const replayed = parseLogPosition(state.replayed);
    if (goal && replayed >= goal.position) {
      if (goal.notices === noticeCount) behindSince = undefined;
      reached = goal.position;
      goal = undefined;
    }
    // After a crash, the replica accepts connections before it has again replayed all changes that it had before the
    // crash. https://www.postgresql.org/docs/current/wal-internals.html
    isReachable = replayed >= reached;
    if (!isReachable) behindSince ??= performance.now();
    // Decide whether the replica is up to date only while the primary reports changes. During an outage of the primary,
    // this cannot be known.
    if (areChangesReceived()) {
      wasUpToDate = behindSince === undefined || performance.now() - behindSince < stateMaxAge;
    }
  }

  /** Checks the replica on one connection until that connection breaks. */
  async function watchOnce(): Promise<void> {
    sockets.resume();
    const client = new pg.Client({
      connectionString,
      application_name: `${APPLICATION_NAME}-replica`,
      connectionTimeoutMillis: TIMEOUT,
      query_timeout: TIMEOUT,
      stream: () => sockets.open(),
    });
    client.on('error', () => {});
    try {
      await client.connect();
      while (!closing.signal.aborted) {
        const isBehind = behindSince !== undefined && areChangesReceived();
        if (isBehind) goal ??= await requestGoal();
        await checkState(client);
        await waitOrWake(isBehind ? LAG_CHECK_INTERVAL : CHECK_INTERVAL);
      }
    } catch (error) {
      // Make pending reads fail at once, so that they are retried on the primary.
      sockets.giveUp();
      throw error;
    } finally {
      isReachable = false;
      // If the connection hangs, destroying its socket is the only way to end it.
      const cut = setTimeout(sockets.giveUp, CLOSE_TIMEOUT).unref();
      await client.end();
      clearTimeout(cut);
    }
  }

  /** Waits until the time is over (ms), a notification arrives, or the replica is closed. */
  async function waitOrWake(time: number): Promise<void> {
    if (closing.signal.aborted) return;
    // Use a new controller for each wait: a signal that exists for long keeps all signals in memory that were derived
    // from it. https://github.com/nodejs/node/issues/55351
    const woken = new AbortController();
    wake = () => woken.abort();
    await pause(time, undefined, { signal: woken.signal, ref: false }).catch(() => {});
  }

  async function watchForever(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await watchOnce();
      } catch (error) {
        if (!isLossReported) onLost(error instanceof Error ? error : new Error(String(error)));
        isLossReported = true;
        await waitOrWake(RETRY_DELAY);
      }
    }
  }
  const watching = watchForever();

  return {
    reads: prepareReads(pools.prepared, pools.planned),
    pools,
    lag: () => (behindSince === undefined ? 0 : performance.now() - behindSince),
    isCurrent: () => isReachable && behindSince === undefined && areChangesReceived(),
    canReplacePrimary: () => isReachable && wasUpToDate && !areChangesReceived(),
    follow(notices) {
      changes = notices;
      notices.subscribe(() => {
        noticeCount += 1;
        behindSince ??= performance.now();
        wake();
      });
    },
    async close() {
      closing.abort();
      wake();
      await watching;
      await Promise.all([pools.prepared.end(), pools.planned.end()]);
    },
  };
}

/** Parses a log position such as `16/B374D848`: the upper and the lower 32 bits, in hexadecimal digits. */
function parseLogPosition(text: string): LogPosition {
  const [upper = '', lower = ''] = text.split('/');
  return (BigInt(`0x${upper}`) << 32n) + BigInt(`0x${lower}`);
}
