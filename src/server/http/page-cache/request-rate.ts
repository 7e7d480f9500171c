import { LRUCache } from 'lru-cache';

/** The length of the time buckets in which requests are counted (ms). */
const BUCKET = 128;

/**
 * A key with at least this number of requests in the current and the previous bucket is hot, that is, another request
 * is likely soon.
 */
const HOT_COUNT = 8;

/**
 * The maximum number of keys whose request rate is stored. Beyond that, the least recently requested keys are dropped.
 */
const MAX_KEYS = 1_000;

/** How often a key was requested: in the bucket of its last request, in the bucket before that, and in total. */
export type RequestRate = { bucket: number; count: number; previous: number; total: number };

export function newRequestRate(): RequestRate {
  return { bucket: 0, count: 0, previous: 0, total: 0 };
}

/** Creates a function that returns the request rate of a cache key. Rates are stored independently of responses. */
export function createRequestRates(): (key: string) => RequestRate {
  const rates = new LRUCache<string, RequestRate>({ max: MAX_KEYS });
  return (key) => {
    const rate = rates.get(key) ?? newRequestRate();
    rates.set(key, rate);
    return rate;
  };
}

/**
 * Counts a request for a key.
 * @param now monotonic clock (ms)
 */
export function countRequest(rate: RequestRate, now: number): void {
  const bucket = Math.floor(now / BUCKET);
  if (bucket !== rate.bucket) {
    rate.previous = bucket === rate.bucket + 1 ? rate.count : 0;
    rate.bucket = bucket;
    rate.count = 0;
  }
  rate.count += 1;
  rate.total += 1;
}

/**
 * Whether the key was hot at a time.
 * @param at monotonic clock (ms); may be before the last request
 */
export function isHot({ bucket, count, previous }: RequestRate, at: number): boolean {
  const age = Math.floor(at / BUCKET) - bucket;
  if (age > 1) return false;
  return (age <= 0 ? count + previous : count) >= HOT_COUNT;
}
