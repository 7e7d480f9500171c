import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import { audit_events, uploads } from '#server/db/schema.ts';
import { board_settings } from '#server/db/setting-tables.ts';
import { styleSheetPath } from '#server/http/pages/look-files.ts';
import { removeUnusedUploads } from '#server/modules/uploads/commands.ts';
import { DEFAULT_SETTINGS } from '#shared/domain/board-settings.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { startCachedBoard } from '#tests/support/cached-board.ts';
import { createAccount } from '#tests/support/factories.ts';
import { multipartForm } from '#tests/support/multipart.ts';
import { svg } from '#tests/support/pictures.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';

/** Nothing in the environment sets the name. */
const SETTINGS = { SITE_NAME: '' };

const board = setUpTestBoard(SETTINGS);
const { ask } = board;

const DAY = 24 * 60 * 60_000;

let token: string;

beforeEach(async () => {
  await board.db.delete(board_settings);
  const { id } = await createAccount(board.db, { role: 'siteadmin', name: 'Boss' });
  token = await tokenFor(board.db, id);
});

const read = () => ask('GET', '/api/admin/settings', { token });
const change = (body: object, headers = {}) =>
  ask('PUT', '/api/admin/settings', { token, body, headers });

test('a board on which nobody has changed a setting has the default ones', async () => {
  const { status, body, headers } = await read();
  expect(status).toBe(200);
  expect(body).toEqual({ settings: DEFAULT_SETTINGS, version: 0, fixed: [] });
  expect(headers.etag).toBe('"0"');
});

test('a change keeps the other settings, and only values that differ from the defaults are stored', async () => {
  await change({ name: 'Nordlicht Jobs', heading: 'Jobs in the north' });
  const { status, body } = await change({ heading: DEFAULT_SETTINGS.heading, years: '2025–2026' });
  expect(status).toBe(200);
  expect(body.settings).toEqual({
    ...DEFAULT_SETTINGS,
    name: 'Nordlicht Jobs',
    years: '2025–2026',
  });
  const [row] = await board.db.select().from(board_settings);
  expect(row?.values).toEqual({ name: 'Nordlicht Jobs', years: '2025–2026' });
});

test.each([
  [{ name: ' ' }, 'name', 'must not be empty'],
  [{ name: 'x'.repeat(61) }, 'name', 'must be at most 60 characters'],
  [{ heading: 'two\nlines' }, 'heading', 'must be one line'],
  [{ years: 'since 1999' }, 'years', 'must be a year or two, such as 2025 or 2025–2026'],
  [{ accent: 'green' }, 'accent', 'must be a color such as #1a7f4e'],
  [
    { accent: '#FFD700' },
    'accent',
    'must have a contrast of at least 4.5:1 with the background of pages, not 1.3:1; choose a darker color, such as #887200',
  ],
  [
    { logo: 'https://elsewhere.example/logo.png' },
    'logo',
    'must be the path of a picture that was uploaded here',
  ],
  [
    { icondark: `/uploads/${'0'.repeat(64)}.webp` },
    'icondark',
    'must be a picture that was uploaded here; upload it again',
  ],
  [{ review: 'some' }, 'review', 'must be one of none, first, all'],
  [{ links: [{ label: 'Script', url: 'javascript:alert(1)' }] }, 'links.0.url', /web address/],
  [
    { links: Array(9).fill({ label: 'Status', url: 'https://status.example' }) },
    'links',
    'must be at most 8 links',
  ],
])('%j is refused, and nothing changes', async (values, path, message) => {
  const { status, body } = await change({ subheading: 'New', ...values });
  expect(status).toBe(400);
  const text = typeof message === 'string' ? message : expect.stringMatching(message);
  expect(body.errors).toContainEqual({ path, message: text });
  expect((await read()).body.settings).toEqual(DEFAULT_SETTINGS);
});

test('of two site admins who change the same version, the second one learns of the first change', async () => {
  const { headers } = await read();
  const ifMatch = { 'if-match': String(headers.etag) };
  expect((await change({ name: 'First' }, ifMatch)).status).toBe(200);
  expect((await change({ name: 'Second' }, ifMatch)).status).toBe(412);
  expect((await read()).body.settings.name).toBe('First');
});

test('a variable of the environment wins over what is stored, and the setting says so', async () => {
  await change({ name: 'Stored', review: 'all' });
  const app = await buildTestApp(board, { SITE_NAME: 'From the environment' });
  const headers = { authorization: `Bearer ${token}` };
  const body = (await app.inject({ url: '/api/admin/settings', headers })).json();
  await app.close();
  expect(body.settings).toMatchObject({ name: 'From the environment', review: 'all' });
  expect(body.fixed).toEqual([{ setting: 'name', variable: 'SITE_NAME' }]);
});

describe('the audit trail', () => {
  const lastEvent = async () => {
    const { body } = await ask('GET', '/api/admin/audit?kind=settings', { token });
    return body.results[0];
  };
  const undo = (id: number) => ask('POST', `/api/admin/audit/${id}/restore`, { token });

  test('has each change with both values, and undoes it', async () => {
    await change({ name: 'Nordlicht Jobs', payrequired: false });
    const event = await lastEvent();
    expect(event).toMatchObject({ fields: ['name', 'payrequired'], restorable: true });
    const { body } = await ask('GET', `/api/admin/audit/${event.id}`, { token });
    expect(body.changes).toContainEqual({
      field: 'name',
      before: DEFAULT_SETTINGS.name,
      after: 'Nordlicht Jobs',
    });
    const undone = await undo(event.id);
    expect([undone.status, undone.body.kind]).toEqual([200, 'settings']);
    expect((await read()).body.settings).toEqual(DEFAULT_SETTINGS);
  });

  test('undoes no change whose settings have been changed since', async () => {
    await change({ name: 'First', heading: 'One' });
    const first = await lastEvent();
    await change({ name: 'Second' });
    const second = await lastEvent();
    const { status, body } = await undo(first.id);
    expect(status).toBe(409);
    expect(body.detail).toBe(
      `The same settings were changed again by event ${second.id}. Undo that one first.`,
    );
    await undo(second.id);
    expect((await read()).body.settings).toMatchObject({ name: 'First', heading: 'One' });
  });

  test('has no event for a change to the same values', async () => {
    const count = () => board.db.$count(audit_events, eq(audit_events.kind, 'settings'));
    const before = await count();
    expect((await change({ name: DEFAULT_SETTINGS.name })).status).toBe(200);
    expect(await count()).toBe(before);
    const links = [{ label: 'Status', url: 'https://status.nordlicht.example' }];
    await change({ links });
    expect((await change({ links })).status).toBe(200);
    expect(await count()).toBe(before + 1);
  });
});

describe('a logo of the board', () => {
  /** Uploads a picture as a site admin does on the screen. Returns its path. */
  async function upload(fill: string): Promise<string> {
    const form = await multipartForm([
      { content: svg(`<script>alert(1)</script><rect width="100" height="50" fill="${fill}"/>`) },
    ]);
    return (await ask('POST', '/api/upload', { token, ...form })).body.url;
  }
  const shown = async () => (await read()).body.settings.logo;
  const undoLast = async () => {
    const { body } = await ask('GET', '/api/admin/audit?kind=settings', { token });
    return ask('POST', `/api/admin/audit/${body.results[0].id}/restore`, { token });
  };

  test('is an upload, drawn again without the scripts in it, and stays as long as it is used', async () => {
    const logo = await upload('#f00');
    expect((await change({ logo })).status).toBe(200);
    const storage = openUploadStorage(board);
    await removeUnusedUploads(board.db, storage, Date.now() + 30 * DAY);
    const { rawPayload, statusCode } = await board.app.inject(logo);
    expect(statusCode).toBe(200);
    expect(rawPayload.includes('alert')).toBe(false);
  });

  test('that was replaced comes back when the change is undone within a day', async () => {
    const [former, next] = [await upload('#f00'), await upload('#00f')];
    await change({ logo: former });
    await board.db.update(uploads).set({ touched_at: new Date(Date.now() - 2 * DAY) });
    await change({ logo: next });
    await removeUnusedUploads(board.db, openUploadStorage(board));
    expect((await undoLast()).status).toBe(200);
    expect(await shown()).toBe(former);
  });

  test('that was replaced earlier is gone, and the undo says so', async () => {
    const [former, next] = [await upload('#f00'), await upload('#00f')];
    await change({ logo: former });
    await change({ logo: next });
    await removeUnusedUploads(board.db, openUploadStorage(board), Date.now() + 2 * DAY);
    const { status, body } = await undoLast();
    expect(status).toBe(409);
    expect(body.detail).toBe(
      'A logo or icon of that change was replaced more than a day ago and no longer exists. Upload it again in the settings.',
    );
    expect(await shown()).toBe(next);
  });
});

test('a value that this version does not accept counts as missing', async () => {
  const values = { name: 'Nordlicht Jobs', years: 'of a later version', later: true };
  await board.db.insert(board_settings).values({ values });
  const { status, body } = await read();
  expect(status).toBe(200);
  expect(body.settings).toEqual({ ...DEFAULT_SETTINGS, name: 'Nordlicht Jobs' });
});

describe('pages', () => {
  test('have the texts of the settings', async () => {
    await change({
      name: 'Nordlicht Jobs',
      heading: 'Jobs in the north',
      subheading: '',
      seekerstext: 'See all ships',
      employersbutton: 'Post a job',
      description: 'Jobs at sea',
      legalname: 'Nordlicht Verlag GmbH',
      years: '2025–2026',
      links: [{ label: 'Status', url: 'https://status.nordlicht.example' }],
    });
    const app = await buildTestApp(board, SETTINGS);
    const { body } = await app.inject('/');
    await app.close();
    for (const text of [
      '<title data-page>Nordlicht Jobs</title>',
      'content="Jobs at sea"',
      '>Jobs in the north</h1>',
      '>See all ships</p>',
      '>Post a job</a>',
      '© 2025–2026 Nordlicht Verlag GmbH',
      '<a href="https://status.nordlicht.example" class="link footer-link">Status</a>',
    ]) {
      expect(body).toContain(text);
    }
    expect(body).not.toMatch(/Composable|Vue|© 2025 /);
  });
});

test('every server shows a change within a second, also on cached pages and the page for unknown addresses', async () => {
  const one = await startCachedBoard(board.database, { settings: SETTINGS });
  const two = await startCachedBoard(board.database, { settings: SETTINGS });
  const servers = [one, two];
  const titles = async () => {
    const paths = ['/', '/companies', '/nowhere/at/all', '/jobs.atom', '/api/docs'];
    const pages = await Promise.all(
      servers.flatMap((server) => paths.map((path) => server.ask(path))),
    );
    return new Set(pages.map(({ text }) => (text.includes('Polar Jobs') ? 'new' : 'old')));
  };
  /** Whether rendered pages, pages without React and feeds have the look. */
  const looks = async () => {
    const paths = ['/', '/companies', '/nowhere/at/all', '/api/docs', '/embed/jobs'];
    const responses = await Promise.all(
      servers.flatMap((server) => paths.map((path) => server.ask(path))),
    );
    return new Set(responses.map(({ text }) => text.includes(styleSheetPath('#1a7f4e'))));
  };
  expect(await titles()).toEqual(new Set(['old']));
  expect(await looks()).toEqual(new Set([false]));
  const { status } = await one.ask('/api/admin/settings', {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: { name: 'Polar Jobs', accent: '#1A7F4E' },
  });
  expect(status).toBe(200);
  await two.settle();
  expect(await titles()).toEqual(new Set(['new']));
  expect(await looks()).toEqual(new Set([true]));
  await Promise.all(servers.map((server) => server.close()));
});
