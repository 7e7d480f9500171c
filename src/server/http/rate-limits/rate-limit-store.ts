import { lt, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Database } from '#server/db/client.ts';
import { rate_limit_counts } from '#server/db/rate-limit-tables.ts';

/** The fixed time window of all rate limits (ms). */
export const WINDOW = 60_000;

/** The maximum number of keys whose counts one statement synchronizes. */
const MAX_BATCH = 500;

/**
 * The maximum number of keys with a count in memory. If there are more, the key whose last call is the oldest is
 * dropped, and its count starts again from zero.
 */
const MAX_KEYS = 20_000;

type Count = {
  /** The number of the time window to which the counts belong, counted from 1970. */
  window: number;
  /** The calls in this process, and how many of them are already counted in the database. */
  own: number;
  synchronized: number;
  /** The calls in other processes, as of the last synchronization. */
  others: number;
};

/**
 * When a process synchronizes a count with the database: after each call (`eager`), or each time when a further tenth
 * of the limit has been used (`lazy`).
 */
export type SyncMode = 'eager' | 'lazy';

export type RateLimitStore = {
  /**
   * Counts one or more calls, and starts a synchronization in the background. Returns the number of calls in the
   * current window by all processes, as of the last synchronization.
   */
  count(key: string, limit: number, mode: SyncMode, calls?: number): number;
};

/**
 * Counts calls for all processes that share the database, because separate counts would multiply each limit by the
 * number of processes. No request waits for the database. While the database is unavailable, each process counts alone.
 */
export function createRateLimitStore(
  db: Database,
  onSyncError: (error: unknown) => void,
): RateLimitStore {
  const counts = new LRUCache<string, Count>({ max: MAX_KEYS });
  /** The counts that must be synchronized, by key. */
  const unsynchronized = new Map<string, Count>();
  let isSynchronizing = false;

  /** Synchronizes changed counts in batches, one statement at a time. */
  async function synchronize(): Promise<void> {
    if (isSynchronizing) return;
    isSynchronizing = true;
    try {
      while (unsynchronized.size > 0) {
        await synchronizeBatch([...unsynchronized].slice(0, MAX_BATCH));
      }
    } catch (error) {
      // Drop all keys. Each is synchronized again at its next call.
      unsynchronized.clear();
      onSyncError(error);
    } finally {
      isSynchronizing = false;
    }
  }

  async function synchronizeBatch(entries: [string, Count][]): Promise<void> {
    const batch = new Map<string, { count: Count; calls: number }>();
    for (const [key, count] of entries) {
      unsynchronized.delete(key);
      batch.set(key, { count, calls: count.own - count.synchronized });
    }
    const rows = await db
      .insert(rate_limit_counts)
      .values(
        [...batch]
          // Sort the keys, so that all processes lock rows in the same order and avoid deadlocks.
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, { count, calls }]) => ({
            client: key,
            time_window: count.window,
            requests: calls,
          })),
      )
      .onConflictDoUpdate({
        target: [rate_limit_counts.client, rate_limit_counts.time_window],
        set: { requests: sql`${rate_limit_counts.requests} + excluded.requests` },
      })
      .returning({ key: rate_limit_counts.client, calls: rate_limit_counts.requests });
    for (const { key, calls: total } of rows) {
      const { count, calls } = batch.get(key) ?? {};
      if (!count) continue;
      count.synchronized += calls ?? 0;
      count.others = total - count.synchronized;
    }
  }

  return {
    count(key, limit, mode, calls = 1) {
      const window = windowAt(Date.now());
      let count = counts.get(key);
      if (count?.window !== window) {
        count = { window, own: 0, synchronized: 0, others: 0 };
        counts.set(key, count);
      }
      count.own += calls;
      // A call over the limit is refused in any case, so it need not be synchronized.
      const isOver = count.own + count.others > limit;
      if (!isOver && (mode === 'eager' || count.own - count.synchronized >= limit / 10)) {
        unsynchronized.set(key, count);
        void synchronize();
      }
      return count.own + count.others;
    },
  };
}

/** The time until the next window starts (ms). */
export function untilNextWindow(now = Date.now()): number {
  return (windowAt(now) + 1) * WINDOW - now;
}

function windowAt(now: number): number {
  return Math.floor(now / WINDOW);
}

export async function deleteExpiredCounts(db: Database): Promise<void> {
  // Keep the counts of the previous window, because the clocks of two machines may differ a little.
  await db
    .delete(rate_limit_counts)
    .where(lt(rate_limit_counts.time_window, windowAt(Date.now()) - 1));
}
