import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar';
import { beforeAll, expect, test } from 'vitest';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import { storeUpload } from '#server/modules/uploads/commands.ts';
import { VERSION } from '#server/platform/version.ts';
import { createJob } from '#tests/support/factories.ts';
import { makeDataDir } from '#tests/support/process.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { MANIFEST, SUMS, sha256Of, sumLine, TOTALS } from './format.ts';
import { UnusableBackupError } from './read-backup.ts';
import { checkBackup } from './restore-board.ts';
import { backUp, emptyLocation, newFile, query, restore } from './testing/boards.ts';

type Entry = { name: string; text: string };

let backup: Buffer;
let entries: Entry[];
beforeAll(async () => {
  const database = await openTestDatabase();
  const location = { url: database.url, dataDir: await makeDataDir() };
  for (let n = 0; n < 50; n += 1) await createJob(database.db, { title: `Maker ${n}` });
  await storeUpload(database.db, openUploadStorage(location), Buffer.from('one'));
  await storeUpload(database.db, openUploadStorage(location), Buffer.from('two'));
  const file = await backUp(location, { path: join(location.dataDir, 'board.tar.gz') });
  backup = await readFile(file);
  await removeFolder(location.dataDir);
  entries = (await unpackTar(gunzipSync(backup))).map(({ header, data }) => ({
    name: header.name,
    text: Buffer.from(data ?? []).toString(),
  }));
  await database.close();
});

/** Checks a file with this content. Returns the error message, or `intact`. */
async function check(content: Buffer): Promise<string> {
  const path = await newFile();
  await writeFile(path, content);
  try {
    await checkBackup(path);
  } catch (error) {
    if (error instanceof UnusableBackupError) return error.message;
    throw error;
  }
  return 'intact';
}

async function packed(changed: Entry[]): Promise<Buffer> {
  const content = changed.map(({ name, text }) => {
    const body = Buffer.from(text);
    return { header: { name, size: body.length }, body };
  });
  return gzipSync(await packTar(content));
}

/** Recomputes the checksums of a backup after a change to its content. */
function withChecksums(changed: Entry[]): Entry[] {
  const others = changed.filter(({ name }) => name !== SUMS);
  const text = others.map((entry) => sumLine(entry.name, sha256Of(entry.text))).join('');
  return [...others, { name: SUMS, text }];
}

const indexOf = (name: string) => entries.findIndex((entry) => entry.name.startsWith(name));

function changed(name: string, change: (text: string) => string): Entry[] {
  const index = indexOf(name);
  return entries.with(index, {
    name: entries[index]?.name ?? '',
    text: change(entries[index]?.text ?? ''),
  });
}

test('an unchanged backup is intact, and so is one that was unpacked and packed again', async () => {
  expect(await check(backup)).toBe('intact');
  expect(await check(await packed(entries))).toBe('intact');
  expect(await check(await packed(withChecksums(entries)))).toBe('intact');
});

test.each([0, 1, 9, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, -9, -8, -4, -1])(
  'a backup that is cut off at the byte or share %d is refused',
  async (offset) => {
    const length =
      offset < 0
        ? backup.length + offset
        : offset < 1
          ? Math.floor(offset * backup.length)
          : offset;
    expect(await check(backup.subarray(0, length))).toMatch(
      /^(The backup is damaged: |This file is not a backup)/,
    );
  },
);

/**
 * Whether the file decompresses to the same content as the backup. This is so if only certain bytes of the gzip header
 * have changed, or the distances from which deflate copies zeros.
 */
function hasSameContent(file: Buffer): boolean {
  try {
    return gunzipSync(file).equals(gunzipSync(backup));
  } catch {
    return false;
  }
}

test.each([0, 2, 10, 40, 0.1, 0.2, 0.4, 0.5, 0.6, 0.8, 0.95, -8, -5, -4, -1])(
  'a backup with a changed byte at or after %d is refused',
  async (offset) => {
    const first =
      offset < 0
        ? backup.length + offset
        : offset > 0 && offset < 1
          ? Math.floor(offset * backup.length)
          : offset;
    for (let index = first; ; index += 1) {
      const flipped = Buffer.from(backup);
      flipped[index] = (flipped[index] ?? 0) ^ 0x10;
      if (hasSameContent(flipped)) continue;
      expect(await check(flipped)).toMatch(/^(The backup is damaged: |This file is not a backup)/);
      return;
    }
  },
);

test.each<[string, () => Entry[]]>([
  ['a missing part', () => entries.toSpliced(indexOf('tables/jobs/'), 1)],
  ['a missing upload', () => entries.toSpliced(indexOf('uploads/'), 1)],
  [
    'a duplicated part',
    () =>
      entries.toSpliced(
        indexOf('tables/jobs/'),
        0,
        ...entries.slice(indexOf('tables/jobs/'), indexOf('tables/jobs/') + 1),
      ),
  ],
  ['no end', () => entries.slice(0, -1)],
  ['no totals', () => withChecksums(entries.toSpliced(indexOf(TOTALS), 1))],
  ['an end in the middle', () => [...entries.slice(0, -3), ...entries.slice(-1)]],
  ['an entry after its end', () => [...entries, { name: 'uploads/more.webp', text: 'more' }]],
  ['two ends', () => [...entries, ...entries.slice(-1)]],
  ['a changed value', () => changed('tables/jobs/', (text) => text.replace('Maker 7', 'Maker 8'))],
  ['a changed upload', () => changed('uploads/', () => 'abc')],
  [
    'an upload under another name',
    () => {
      const [one, two] = [indexOf('uploads/'), indexOf('uploads/') + 1];
      return entries.with(one, { name: entries[one]?.name ?? '', text: entries[two]?.text ?? '' });
    },
  ],
  [
    'a file for another folder',
    () =>
      withChecksums(
        entries.toSpliced(indexOf(TOTALS), 0, { name: 'uploads/../../evil', text: '' }),
      ),
  ],
  [
    'a hidden file',
    () => withChecksums(entries.toSpliced(indexOf(TOTALS), 0, { name: 'uploads/..', text: '' })),
  ],
  [
    'a table that its manifest does not list',
    () =>
      withChecksums(
        entries.toSpliced(indexOf(TOTALS), 0, { name: 'tables/pg_authid/000001.copy', text: '' }),
      ),
  ],
  ['invalid totals', () => withChecksums(changed(TOTALS, () => '{'))],
  ['two manifests', () => withChecksums([...entries.slice(0, 1), ...entries])],
])('a backup with %s is refused', async (_, change) => {
  expect(await check(await packed(change()))).toMatch(/^The backup is damaged: [^\n]+\.$/);
});

test('a backup with an entry that is too large for memory is refused', async () => {
  const large = entries.toSpliced(indexOf(TOTALS), 0, {
    name: 'uploads/large.webp',
    text: '0'.repeat(64 * 1024 * 1024 + 1),
  });
  expect(await check(await packed(withChecksums(large)))).toBe(
    'The backup is damaged: an entry is too large.',
  );
});

const NOT_A_BACKUP = 'This file is not a backup of Composable Jobs.';

test.each<[string, () => Promise<Buffer> | Buffer, string]>([
  ['an empty file', () => Buffer.alloc(0), NOT_A_BACKUP],
  ['a text file', () => Buffer.from('-- PostgreSQL database dump\n'), NOT_A_BACKUP],
  ['an empty archive', () => packed([]), NOT_A_BACKUP],
  ['an unrelated archive', () => packed([{ name: 'README.md', text: '' }]), NOT_A_BACKUP],
  [
    'another program’s backup',
    () => packed(withChecksums(changed(MANIFEST, (text) => text.replace('composable', 'other')))),
    NOT_A_BACKUP,
  ],
  [
    'an invalid manifest',
    () => packed(withChecksums(changed(MANIFEST, () => 'null'))),
    NOT_A_BACKUP,
  ],
  [
    'a newer format',
    () =>
      packed(
        withChecksums(changed(MANIFEST, (text) => text.replace('"version": 1', '"version": 2'))),
      ),
    'The backup was written by a newer version of this program. Update this program.',
  ],
  [
    'a newer board',
    () =>
      packed(
        withChecksums(
          changed(MANIFEST, (text) =>
            text.replace('"0000_release_1_0_0"', '"0000_release_1_0_0", "9999_more"'),
          ),
        ),
      ),
    `The backup is from version ${VERSION} of the board, which is newer than this program (${VERSION}). Update this program.`,
  ],
  [
    'an older board',
    () =>
      packed(
        withChecksums(
          changed(MANIFEST, (text) => text.replace('"0000_release_1_0_0"', '"0000_public_board"')),
        ),
      ),
    'The backup is from a version of the board that is older than 1.0.0, which this program cannot restore.',
  ],
])('a check reports %s', async (_, content, message) => {
  expect(await check(await content())).toBe(message);
});

const otherRows = () =>
  packed(withChecksums(changed('tables/jobs/', (text) => text.replace('Maker', 'M'))));
const moreRows = () =>
  packed(withChecksums(changed(TOTALS, (text) => text.replace(/"jobs": \d+/, '"jobs": 51'))));

test.each<[string, () => Promise<Buffer> | Buffer, () => Promise<Buffer>]>([
  ['the rows of the backup change after the check', () => backup, otherRows],
  ['the totals of the backup list more rows than it contains', moreRows, moreRows],
])('a restore stores nothing when %s', async (_, content, later) => {
  const path = await newFile();
  await writeFile(path, await content());
  const location = await emptyLocation();
  const restored = restore(path, location, async () => writeFile(path, await later()));
  await expect(restored).rejects.toThrow('The file has changed while it was read.');
  expect(await query(location.url, `select to_regclass('jobs') as jobs`)).toEqual([{ jobs: null }]);
});
