import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeDataDir } from '#tests/support/process.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { folderStorage } from './folder-storage.ts';
import { cacheReads } from './read-cache.ts';

const LIFETIME = 60_000;
const A = 'a.webp';
const content = Buffer.from('a logo');

let folder: string;
/** The time of the cache's clock (ms). */
let now: number;
beforeEach(async () => {
  folder = await makeDataDir();
  now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await removeFolder(folder);
});

function open(bytes = 1_000) {
  const files = folderStorage(folder);
  const read = vi.spyOn(files, 'read');
  return { files, read, storage: cacheReads(files, { bytes, lifetime: LIFETIME }) };
}

test('a file is read once for many readers, and again after its lifetime', async () => {
  const { files, read, storage } = open();
  await storage.put(A, content);
  expect(await Promise.all([storage.read(A), storage.read(A)])).toEqual([content, content]);
  expect(await storage.read(A)).toEqual(content);
  expect(read).toHaveBeenCalledTimes(1);
  // Remove the file as another process would.
  await files.remove(A);
  now += LIFETIME - 1_000;
  expect(await storage.read(A)).toEqual(content);
  now += 2_000;
  // The cache reads its clock at most once per millisecond.
  await expect.poll(() => storage.read(A)).toBeUndefined();
});

test('a file that is removed through the cache disappears at once', async () => {
  const { storage } = open();
  await storage.put(A, content);
  await storage.read(A);
  await storage.remove(A);
  expect(await storage.read(A)).toBeUndefined();
});

test('a file removed during a read may still be returned but is not cached', async () => {
  const { storage } = open();
  await storage.put(A, content);
  const reading = storage.read(A);
  await storage.remove(A);
  expect([content, undefined]).toContainEqual(await reading);
  expect(await storage.read(A)).toBeUndefined();
});

test('neither missing files nor failures are cached', async () => {
  const { read, storage } = open();
  expect(await storage.read(A)).toBeUndefined();
  await storage.put(A, content);
  read.mockRejectedValueOnce(new Error('not now'));
  await expect(storage.read(A)).rejects.toThrow('not now');
  expect(await storage.read(A)).toEqual(content);
});

test('the cache evicts files when it exceeds its maximum size', async () => {
  const { read, storage } = open(10);
  for (const name of [A, 'b.webp']) {
    await storage.put(name, content);
    await storage.read(name);
  }
  await storage.read(A);
  expect(read).toHaveBeenCalledTimes(3);
});
