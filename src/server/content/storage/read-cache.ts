import { LRUCache } from 'lru-cache';
import type { UploadStorage } from './upload-storage.ts';

export type ReadCacheOptions = {
  bytes: number;
  /** How long a file can still be read after another process has removed it (ms). */
  lifetime: number;
};

/**
 * Read cache for a remote storage. Caches files, but neither missing files nor failures. The content of a file name
 * must never change. Single-flight: concurrent reads of one file share a request.
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
    // If the entry of a pending read is removed, the read still resolves, but its result is not cached.
    ignoreFetchAbort: true,
  });
  return {
    read: (name) => cache.fetch(name),
    list: () => storage.list(),
    async put(name, content) {
      await storage.put(name, content);
      // New readers must not share a pending read that began before the file was written.
      cache.delete(name);
    },
    async remove(name) {
      await storage.remove(name);
      cache.delete(name);
    },
  };
}
