import { LRUCache } from 'lru-cache';
import type { UploadStorage } from './upload-storage.ts';

export type ReadCacheOptions = {
  bytes: number;
  /** How long a file may still be read after another process has removed it (ms). */
  lifetime: number;
};

/**
 * Read cache for a remote storage: caches files, but not missing files or failures. The content of a name must never
 * change. Concurrent reads of one name share one request (single-flight).
 */
export function cacheReads(
  storage: UploadStorage,
  { bytes, lifetime }: ReadCacheOptions,
): UploadStorage {
  const cache = new LRUCache<string, Buffer>({
    maxSize: bytes,
    sizeCalculation: (content) => content.length + 1,
    ttl: lifetime,
    fetchMethod: (name) => storage.read(name),
    // A pending read still resolves if its entry is removed meanwhile, but its result is not cached.
    ignoreFetchAbort: true,
  });
  return {
    read: (name) => cache.fetch(name),
    list: () => storage.list(),
    async put(name, content) {
      await storage.put(name, content);
      // New readers must not share a pending read that began before the file existed.
      cache.delete(name);
    },
    async remove(name) {
      await storage.remove(name);
      cache.delete(name);
    },
  };
}
