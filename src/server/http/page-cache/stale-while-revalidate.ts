import type { CachedResponse } from './cached-response.ts';
import { isHot } from './request-rate.ts';

/** However many write, what is in demand is made anew once in so long (ms). */
const PACE = 200;

/** From when it is to be made anew, an old answer is served on for so long (ms). */
const GRACE = 100;

/** In place of `GRACE` for one that may lag behind, and that no writer waits for (ms). */
const LAG = 700;

export type StaleResponses = {
  /**
   * A change has just made it old: where it is in demand, it is served on for a while.
   * @param until when what it shows may be older than a second (monotonic clock, ms)
   */
  retire(address: string, answer: CachedResponse, until: number): void;
  /** What is to be served; undefined where there is none, or where it is this request's turn to make it anew. */
  get(address: string, now: number): CachedResponse | undefined;
  /** A request has begun to make it anew. */
  begin(address: string): void;
  /** A request that made it anew has ended, with whatever came of it. */
  end(address: string): void;
  /** It was made anew while something changed: it is served in place of an older one. */
  replace(address: string, answer: CachedResponse, until: number): void;
  delete(address: string): void;
  clear(): void;
  /** Resolves when none is served any more of those that are here now, but for those that may lag behind. */
  gone(): Promise<void>;
};

type Stale = {
  answer: CachedResponse;
  /** When it is made anew at the earliest, and when it is no longer served. */
  from: number;
  until: number;
  /** How many requests are making it anew. */
  makers: number;
  timer: NodeJS.Timeout;
  release: () => void;
};

/**
 * What is in demand, from when a change makes it old until it has been made anew: one request makes it, the
 * others get the old one meanwhile instead of waiting for it, so that a flow of writes does not stop those
 * who read. https://www.rfc-editor.org/rfc/rfc5861#section-3
 */
export function createStaleResponses(): StaleResponses {
  const stale = new Map<string, Stale>();
  const awaited = new Set<Promise<void>>();

  function remove(address: string): void {
    const found = stale.get(address);
    if (!found) return;
    stale.delete(address);
    clearTimeout(found.timer);
    found.release();
  }

  function put(address: string, answer: CachedResponse, from: number, until: number): void {
    const makers = stale.get(address)?.makers ?? 0;
    remove(address);
    const left = until - performance.now();
    if (left <= 0) return;
    let release = () => {};
    if (!answer.allowStale) {
      const promise = new Promise<void>((resolve) => {
        release = resolve;
      }).finally(() => awaited.delete(promise));
      awaited.add(promise);
    }
    const timer = setTimeout(() => remove(address), left).unref();
    stale.set(address, { answer, from, until, makers, timer, release });
  }

  return {
    retire(address, answer, until) {
      const now = performance.now();
      if (!isHot(answer.demand, now)) {
        remove(address);
        return;
      }
      const from = Math.max(now, answer.finished + PACE);
      const last = from + (answer.allowStale ? LAG : GRACE);
      put(address, answer, from, Math.min(until, answer.until, last));
    },
    get(address, now) {
      const found = stale.get(address);
      if (!found || now >= found.until) return undefined;
      return found.makers > 0 || now < found.from ? found.answer : undefined;
    },
    begin(address) {
      const found = stale.get(address);
      if (found) found.makers += 1;
    },
    end(address) {
      const found = stale.get(address);
      if (found) found.makers = Math.max(0, found.makers - 1);
    },
    replace(address, answer, until) {
      const now = performance.now();
      const found = stale.get(address);
      if (found && answer.begun < found.answer.begun) return;
      if (answer.allowStale) {
        // Where it takes long to make, those who asked for it have asked at its beginning, and wait.
        if (found || isHot(answer.demand, answer.begun)) {
          put(address, answer, now, Math.min(until, now + LAG));
        }
      } else if (found) {
        // Whoever waits for the older one to be gone waits for this one too.
        found.answer = answer;
      }
    },
    delete: remove,
    clear() {
      for (const address of [...stale.keys()]) remove(address);
    },
    async gone() {
      await Promise.all(awaited);
    },
  };
}
