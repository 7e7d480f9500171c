import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { ChangeListener } from './change-listener.ts';
import { createConnectionRegistry } from './connection-registry.ts';
import type { QueryEnd } from './instrumented-client.ts';
import { APPLICATION_NAME, openPlanningPool, openPreparedPool, type PoolSizes } from './pools.ts';
import { type PreparedReads, prepareReads } from './prepared-reads.ts';
import { isDatabaseUnreachable } from './unreachable.ts';

/** A streaming replica. https://www.postgresql.org/docs/current/hot-standby.html */
export type Replica = {
  reads: PreparedReads;
  /** Whether it has replayed all that this process was told of. */
  isCurrent(): boolean;
  /** Whether it may be read while the primary cannot: it had everything shortly before that went away. */
  isGoodAlone(): boolean;
  /** From here on it is known what it has to have replayed; before, it is not read. */
  follow(changes: Pick<ChangeListener, 'subscribe' | 'freshUntil'>): void;
  /** For how long (ms) it may lack something; 0 while it has everything. */
  behindFor(): number;
  pools: { prepared: pg.Pool; planned: pg.Pool };
  close(): Promise<void>;
};

type Options = {
  connectionString: string;
  sizes: PoolSizes;
  /** Tells how far the replica has to be. */
  primary: Pick<NodePgDatabase, 'execute'>;
  /** It does not answer, or is no replica of the primary: called once until it is one again. */
  onLost: (error: Error) => void;
  /** It is one again: called once after each `onLost`. */
  onBack?: () => void;
  onQuery?: ((query: QueryEnd) => void) | undefined;
  /** For how long (ms) what was last known of the replica counts once the primary is away. */
  knowledgeLifetime?: number;
};

/** How often it is looked at (ms): while it has everything, and while it is waited for. */
const BEAT = 250;
const LAGGING_BEAT = 10;

/** It does not answer in as long (ms): others are asked instead. */
const TIMEOUT = 2_000;

/** For it to take leave (ms). */
const CLOSE_TIMEOUT = 1_000;

/** Before it is tried again (ms). */
const RETRY = 500;

const KNOWLEDGE_LIFETIME = 5_000;

/** A place in the write-ahead log. https://www.postgresql.org/docs/current/datatype-pg-lsn.html */
type Place = bigint;

/** What is to be replayed, and how many notices had been told when that was asked. */
type Goal = { place: Place; told: number };

/**
 * Which database it is: a standby has its primary's identifier and all its databases, each under its number.
 * https://www.postgresql.org/docs/current/catalog-pg-database.html
 */
const IDENTITY = `(select system_identifier from pg_control_system()) || '/' ||
  (select oid from pg_database where datname = current_database())`;

const STATE = `select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as replayed,
  ${IDENTITY} as identity`;

type State = { standby: boolean; replayed: string | null; identity: string };

/**
 * Reads of a replica would be old by what it has still to replay. A notice tells that something was committed: only
 * what is at least as far as the primary's log was after it has that too.
 * https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-RECOVERY-CONTROL
 */
export function followReplica({
  connectionString,
  sizes,
  primary,
  onLost,
  onBack = () => {},
  onQuery,
  knowledgeLifetime = KNOWLEDGE_LIFETIME,
}: Options): Replica {
  const sockets = createConnectionRegistry();
  // What breaks is noticed by who needs it, and by the look that is taken all the time.
  const given = {
    connectionString,
    purpose: 'server',
    sockets,
    onConnectionLost: () => {},
    onQuery,
  } as const;
  const pools = {
    prepared: openPreparedPool({ ...given, size: sizes.prepared }),
    planned: openPlanningPool({ ...given, size: sizes.planned }),
  };
  let changes: Pick<ChangeListener, 'freshUntil'> | undefined;
  let told = 0;
  /** Since when (monotonic clock, ms) it may lack something. */
  let behindSince: number | undefined = performance.now();
  let goal: Goal | undefined;
  /** The last goal that was reached. */
  let reached: Place = 0n;
  let primaryIdentity: string | undefined;
  let isAnswering = false;
  let wasGood = false;
  let mourned = false;
  const closing = new AbortController();
  let wake = () => {};

  const isHeard = () => performance.now() <= (changes?.freshUntil() ?? Number.NEGATIVE_INFINITY);

  async function findGoal(): Promise<Goal | undefined> {
    const asked = told;
    try {
      const { rows } = await primary.execute<{ place: string; identity: string }>(
        sql`select pg_current_wal_insert_lsn()::text as place, ${sql.raw(IDENTITY)} as identity`,
      );
      const [row] = rows;
      primaryIdentity = row?.identity;
      return row && { place: placeOf(row.place), told: asked };
    } catch (error) {
      if (!isDatabaseUnreachable(error)) throw error;
      // Whoever needs the primary is told of that; here it is asked again.
      return undefined;
    }
  }

  async function look(client: pg.Client): Promise<void> {
    const { rows } = await client.query<State>(STATE);
    const [state] = rows;
    if (!state?.standby || state.replayed === null) throw new Error('it is no replica');
    if (primaryIdentity !== undefined && state.identity !== primaryIdentity) {
      throw new Error('it is a replica of another database');
    }
    if (mourned) onBack();
    mourned = false;
    const replayed = placeOf(state.replayed);
    if (goal && replayed >= goal.place) {
      if (goal.told === told) behindSince = undefined;
      reached = goal.place;
      goal = undefined;
    }
    // After a crash it lets people in before it has replayed again what it had.
    // https://www.postgresql.org/docs/current/wal-internals.html
    isAnswering = replayed >= reached;
    if (!isAnswering) behindSince ??= performance.now();
    // What is seen after the primary has gone says nothing of what that had.
    if (isHeard()) {
      wasGood = behindSince === undefined || performance.now() - behindSince < knowledgeLifetime;
    }
  }

  /** One connection, for as long as it lasts. */
  async function watch(): Promise<void> {
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
        const isBehind = behindSince !== undefined && isHeard();
        if (isBehind) goal ??= await findGoal();
        await look(client);
        await rest(isBehind ? LAGGING_BEAT : BEAT);
      }
    } catch (error) {
      // What waits for it fails, and is asked of the primary.
      sockets.giveUp();
      throw error;
    } finally {
      isAnswering = false;
      // Where it hangs, nothing but this ends the connection.
      const cut = setTimeout(sockets.giveUp, CLOSE_TIMEOUT).unref();
      await client.end();
      clearTimeout(cut);
    }
  }

  /** Until the time (ms) is over, something is told or it is closed. */
  async function rest(time: number): Promise<void> {
    if (closing.signal.aborted) return;
    // Signals that follow one which lasts are never forgotten by it, and there would be one for each rest.
    // https://github.com/nodejs/node/issues/55351
    const woken = new AbortController();
    wake = () => woken.abort();
    await pause(time, undefined, { signal: woken.signal, ref: false }).catch(() => {});
  }

  async function keepWatching(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await watch();
      } catch (error) {
        if (!mourned) onLost(error instanceof Error ? error : new Error(String(error)));
        mourned = true;
        await rest(RETRY);
      }
    }
  }
  const watching = keepWatching();

  return {
    reads: prepareReads(pools.prepared, pools.planned),
    pools,
    behindFor: () => (behindSince === undefined ? 0 : performance.now() - behindSince),
    isCurrent: () => isAnswering && behindSince === undefined && isHeard(),
    isGoodAlone: () => isAnswering && wasGood && !isHeard(),
    follow(notices) {
      changes = notices;
      notices.subscribe(() => {
        told += 1;
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

/** `16/B374D848`: the upper and the lower 32 bits. */
function placeOf(text: string): Place {
  const [upper = '', lower = ''] = text.split('/');
  return (BigInt(`0x${upper}`) << 32n) + BigInt(`0x${lower}`);
}
