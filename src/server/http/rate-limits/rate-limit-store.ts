import { lt, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Database } from '#server/db/client.ts';
import { rate_limit_counts } from '#server/db/rate-limit-tables.ts';

/** Fixed window: requests are counted by the minute (ms). */
export const WINDOW = 60_000;

/** How many clients one statement reports to the database. */
const BATCH_SIZE = 500;

/** How many clients are counted at a time; beyond that, the least recent ones start again at zero. */
const MAX_CLIENTS = 20_000;

type Count = {
  window: number;
  /** Requests that this process has counted, and how many of them the database knows. */
  own: number;
  reported: number;
  /** Requests that other processes have reported. */
  others: number;
};

export type RateLimitStore = {
  /**
   * Counts one request or several. Returns the number of requests of this client in the current window, by all processes
   * as far as known. `always` reports every request to the database, `sometimes` every tenth of `max`.
   */
  count(client: string, max: number, report: 'always' | 'sometimes', requests?: number): number;
};

/**
 * Counts requests across all processes that share the database: otherwise two processes would let twice as many through.
 * Requests do not wait for the database. While it is unavailable, each process counts for itself.
 */
export function createRateLimitStore(
  db: Database,
  onReportFailed: (error: unknown) => void,
): RateLimitStore {
  const counts = new LRUCache<string, Count>({ max: MAX_CLIENTS });
  /** The counts to report, by client. */
  const pending = new Map<string, Count>();
  let isReporting = false;

  /** Runs one statement at a time; what is counted meanwhile goes into the next one. */
  async function report(): Promise<void> {
    if (isReporting) return;
    isReporting = true;
    try {
      while (pending.size > 0) await reportBatch([...pending].slice(0, BATCH_SIZE));
    } catch (error) {
      // A client's next request reports its count again.
      pending.clear();
      onReportFailed(error);
    } finally {
      isReporting = false;
    }
  }

  async function reportBatch(batch: [string, Count][]): Promise<void> {
    const reported = new Map<string, { count: Count; requests: number }>();
    for (const [client, count] of batch) {
      pending.delete(client);
      reported.set(client, { count, requests: count.own - count.reported });
    }
    const rows = await db
      .insert(rate_limit_counts)
      .values(
        [...reported]
          // The same lock order in every process prevents deadlocks.
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([client, { count, requests }]) => ({
            client,
            time_window: count.window,
            requests,
          })),
      )
      .onConflictDoUpdate({
        target: [rate_limit_counts.client, rate_limit_counts.time_window],
        set: { requests: sql`${rate_limit_counts.requests} + excluded.requests` },
      })
      .returning({ client: rate_limit_counts.client, requests: rate_limit_counts.requests });
    for (const { client, requests: total } of rows) {
      const { count, requests } = reported.get(client) ?? {};
      if (!count) continue;
      count.reported += requests ?? 0;
      count.others = total - count.reported;
    }
  }

  return {
    count(client, max, when, requests = 1) {
      const window = windowAt(Date.now());
      let count = counts.get(client);
      if (count?.window !== window) {
        count = { window, own: 0, reported: 0, others: 0 };
        counts.set(client, count);
      }
      count.own += requests;
      // A client above its limit costs the database nothing more.
      const isAbove = count.own + count.others > max;
      if (!isAbove && (when === 'always' || count.own - count.reported >= max / 10)) {
        pending.set(client, count);
        void report();
      }
      return count.own + count.others;
    },
  };
}

/** The time until the next window begins (ms). */
export function untilNextWindow(now = Date.now()): number {
  return (windowAt(now) + 1) * WINDOW - now;
}

function windowAt(now: number): number {
  return Math.floor(now / WINDOW);
}

/** Deletes the counts of earlier windows. */
export async function deleteExpiredCounts(db: Database): Promise<void> {
  // Keeps the previous window too, because the clocks of two machines may differ.
  await db
    .delete(rate_limit_counts)
    .where(lt(rate_limit_counts.time_window, windowAt(Date.now()) - 1));
}
