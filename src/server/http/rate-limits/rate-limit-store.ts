import { lt, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Database } from '#server/db/client.ts';
import { call_counts } from '#server/db/rate-limit-tables.ts';

/** Calls are counted by the minute (ms). */
export const WINDOW = 60_000;

/** Of so many callers the database is told at once. */
const MOST_AT_ONCE = 500;

/** So many callers are counted at once; of more, those that called least recently begin anew. */
const MOST_CALLERS = 20_000;

type Count = {
  stretch: number;
  /** By this process, and how many of them the database knows of. */
  own: number;
  told: number;
  /** By the others, as far as is known. */
  others: number;
};

export type RateLimitStore = {
  /**
   * Counts a call, or several. Returns how many there were in this minute, by all processes as far as is known: others are asked
   * meanwhile, after each call or, for `seldom`, after each tenth of `most`.
   */
  count(caller: string, most: number, told: 'often' | 'seldom', calls?: number): number;
};

/**
 * Counts what callers do, for all processes that share the database: else, two of them would let through twice as
 * much. Where the database does not answer, each counts for itself. Nobody waits for it.
 */
export function createRateLimitStore(
  db: Database,
  onUntold: (error: unknown) => void,
): RateLimitStore {
  const counts = new LRUCache<string, Count>({ max: MOST_CALLERS });
  /** By caller: those of which the database is to be told. */
  const untold = new Map<string, Count>();
  let telling = false;

  /** One statement at a time, of all who have called meanwhile. */
  async function tell(): Promise<void> {
    if (telling) return;
    telling = true;
    try {
      while (untold.size > 0) await tellOf([...untold].slice(0, MOST_AT_ONCE));
    } catch (error) {
      // Whoever calls again is told of again.
      untold.clear();
      onUntold(error);
    } finally {
      telling = false;
    }
  }

  async function tellOf(callers: [string, Count][]): Promise<void> {
    const told = new Map<string, { count: Count; calls: number }>();
    for (const [caller, count] of callers) {
      untold.delete(caller);
      told.set(caller, { count, calls: count.own - count.told });
    }
    const rows = await db
      .insert(call_counts)
      .values(
        [...told]
          // In the same order everywhere: two processes would wait for each other.
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([caller, { count, calls }]) => ({ caller, stretch: count.stretch, calls })),
      )
      .onConflictDoUpdate({
        target: [call_counts.caller, call_counts.stretch],
        set: { calls: sql`${call_counts.calls} + excluded.calls` },
      })
      .returning({ caller: call_counts.caller, calls: call_counts.calls });
    for (const { caller, calls: all } of rows) {
      const { count, calls } = told.get(caller) ?? {};
      if (!count) continue;
      count.told += calls ?? 0;
      count.others = all - count.told;
    }
  }

  return {
    count(caller, most, told, calls = 1) {
      const stretch = stretchAt(Date.now());
      let count = counts.get(caller);
      if (count?.stretch !== stretch) {
        count = { stretch, own: 0, told: 0, others: 0 };
        counts.set(caller, count);
      }
      count.own += calls;
      // Whoever is over it anyway costs the database nothing more.
      const isOver = count.own + count.others > most;
      if (!isOver && (told === 'often' || count.own - count.told >= most / 10)) {
        untold.set(caller, count);
        void tell();
      }
      return count.own + count.others;
    },
  };
}

/** How long until the next minute's count begins (ms). */
export function untilNextWindow(now = Date.now()): number {
  return (stretchAt(now) + 1) * WINDOW - now;
}

function stretchAt(now: number): number {
  return Math.floor(now / WINDOW);
}

export async function deleteExpiredCounts(db: Database): Promise<void> {
  // The clocks of two machines may differ a little.
  await db.delete(call_counts).where(lt(call_counts.stretch, stretchAt(Date.now()) - 1));
}
