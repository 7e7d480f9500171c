import { LRUCache } from 'lru-cache';
import { type ChangeTopic, EVERYTHING, readChange } from '#server/db/change-listener.ts';
import type { KeySpace } from './cache-key.ts';
import { type CachedResponse, sizeOf } from './cached-response.ts';
import { ALL_JOBS } from './pending-response.ts';

/**
 * The share of the memory for responses with unbounded keys. It is limited, so that they do not evict the pages that
 * most visitors read.
 */
const UNBOUNDED_SHARE = 1 / 4;

export type ResponseStore = {
  /** Returns the fresh response. */
  get(key: string): CachedResponse | undefined;
  /** Returns the latest response, which a change may have made stale. */
  getLatest(key: string): CachedResponse | undefined;
  set(key: string, keySpace: KeySpace, response: CachedResponse): void;
  /**
   * Recalculates the size of a response that has a new representation. Does nothing if the response is no longer
   * stored.
   */
  updateSize(key: string, response: CachedResponse): void;
  delete(key: string): void;
  /**
   * Marks every fresh response that depends on the topic as stale, and returns these. If the change is a removal, evicts
   * every response that depends on the topic. For `EVERYTHING`, evicts all responses but returns none.
   */
  expire(changed: ChangeTopic): [key: string, response: CachedResponse][];
  /** The memory in use (bytes). */
  size(): number;
  count(): number;
};

/** Creates an LRU store of cached responses by key, with a maximum memory (bytes). */
export function createResponseStore(bytes: number): ResponseStore {
  const keysByTopic = new Map<ChangeTopic, Set<string>>();

  const createCache = (maxSize: number) =>
    new LRUCache<string, CachedResponse>({
      maxSize: Math.max(1, Math.floor(maxSize)),
      sizeCalculation: (response, key) => sizeOf(response) + 2 * key.length,
      dispose: ({ topics }, key) => {
        for (const topic of topics) {
          const keys = keysByTopic.get(topic);
          keys?.delete(key);
          if (keys?.size === 0) keysByTopic.delete(topic);
        }
      },
    });
  const caches: Record<KeySpace, LRUCache<string, CachedResponse>> = {
    bounded: createCache(bytes * (1 - UNBOUNDED_SHARE)),
    unbounded: createCache(bytes * UNBOUNDED_SHARE),
  };

  function remove(key: string): void {
    caches.bounded.delete(key);
    caches.unbounded.delete(key);
  }

  function set(key: string, keySpace: KeySpace, response: CachedResponse): void {
    remove(key);
    // `LRUCache` rejects a response that is larger than its maximum.
    if (!caches[keySpace].set(key, response).has(key)) return;
    for (const topic of response.topics) {
      const keys = keysByTopic.get(topic) ?? new Set();
      keysByTopic.set(topic, keys.add(key));
    }
  }

  const getLatest = (key: string) => caches.bounded.get(key) ?? caches.unbounded.get(key);

  return {
    get(key) {
      const latest = getLatest(key);
      return latest?.changedAt === undefined ? latest : undefined;
    },
    getLatest,
    set,
    updateSize(key, response) {
      for (const keySpace of ['bounded', 'unbounded'] as const) {
        if (caches[keySpace].peek(key) === response) set(key, keySpace, response);
      }
    },
    delete: remove,
    expire(changed) {
      const { topic: changedTopic, isRemoval } = readChange(changed);
      if (changed === EVERYTHING) {
        caches.bounded.clear();
        caches.unbounded.clear();
        return [];
      }
      const affected =
        changedTopic === ALL_JOBS
          ? [...keysByTopic].flatMap(([topic, keys]) => (topic.startsWith('job:') ? [...keys] : []))
          : [...(keysByTopic.get(changedTopic) ?? [])];
      const expired = new Map<string, CachedResponse>();
      for (const key of affected) {
        const response = caches.bounded.peek(key) ?? caches.unbounded.peek(key);
        if (response && response.changedAt === undefined) expired.set(key, response);
        if (response) response.changedAt ??= performance.now();
        if (isRemoval) remove(key);
      }
      return [...expired];
    },
    size: () => caches.bounded.calculatedSize + caches.unbounded.calculatedSize,
    count: () => caches.bounded.size + caches.unbounded.size,
  };
}
