import type { CachedResponse } from './cached-response.ts';
import { isHot } from './request-rate.ts';

/** The minimum time between two refreshes of a hot response, whatever the number of writes (ms). */
const MIN_REFRESH_INTERVAL = 200;

/** How long a stale response is served at most after it should have been regenerated (ms). */
const MAX_REFRESH_TIME = 100;

/**
 * The same maximum time for a response with `allowStale` (ms). It is longer, because no writer waits until such a
 * response is regenerated.
 */
const MAX_REFRESH_TIME_ALLOWING_STALE = 700;

/** Stale responses that are still served. Times are of the monotonic clock (ms). */
export type StaleResponses = {
  /**
   * Reports that a change has made the response stale. If the key is hot, the response is served a little longer.
   * @param until the latest time to serve the response; afterwards, it may be stale by more than a second
   */
  markStale(key: string, response: CachedResponse, until: number): void;
  /** Returns the stale response to serve; undefined if there is none, or if this request must regenerate it. */
  get(key: string, now: number): CachedResponse | undefined;
  /** Reports that a request starts to regenerate the response. */
  startRefresh(key: string): void;
  /** Reports that a request for regenerating the response has ended, successfully or not. */
  endRefresh(key: string): void;
  /** Stores a regenerated response that is already stale, because of a change during its generation. */
  replace(key: string, response: CachedResponse, until: number): void;
  evict(key: string): void;
  clear(): void;
  /**
   * Resolves once the responses that are stale at the time of the call are no longer served. Does not wait for
   * responses with `allowStale`.
   */
  allEvicted(): Promise<void>;
};

type Stale = {
  response: CachedResponse;
  /** When a refresh of the response is due. */
  from: number;
  /** When the response is evicted. */
  until: number;
  /** The number of requests that are regenerating the response. */
  refreshes: number;
  timer: NodeJS.Timeout;
  release: () => void;
};

/**
 * Stale-while-revalidate: after a change, one request regenerates a hot response, while the others get the stale
 * response at once. A steady flow of writes therefore does not block readers.
 * https://www.rfc-editor.org/rfc/rfc5861#section-3
 */
export function createStaleResponses(): StaleResponses {
  const stale = new Map<string, Stale>();
  /** For each stale response, a promise that resolves when it is evicted. Writers wait for these promises. */
  const evictions = new Set<Promise<void>>();

  function evict(key: string): void {
    const entry = stale.get(key);
    if (!entry) return;
    stale.delete(key);
    clearTimeout(entry.timer);
    entry.release();
  }

  function put(key: string, response: CachedResponse, from: number, until: number): void {
    const refreshes = stale.get(key)?.refreshes ?? 0;
    evict(key);
    const remaining = until - performance.now();
    if (remaining <= 0) return;
    let release = () => {};
    if (!response.allowStale) {
      const eviction = new Promise<void>((resolve) => {
        release = resolve;
      }).finally(() => evictions.delete(eviction));
      evictions.add(eviction);
    }
    const timer = setTimeout(() => evict(key), remaining).unref();
    stale.set(key, { response, from, until, refreshes, timer, release });
  }

  return {
    markStale(key, response, until) {
      const now = performance.now();
      if (!isHot(response.requestRate, now)) {
        evict(key);
        return;
      }
      const from = Math.max(now, response.finishedAt + MIN_REFRESH_INTERVAL);
      const refreshTime = response.allowStale ? MAX_REFRESH_TIME_ALLOWING_STALE : MAX_REFRESH_TIME;
      put(key, response, from, Math.min(until, response.expiresAt, from + refreshTime));
    },
    get(key, now) {
      const entry = stale.get(key);
      if (!entry || now >= entry.until) return undefined;
      return entry.refreshes > 0 || now < entry.from ? entry.response : undefined;
    },
    startRefresh(key) {
      const entry = stale.get(key);
      if (entry) entry.refreshes += 1;
    },
    endRefresh(key) {
      const entry = stale.get(key);
      if (entry) entry.refreshes = Math.max(0, entry.refreshes - 1);
    },
    replace(key, response, until) {
      const now = performance.now();
      const entry = stale.get(key);
      if (entry && response.startedAt < entry.response.startedAt) return;
      if (response.allowStale) {
        // Use the request rate from the start of the generation. While a response takes long to generate, its clients
        // wait and send no new requests.
        if (entry || isHot(response.requestRate, response.startedAt)) {
          put(key, response, now, Math.min(until, now + MAX_REFRESH_TIME_ALLOWING_STALE));
        }
      } else if (entry) {
        // Keep the old eviction time, because writers wait for it.
        entry.response = response;
      }
    },
    evict,
    clear() {
      for (const key of [...stale.keys()]) evict(key);
    },
    async allEvicted() {
      await Promise.all(evictions);
    },
  };
}
