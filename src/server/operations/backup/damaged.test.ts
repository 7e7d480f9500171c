import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar';
import { beforeAll, expect, test } from 'vitest';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import { storeUpload } from '#server/modules/uploads/commands.ts';
import { createJob } from '#server/testing/factories.ts';
import { makeDataDir } from '#server/testing/process.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { MANIFEST, SUMS, sha256Of, sumLine, TOTALS } from './format.ts';
import { UnusableBackupError } from './read-backup.ts';
import { checkBackup } from './restore-board.ts';
import { backUp, emptyPlace, newFile, query, restore } from './testing/boards.ts';

type Entry = { name: string; text: string };

let backup: Buffer;
let entries: Entry[];
beforeAll(async () => {
  const database = await openTestDatabase();
  const place = { url: database.url, dataDir: await makeDataDir() };
  for (let n = 0; n < 50; n += 1) await createJob(database.db, { title: `Maker ${n}` });
  await storeUpload(database.db, openUploadStorage(place), Buffer.from('one'));
  await storeUpload(database.db, openUploadStorage(place), Buffer.from('two'));
  const file = await backUp(place, { path: join(place.dataDir, 'board.tar.gz') });
  backup = await readFile(file);
  await rm(place.dataDir, { recursive: true });
  entries = (await unpackTar(gunzipSync(backup))).map(({ header, data }) => ({
    name: header.name,
    text: Buffer.from(data ?? []).toString(),
  }));
  await database.close();
});

/** What is said of a file with this content. */
async function verdict(content: Buffer): Promise<string> {
  const path = await newFile();
  await writeFile(path, content);
  try {
    await checkBackup(path);
  } catch (error) {
    if (error instanceof UnusableBackupError) return error.message;
    throw error;
  }
  return 'whole';
}

async function packed(changed: Entry[]): Promise<Buffer> {
  const content = changed.map(({ name, text }) => {
    const body = Buffer.from(text);
    return { header: { name, size: body.length }, body };
  });
  return gzipSync(await packTar(content));
}

/** With checksums that are right. */
function summed(changed: Entry[]): Entry[] {
  const others = changed.filter(({ name }) => name !== SUMS);
  const text = others.map((entry) => sumLine(entry.name, sha256Of(entry.text))).join('');
  return [...others, { name: SUMS, text }];
}

const at = (name: string) => entries.findIndex((entry) => entry.name.startsWith(name));

function changed(name: string, change: (text: string) => string): Entry[] {
  return entries.with(at(name), {
    name: entries[at(name)]?.name ?? '',
    text: change(entries[at(name)]?.text ?? ''),
  });
}

test('a backup that nobody has touched is whole, also packed anew', async () => {
  expect(await verdict(backup)).toBe('whole');
  expect(await verdict(await packed(entries))).toBe('whole');
  expect(await verdict(await packed(summed(entries)))).toBe('whole');
});

test.each([0, 1, 9, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, -9, -8, -4, -1])(
  'one that is cut off at %d is refused',
  async (place) => {
    const length =
      place < 0 ? backup.length + place : place < 1 ? Math.floor(place * backup.length) : place;
    expect(await verdict(backup.subarray(0, length))).toMatch(
      /^(The backup is damaged: |This is no)/,
    );
  },
);

/** Not all bytes say something of the content: some of gzip's header do not, nor how far zeros are copied. */
function saysTheSame(file: Buffer): boolean {
  try {
    return gunzipSync(file).equals(gunzipSync(backup));
  } catch {
    return false;
  }
}

test.each([0, 2, 10, 40, 0.1, 0.2, 0.4, 0.5, 0.6, 0.8, 0.95, -8, -5, -4, -1])(
  'one with another byte at %d or behind it is refused',
  async (place) => {
    const first =
      place < 0
        ? backup.length + place
        : place > 0 && place < 1
          ? Math.floor(place * backup.length)
          : place;
    for (let index = first; ; index += 1) {
      const flipped = Buffer.from(backup);
      flipped[index] = (flipped[index] ?? 0) ^ 0x10;
      if (saysTheSame(flipped)) continue;
      expect(await verdict(flipped)).toMatch(/^(The backup is damaged: |This is no)/);
      return;
    }
  },
);

test.each<[string, () => Entry[]]>([
  ['a missing part', () => entries.toSpliced(at('tables/jobs/'), 1)],
  ['a missing upload', () => entries.toSpliced(at('uploads/'), 1)],
  [
    'a doubled part',
    () =>
      entries.toSpliced(
        at('tables/jobs/'),
        0,
        ...entries.slice(at('tables/jobs/'), at('tables/jobs/') + 1),
      ),
  ],
  ['no end', () => entries.slice(0, -1)],
  ['no totals', () => summed(entries.toSpliced(at(TOTALS), 1))],
  ['an end in the middle', () => [...entries.slice(0, -3), ...entries.slice(-1)]],
  ['something behind its end', () => [...entries, { name: 'uploads/more.webp', text: 'more' }]],
  ['two ends', () => [...entries, ...entries.slice(-1)]],
  ['another value', () => changed('tables/jobs/', (text) => text.replace('Maker 7', 'Maker 8'))],
  ['another upload', () => changed('uploads/', () => 'abc')],
  [
    'an upload under another’s name',
    () => {
      const [one, two] = [at('uploads/'), at('uploads/') + 1];
      return entries.with(one, { name: entries[one]?.name ?? '', text: entries[two]?.text ?? '' });
    },
  ],
  [
    'a file for another folder',
    () => summed(entries.toSpliced(at(TOTALS), 0, { name: 'uploads/../../evil', text: '' })),
  ],
  [
    'a hidden file',
    () => summed(entries.toSpliced(at(TOTALS), 0, { name: 'uploads/..', text: '' })),
  ],
  [
    'a table that it does not name',
    () =>
      summed(entries.toSpliced(at(TOTALS), 0, { name: 'tables/pg_authid/000001.copy', text: '' })),
  ],
  ['totals that cannot be read', () => summed(changed(TOTALS, () => '{'))],
  ['two manifests', () => summed([...entries.slice(0, 1), ...entries])],
])('one with %s is refused', async (_, change) => {
  expect(await verdict(await packed(change()))).toMatch(/^The backup is damaged: [^\n]+\.$/);
});

test('one with an entry that is too large for memory is refused', async () => {
  const large = entries.toSpliced(at(TOTALS), 0, {
    name: 'uploads/large.webp',
    text: '0'.repeat(64 * 1024 * 1024 + 1),
  });
  expect(await verdict(await packed(summed(large)))).toBe(
    'The backup is damaged: an entry is larger than any may be.',
  );
});

const NONE = 'This is no backup of Composable Jobs.';

test.each<[string, () => Promise<Buffer> | Buffer, string]>([
  ['an empty file', () => Buffer.alloc(0), NONE],
  ['a text', () => Buffer.from('-- PostgreSQL database dump\n'), NONE],
  ['an empty archive', () => packed([]), NONE],
  ['an archive of something else', () => packed([{ name: 'README.md', text: '' }]), NONE],
  [
    'another program’s backup',
    () => packed(summed(changed(MANIFEST, (text) => text.replace('composable', 'other')))),
    NONE,
  ],
  ['a manifest that is none', () => packed(summed(changed(MANIFEST, () => 'null'))), NONE],
  [
    'a newer format',
    () => packed(summed(changed(MANIFEST, (text) => text.replace('"version": 1', '"version": 2')))),
    'The backup was written by a newer version of this program.',
  ],
  [
    'a newer board',
    () =>
      packed(
        summed(
          changed(MANIFEST, (text) =>
            text.replace('"0006_call_counts"', '"0006_call_counts", "9999_more"'),
          ),
        ),
      ),
    'The backup is of a newer version of the board than this program.',
  ],
])('%s is told apart', async (_, content, said) => {
  expect(await verdict(await content())).toBe(said);
});

const otherRows = () =>
  packed(summed(changed('tables/jobs/', (text) => text.replace('Maker', 'M'))));
const moreRows = () =>
  packed(summed(changed(TOTALS, (text) => text.replace(/"jobs": \d+/, '"jobs": 51'))));

test.each<[string, () => Promise<Buffer> | Buffer, () => Promise<Buffer>]>([
  ['other rows are in it when it is restored', () => backup, otherRows],
  ['it tells of more rows than it has', moreRows, moreRows],
])('nothing stays of a backup when %s', async (_, content, later) => {
  const path = await newFile();
  await writeFile(path, await content());
  const place = await emptyPlace();
  const restored = restore(path, place, async () => writeFile(path, await later()));
  await expect(restored).rejects.toThrow('The file has changed while it was read.');
  expect(await query(place.url, `select to_regclass('jobs') as jobs`)).toEqual([{ jobs: null }]);
});
