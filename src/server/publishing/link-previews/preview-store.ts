import { LRUCache } from 'lru-cache';

export type PreviewStore = {
  /**
   * Returns the picture with this key from the cache, or draws it. Concurrent calls draw it only once (single-flight).
   */
  get(key: string, draw: () => Promise<Buffer>): Promise<Buffer>;
};

/** Creates an LRU cache of pictures with a maximum size (bytes). */
export function createPreviewStore(bytes: number): PreviewStore {
  const cache = new LRUCache<string, Buffer>({
    maxSize: bytes,
    sizeCalculation: (picture) => picture.length,
  });
  const pending = new Map<string, Promise<Buffer>>();

  async function drawAndCache(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    try {
      const picture = await draw();
      cache.set(key, picture);
      return picture;
    } finally {
      pending.delete(key);
    }
  }

  return {
    async get(key, draw) {
      const cached = cache.get(key) ?? pending.get(key);
      if (cached) return cached;
      const drawing = drawAndCache(key, draw);
      pending.set(key, drawing);
      return drawing;
    },
  };
}
