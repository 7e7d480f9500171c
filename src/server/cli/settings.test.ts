import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import { uploadName } from '#server/content/storage/upload-name.ts';
import { pages } from '#server/db/page-tables.ts';
import { audit_events } from '#server/db/schema.ts';
import { board_settings } from '#server/db/setting-tables.ts';
import { storeUpload } from '#server/modules/uploads/commands.ts';
import { DEFAULT_SETTINGS, SETTING_NAMES } from '#shared/domain/board-settings.ts';
import { startCachedBoard } from '#tests/support/cached-board.ts';
import { twoColors } from '#tests/support/pictures.ts';
import { makeDataDir } from '#tests/support/process.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { runInProcess } from '#tests/support/run-command.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'composable-jobs-test-'));
});
afterEach(async () => {
  await removeFolder(folder);
  await database.close();
});

type Options = { from?: TestDatabase; environment?: Record<string, string> };

const settings = (parameters: string[], { from = database, environment = {} }: Options = {}) =>
  runInProcess('settings', { DATABASE_URL: from.url, ...environment }, parameters);

async function fileWith(text: string): Promise<string> {
  const file = join(folder, 'board.yaml');
  await writeFile(file, text);
  return file;
}

const storedValues = async ({ db }: TestDatabase = database) =>
  (await db.select().from(board_settings))[0]?.values ?? {};

const NORDLICHT = `name: "Nordlicht Jobs"
links:
  - label: "Status"
    url: "https://status.nordlicht.example"
payrequired: false
`;

test('an export of one board gives an empty one the same settings, pages, categories and pictures, and the same file', async () => {
  const other = await openTestDatabase();
  const [from, to] = [await makeDataDir(), await makeDataDir()];
  const one = { environment: { DATA_DIR: from } };
  const two = { from: other, environment: { DATA_DIR: to } };
  try {
    const logo = await twoColors().webp().toBuffer();
    const path = await storeUpload(database.db, openUploadStorage({ dataDir: from }), logo);
    const given = `${NORDLICHT}logo: "${path}"
pages:
  - slug: ethics
    title: Ethics
    text: |
      # We

      pay what we *state*.
    place: menu
    position: 10
categories:
  - slug: boats
    name: Boats
    words: [boatbuilder]
`;
    expect(await settings(['import', await fileWith(given)], one)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('pages: ethics is added\ncategories: boats is added\n'),
    });
    const first = join(folder, 'first.yaml');
    await settings(['export', first], one);
    const trial = await settings(['import', '--dry-run', first], two);
    expect(trial.output).toContain('categories: boats is added');
    expect(await other.db.$count(pages)).toBe(0);
    expect(await settings(['import', first], two)).toMatchObject({ exitCode: 0, errors: '' });
    const second = join(folder, 'second.yaml');
    await settings(['export', second], two);
    expect(await readFile(second, 'utf8')).toBe(await readFile(first, 'utf8'));
    expect(await openUploadStorage({ dataDir: to }).read(uploadName(logo))).toEqual(logo);
    expect((await settings(['import', first], two)).output).toBe(
      'The board has these settings already.\n',
    );
    // A file without them deletes them.
    await settings(['import', await fileWith(NORDLICHT)], two);
    expect(await other.db.$count(pages)).toBe(0);
  } finally {
    await other.close();
    for (const dir of [from, to]) await removeFolder(dir);
  }
});

test('a picture in a file that is not the one of its name is refused', async () => {
  const file = await fileWith(`pictures:\n  "/uploads/${'0'.repeat(64)}.webp": "UklGRg=="\n`);
  const { exitCode, errors } = await settings(['import', file]);
  expect([exitCode, errors]).toEqual([1, expect.stringContaining(`${file}:2: pictures.`)]);
});

describe('`settings import`', () => {
  test('sets all settings, missing ones to their defaults, and prints what has changed', async () => {
    await settings(['import', await fileWith('name: "Polar Jobs"\nyears: "2020"')]);
    expect(await settings(['import', await fileWith(NORDLICHT)])).toEqual({
      exitCode: 0,
      output: `name: "Polar Jobs" → "Nordlicht Jobs"
years: "2020" → "2025"
links: [] → [{"label":"Status","url":"https://status.nordlicht.example"}]
payrequired: true → false
`,
      errors: '',
    });
    expect(await storedValues()).toEqual({
      name: 'Nordlicht Jobs',
      links: [{ label: 'Status', url: 'https://status.nordlicht.example' }],
      payrequired: false,
    });
  });

  test('changes nothing if the board has the same settings already', async () => {
    const file = await fileWith(NORDLICHT);
    await settings(['import', file]);
    const before = await database.db.select().from(audit_events);
    expect(await settings(['import', file])).toEqual({
      exitCode: 0,
      output: 'The board has these settings already.\n',
      errors: '',
    });
    expect(await database.db.select().from(audit_events)).toEqual(before);
  });

  test('with --dry-run prints the same and changes nothing', async () => {
    const file = await fileWith(NORDLICHT);
    const trial = await settings(['import', '--dry-run', file]);
    expect(trial.errors).toBe('This was a dry run, so no setting has changed.\n');
    expect(await storedValues()).toEqual({});
    const { output } = await settings(['import', file]);
    expect(trial.output).toBe(output + trial.errors);
  });

  test('is recorded in the audit trail under its own name, and is undone there', async () => {
    await settings(['import', await fileWith(NORDLICHT)]);
    const events = await database.db.select().from(audit_events);
    expect(events).toMatchObject([
      {
        actor: 'npm run board -- settings',
        kind: 'settings',
        action: 'update',
        before: { name: DEFAULT_SETTINGS.name, links: [], payrequired: true },
        after: { name: 'Nordlicht Jobs', payrequired: false },
      },
    ]);
    const audit = (...parameters: string[]) =>
      runInProcess('audit', { DATABASE_URL: database.url }, parameters);
    const { output } = await audit('list', '--kind', 'settings', '--by', 'commands');
    expect(output).toMatch(/npm run board -- settings +update settings +board/);
    expect(await audit('restore', String(events[0]?.id))).toMatchObject({ exitCode: 0 });
    expect(await storedValues()).toEqual({});
  });

  test('of a broken file changes nothing, and names each fault with its line', async () => {
    await settings(['import', await fileWith(NORDLICHT)]);
    const before = await database.db.select().from(board_settings);
    const file = await fileWith(`name: ""
headin: "Jobs in the north"
subheading: Work: at sea
links:
  - label: "Status"
    url: "status.nordlicht.example"
years: 2026
review: "some"
payrequired: yes
`);
    expect(await settings(['import', file])).toEqual({
      exitCode: 1,
      output: expect.any(String),
      errors: `${file}:1: name: must not be empty.
${file}:2: headin: is unknown. Did you mean heading?
${file}:3: subheading: A text with a colon must be in quotes.
${file}:6: links.0.url: must be a web address that begins with http:// or https://.
${file}:7: years: must be text. Put it in quotes: "2026"
${file}:8: review: must be one of none, first, all.
${file}:9: payrequired: must be true or false. Write true instead of yes.
No setting has changed.
`,
    });
    expect(await database.db.select().from(board_settings)).toEqual(before);
  });

  test('prints at most 100 faults', async () => {
    const file = await fileWith(
      Array.from({ length: 120 }, (_, index) => `a${index}: b`).join('\n'),
    );
    const { errors } = await settings(['import', file]);
    expect(errors.split('\n')).toHaveLength(103);
    expect(errors).toContain('There are 20 more.\nNo setting has changed.\n');
  });

  test.each([
    ['a missing file', () => join(folder, 'missing.yaml'), /no such file.*missing\.yaml/],
    ['a folder', () => folder, /EISDIR/],
    ['a file without an end', () => '/dev/zero', /The file is larger than 8 MB/],
  ])('refuses %s', async (_, file, reason) => {
    expect(await settings(['import', file()])).toMatchObject({
      exitCode: 1,
      errors: expect.stringMatching(reason),
    });
  });

  test('warns of settings that a variable of the environment sets, and stores them', async () => {
    const file = await fileWith(NORDLICHT);
    const environment = { SITE_NAME: 'Oslo Jobs', PAY_REQUIRED: 'false' };
    const { exitCode, errors } = await settings(['import', file], { environment });
    expect([exitCode, errors]).toEqual([
      0,
      'name: SITE_NAME sets it to "Oslo Jobs". The value in the file takes effect once SITE_NAME is removed.\n',
    ]);
    expect(await storedValues()).toMatchObject({ name: 'Nordlicht Jobs' });
  });

  test('reaches a running server, also its cached pages', async () => {
    const server = await startCachedBoard(database, { settings: { SITE_NAME: '' } });
    const isRenamed = async () => (await server.ask('/')).text.includes('Nordlicht Jobs');
    expect(await isRenamed()).toBe(false);
    await settings(['import', await fileWith(NORDLICHT)]);
    await server.settle();
    expect(await isRenamed()).toBe(true);
    await server.close();
  });
});

describe('`settings export`', () => {
  test('gives an identical file after its import into an empty board', async () => {
    await settings(['import', await fileWith(NORDLICHT)]);
    const one = join(folder, 'one.yaml');
    const two = join(folder, 'two.yaml');
    expect(await settings(['export', one])).toMatchObject({
      exitCode: 0,
      output: `The settings are in ${one}.\n`,
    });
    const other = await openTestDatabase();
    await settings(['import', one], { from: other });
    await settings(['export', two], { from: other });
    expect(await readFile(two, 'utf8')).toBe(await readFile(one, 'utf8'));
    expect(await storedValues(other)).toEqual(await storedValues());
    await other.close();
  });

  test('without a file prints the same settings', async () => {
    const file = await fileWith('This file is overwritten.');
    await settings(['export', file]);
    const { exitCode, output } = await settings(['export']);
    expect([exitCode, output]).toEqual([0, await readFile(file, 'utf8')]);
    for (const name of SETTING_NAMES) expect(output).toMatch(new RegExp(`^# .+\\n${name}:`, 'm'));
  });

  test('writes settings as stored, although a variable of the environment sets others', async () => {
    const environment = { SITE_NAME: 'Oslo Jobs', JOB_REVIEW: 'all' };
    await settings(['import', await fileWith(NORDLICHT)]);
    const { output } = await settings(['export'], { environment });
    expect(output).toContain('\nname: "Nordlicht Jobs"\n');
    expect(output).toContain('\nreview: "none"\n');
  });
});
