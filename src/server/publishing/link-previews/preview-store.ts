import { LRUCache } from 'lru-cache';

export type PreviewStore = {
  /** The picture under this key, drawn where it is not kept; by many at once, it is drawn once. */
  get(key: string, draw: () => Promise<Buffer>): Promise<Buffer>;
};

/** Keeps the pictures that were asked for last, up to so many bytes. */
export function createPreviewStore(bytes: number): PreviewStore {
  const kept = new LRUCache<string, Buffer>({
    maxSize: bytes,
    sizeCalculation: (picture) => picture.length,
  });
  const underway = new Map<string, Promise<Buffer>>();

  async function drawAndKeep(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    try {
      const picture = await draw();
      kept.set(key, picture);
      return picture;
    } finally {
      underway.delete(key);
    }
  }

  return {
    async get(key, draw) {
      const known = kept.get(key) ?? underway.get(key);
      if (known) return known;
      const drawing = drawAndKeep(key, draw);
      underway.set(key, drawing);
      return drawing;
    },
  };
}
