import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { FetchError } from '#server/job-feeds/fetch/fetch-error.ts';
import type { HostTurn, TakeTurn } from '#server/job-feeds/fetch/host-turn.ts';
import { pause } from '#server/job-feeds/fetch/pause.ts';

type Options = {
  /** The database, outside of transactions: other processes must see at once that a turn is taken. */
  db: Database;
  /** The minimum time between two requests to a host (ms). */
  interval: number;
  /** How often a waiting process checks whether the host is free (ms). */
  pollInterval?: number;
  /** The maximum time for which a process waits for a host (ms). */
  maxWait?: number;
  /**
   * The time after which a turn ends if its process has been killed (ms). A running process renews its turn earlier.
   */
  lease?: number;
};

/**
 * Mutual exclusion for requests to a host: all processes together send one request at a time, with an interval between
 * requests. `source_hosts` stores the time from which a host is free; during a turn, this is the end of the turn's
 * lease.
 */
export function createHostTurns({
  db,
  interval,
  pollInterval = 1000,
  maxWait = 120_000,
  lease = 15_000,
}: Options): TakeTurn {
  return async (host, signal) => {
    for (let waited = 0; ; ) {
      signal?.throwIfAborted();
      const freeAt = await tryToTake(db, host, lease);
      if (freeAt !== undefined) return holdTurn(db, { host, freeAt, lease, interval });
      const wait = await readWait(db, host);
      if (waited + wait > maxWait) {
        const retryAt = new Date(Date.now() + wait);
        const message = `${host} is not to be asked before ${retryAt.toISOString()}.`;
        throw new FetchError('busy', message, retryAt);
      }
      // A turn may end before its lease, so check earlier than that. Vary the delay at random, so that processes do not
      // check at the same time.
      const delay = Math.min(wait, pollInterval * (0.5 + Math.random()));
      await pause(delay, signal);
      waited += delay;
    }
  };
}

type TakenTurn = { host: string; freeAt: string; lease: number; interval: number };

/** Renews the lease of a turn again and again until the turn ends. */
function holdTurn(db: Database, { host, freeAt, lease, interval }: TakenTurn): HostTurn {
  let current = freeAt;
  let renewal = Promise.resolve();
  let failure: unknown;
  const timer = setInterval(() => {
    renewal = renewal.then(renew).catch((error) => {
      failure = error;
    });
  }, lease / 3);
  timer.unref();

  async function renew() {
    current = (await setFreeAt(db, host, current, after(lease))) ?? current;
    failure = undefined;
  }

  return {
    async end({ interval: longer = 0, until } = {}) {
      clearInterval(timer);
      await renewal;
      if (failure !== undefined) throw failure;
      const rest = Math.max(interval, longer, until ? until.getTime() - Date.now() : 0);
      await setFreeAt(db, host, current, after(rest));
    },
  };
}

/**
 * Takes the turn if the host is free.
 * @returns the end of the lease; undefined if the host is not free
 */
async function tryToTake(db: Database, host: string, lease: number): Promise<string | undefined> {
  const { rows } = await db.execute<{ free_at: string }>(sql`
    insert into source_hosts (host, free_at) values (${host}, ${after(lease)})
    on conflict (host) do update set free_at = ${after(lease)}
      where source_hosts.free_at <= clock_timestamp()
    returning free_at::text`);
  return rows[0]?.free_at;
}

/** The time until the host is free (ms), by the database's clock, which all processes share. */
async function readWait(db: Database, host: string): Promise<number> {
  const { rows } = await db.execute<{ wait: number }>(sql`
    select greatest(0, extract(epoch from free_at - clock_timestamp()) * 1000)::float8 as wait
    from source_hosts where host = ${host}`);
  return rows[0]?.wait ?? 0;
}

/**
 * Changes the time at which the host is free, unless the turn's lease has ended and another process has taken a turn.
 */
async function setFreeAt(
  db: Database,
  host: string,
  current: string,
  freeAt: SQL,
): Promise<string | undefined> {
  const { rows } = await db.execute<{ free_at: string }>(sql`
    update source_hosts set free_at = ${freeAt}
    where host = ${host} and free_at = ${current}::timestamptz
    returning free_at::text`);
  return rows[0]?.free_at;
}

/**
 * SQL: a time from now, by the database's current clock. `now()` would be too early, because it is the time at which
 * the transaction started, and the statement may have waited for a lock.
 */
function after(ms: number): SQL {
  return sql`clock_timestamp() + make_interval(secs => ${ms / 1000}::float8)`;
}
