import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { folderStorage } from './folder-storage.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'composable-jobs-test-'));
});
afterEach(() => removeFolder(parent));

const content = Buffer.from('a logo');

test('the first file creates the folder', async () => {
  const storage = folderStorage(join(parent, 'deep/uploads'));
  expect(await storage.list()).toEqual([]);
  expect(await storage.read('a.webp')).toBeUndefined();
  await storage.remove('a.webp');
  expect(await readdir(parent)).toEqual([]);

  await storage.put('a.webp', content);
  expect(await storage.read('a.webp')).toEqual(content);
  expect(await readdir(join(parent, 'deep/uploads'))).toEqual(['a.webp']);
});

test('a file is replaced and removed', async () => {
  const storage = folderStorage(parent);
  await storage.put('a.webp', Buffer.from('another'));
  await Promise.all([storage.put('a.webp', content), storage.put('a.webp', content)]);
  expect(await storage.read('a.webp')).toEqual(content);
  expect(await storage.list()).toEqual([{ name: 'a.webp', written: expect.any(Number) }]);

  await storage.remove('a.webp');
  expect(await readdir(parent)).toEqual([]);
});

test('a failed write leaves nothing behind', async () => {
  const storage = folderStorage(parent);
  // A file cannot be renamed over a folder that is not empty.
  await mkdir(join(parent, 'a.webp/inside'), { recursive: true });
  await expect(storage.put('a.webp', content)).rejects.toThrow();
  expect(await readdir(parent)).toEqual(['a.webp']);
});

test('files that a crash left incomplete are listed', async () => {
  const storage = folderStorage(parent);
  await writeFile(join(parent, 'a.webp.1234.part'), 'half a lo');
  await mkdir(join(parent, 'a-folder'));
  expect((await storage.list()).map(({ name }) => name)).toEqual(['a.webp.1234.part']);
});
