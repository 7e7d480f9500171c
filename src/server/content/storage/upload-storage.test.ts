import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { makeDataDir } from '#tests/support/process.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { openUploadStorage } from './open-upload-storage.ts';
import { type S3Server, startS3Server } from './testing/s3-server.ts';
import type { UploadStorage } from './upload-storage.ts';

let dataDir: string;
let store: S3Server;
beforeEach(async () => {
  dataDir = await makeDataDir();
  store = await startS3Server();
  vi.stubEnv('AWS_ACCESS_KEY_ID', store.keys.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', store.keys.secretAccessKey);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await store.goDown();
  await removeFolder(dataDir);
});

const NAME = `${'a'.repeat(64)}.webp`;
const content = Buffer.from([0, 255, 13, 10, 128]);

describe.each([
  ['a folder', () => ({})],
  ['a bucket', () => ({ UPLOADS_URL: `s3://board/logos?region=auto&endpoint=${store.origin}` })],
])('an upload storage in %s', (_name, settings: () => Record<string, string>) => {
  const open = (): UploadStorage =>
    openUploadStorage(readConfig({ DATA_DIR: join(dataDir, 'data'), ...settings() }));

  test('a storage is initially empty, and removing a missing file succeeds', async () => {
    expect(await open().list()).toEqual([]);
    expect(await open().read(NAME)).toBeUndefined();
    await open().remove(NAME);
  });

  test('another instance of the storage reads a written file unchanged until it is removed', async () => {
    const [one, other] = [open(), open()];
    expect(await other.read(NAME)).toBeUndefined();
    await one.put(NAME, content);
    expect(await one.read(NAME)).toEqual(content);
    expect(await other.read(NAME)).toEqual(content);
    await other.remove(NAME);
    expect(await other.read(NAME)).toBeUndefined();
    expect(await open().read(NAME)).toBeUndefined();
    expect(await one.list()).toEqual([]);
  });

  test('the list states when each file was written', async () => {
    const before = Date.now();
    await open().put(NAME, Buffer.from('another'));
    await open().put(NAME, content);
    const [file, ...rest] = await open().list();
    expect(rest).toEqual([]);
    expect(file?.name).toBe(NAME);
    // The timestamps of files come from a less precise clock.
    expect(file?.written).toBeGreaterThan(before - 1_000);
    expect(file?.written).toBeLessThan(Date.now() + 1_000);
    expect(await open().read(NAME)).toEqual(content);
  });

  test('concurrent writes of the same file succeed', async () => {
    await Promise.all([1, 2, 3].map(() => open().put(NAME, content)));
    expect(await open().list()).toHaveLength(1);
  });
});
