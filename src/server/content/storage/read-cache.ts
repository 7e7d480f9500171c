import { LRUCache } from 'lru-cache';
import type { UploadStorage } from './upload-storage.ts';

export type ReadCacheOptions = {
  bytes: number;
  /** How long what another process has removed may still be read (ms). */
  lifetime: number;
};

/**
 * A storage whose files are asked for once in a while, however often they are read, for one that is far away. Files of
 * one name have to be the same; that there is none is asked for each time.
 */
export function cacheReads(
  storage: UploadStorage,
  { bytes, lifetime }: ReadCacheOptions,
): UploadStorage {
  const kept = new LRUCache<string, Buffer>({
    maxSize: bytes,
    sizeCalculation: (content) => content.length + 1,
    ttl: lifetime,
    fetchMethod: (name) => storage.read(name),
    // Who has begun to read gets the file, though it is removed or forgotten meanwhile; it is kept no more then.
    ignoreFetchAbort: true,
  });
  return {
    read: (name) => kept.fetch(name),
    list: () => storage.list(),
    async put(name, content) {
      await storage.put(name, content);
      // Who asks from now on does not wait with those who asked before it was there.
      kept.delete(name);
    },
    async remove(name) {
      await storage.remove(name);
      kept.delete(name);
    },
  };
}
