import { LRUCache } from 'lru-cache';
import { type ChangeTopic, EVERYTHING } from '#server/db/change-listener.ts';
import type { AddressVariety } from './cache-key.ts';
import { type CachedResponse, sizeOf } from './cached-response.ts';
import { MANY_JOBS } from './pending-response.ts';

/** For addresses of which there are endlessly many: they must not push out what everyone reads. */
const SHARE_OF_ENDLESS = 1 / 4;

export type ResponseStore = {
  get(address: string): CachedResponse | undefined;
  set(address: string, variety: AddressVariety, answer: CachedResponse): void;
  /** Counts anew what it takes, where it is still kept. */
  grow(address: string, answer: CachedResponse): void;
  delete(address: string): void;
  /** Drops all that show it, and returns them; not where it is everything. */
  drop(changed: ChangeTopic): [address: string, answer: CachedResponse][];
  /** In bytes. */
  size(): number;
  count(): number;
};

/** Finished answers by their address, within so many bytes. */
export function createResponseStore(bytes: number): ResponseStore {
  const addresses = new Map<ChangeTopic, Set<string>>();

  const createCache = (maxSize: number) =>
    new LRUCache<string, CachedResponse>({
      maxSize: Math.max(1, Math.floor(maxSize)),
      sizeCalculation: (answer, address) => sizeOf(answer) + 2 * address.length,
      dispose: ({ topics }, address) => {
        for (const topic of topics) {
          const showing = addresses.get(topic);
          showing?.delete(address);
          if (showing?.size === 0) addresses.delete(topic);
        }
      },
    });
  const caches: Record<AddressVariety, LRUCache<string, CachedResponse>> = {
    few: createCache(bytes * (1 - SHARE_OF_ENDLESS)),
    endless: createCache(bytes * SHARE_OF_ENDLESS),
  };

  function remove(address: string): void {
    caches.few.delete(address);
    caches.endless.delete(address);
  }

  function set(address: string, variety: AddressVariety, answer: CachedResponse): void {
    remove(address);
    // One that is larger than all that may be kept is not.
    if (!caches[variety].set(address, answer).has(address)) return;
    for (const topic of answer.topics) {
      const showing = addresses.get(topic) ?? new Set();
      addresses.set(topic, showing.add(address));
    }
  }

  return {
    get: (address) => caches.few.get(address) ?? caches.endless.get(address),
    set,
    grow(address, answer) {
      for (const variety of ['few', 'endless'] as const) {
        if (caches[variety].peek(address) === answer) set(address, variety, answer);
      }
    },
    delete: remove,
    drop(changed) {
      if (changed === EVERYTHING) {
        caches.few.clear();
        caches.endless.clear();
        return [];
      }
      const showing =
        changed === MANY_JOBS
          ? [...addresses].flatMap(([topic, of]) => (topic.startsWith('job:') ? [...of] : []))
          : [...(addresses.get(changed) ?? [])];
      const dropped = new Map<string, CachedResponse>();
      for (const address of showing) {
        const answer = caches.few.peek(address) ?? caches.endless.peek(address);
        if (answer) dropped.set(address, answer);
        remove(address);
      }
      return [...dropped];
    },
    size: () => caches.few.calculatedSize + caches.endless.calculatedSize,
    count: () => caches.few.size + caches.endless.size,
  };
}
