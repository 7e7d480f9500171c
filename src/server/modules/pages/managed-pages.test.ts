import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { pages } from '#server/db/page-tables.ts';
import { ACTORS } from '#server/db/with-actor.ts';
import { MAX_PAGES } from '#shared/limits.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { startCachedBoard } from '#tests/support/cached-board.ts';
import { createAccount } from '#tests/support/factories.ts';
import { makeDataDir } from '#tests/support/process.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';
import { replacePages } from './commands.ts';
import { readStoredPages } from './queries.ts';

const board = setUpTestBoard();
const { ask } = board;

const ETHICS = {
  slug: 'ethics',
  title: 'Ethics',
  text: 'We **pay** what we state.',
  place: 'menu',
  position: 10,
} as const;
const { slug: _, ...CONTENT } = ETHICS;

let token: string;

beforeEach(async () => {
  await board.db.delete(pages);
  const { id } = await createAccount(board.db, { role: 'siteadmin', name: 'Boss' });
  token = await tokenFor(board.db, id);
});

const list = () => ask('GET', '/api/admin/pages', { token });
const read = (slug: string) => ask('GET', `/api/admin/pages/${slug}`, { token });
const add = (page: object = {}) =>
  ask('POST', '/api/admin/pages', { token, body: { ...ETHICS, ...page } });
const change = (slug: string, content: object, headers = {}) =>
  ask('PUT', `/api/admin/pages/${slug}`, { token, body: { ...CONTENT, ...content }, headers });
const remove = (slug: string, headers = {}) =>
  ask('DELETE', `/api/admin/pages/${slug}`, { token, headers });
const undo = (event: number) => ask('POST', `/api/admin/audit/${event}/restore`, { token });
const messageAt = (body: { errors?: { path: string; message: string }[] }, path: string) =>
  body.errors?.find((error) => error.path === path)?.message;

test('a board on which nobody has written a page has the specified ones in the footer', async () => {
  const { status, body } = await list();
  expect(status).toBe(200);
  expect(body.results.map((page: { slug: string }) => page.slug)).toEqual([
    ...['about', 'privacy', 'imprint', 'contact-us'],
  ]);
  expect(body.results[0]).toEqual({
    slug: 'about',
    title: 'About',
    place: 'footer',
    position: 1,
    specified: true,
    empty: true,
    version: 0,
    updated: null,
    file: null,
  });
});

test('a new page is at its address, in the menu and in the sitemap', async () => {
  const { status, body, headers } = await add();
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...ETHICS, specified: false, version: 1, versions: [] });
  expect(headers.etag).toBe('"1"');
  // Without a change listener, only a new app reads the pages.
  const app = await buildTestApp(board);
  const page = await app.inject('/ethics');
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('<h1 class="page-title mb-8">Ethics</h1>');
  expect(page.body).toContain('<strong>pay</strong>');
  expect(page.body.match(/<a href="\/ethics"/g)).toHaveLength(2);
  expect((await app.inject('/sitemaps/pages.xml')).body).toContain('/ethics</loc>');
  await app.close();
});

test('a page in the footer or nowhere is linked there, in the order of the positions', async () => {
  await add({ slug: 'rules', title: 'Rules', place: 'footer', position: 1 });
  await add({ slug: 'hidden', title: 'Hidden', place: 'none' });
  await change('about', { title: 'About Nordlicht', text: '', place: 'menu' });
  const app = await buildTestApp(board);
  const { body } = await app.inject('/');
  await app.close();
  const links = [...body.matchAll(/<a href="([^"]*)" class="link footer-link">/g)];
  expect(links.map(([, href]) => href)).toEqual([
    ...['/rules', '/privacy', '/imprint', '/contact-us', '/employers', '/developers'],
  ]);
  expect(body).toContain('>About Nordlicht</a>');
  expect(body).not.toContain('/hidden');
});

test('a specified page without a text keeps its default text', async () => {
  await change('privacy', { title: 'Privacy', text: ' ', place: 'footer' });
  const app = await buildTestApp(board);
  const { body } = await app.inject('/privacy');
  await app.close();
  expect(body).toContain('<h1 class="page-title mb-8">Privacy</h1>');
  expect(body).toContain('Your rights');
});

test.each([
  [{ slug: 'jobs' }, 'slug', /^must not be jobs, which is an address that the board uses itself/],
  [{ slug: 'imprint' }, 'slug', /^must not be imprint, which is the address of another page/],
  [{ slug: 'Code of Ethics' }, 'slug', /^must have only lower-case letters/],
  [{ title: ' ' }, 'title', /^must not be empty$/],
  [{ title: 'x'.repeat(61) }, 'title', /^must be at most 60 characters$/],
  [{ text: 'x'.repeat(100_001) }, 'text', /^must be at most 100000 characters$/],
  [
    { text: 'One\n\n<script>alert(1)</script>' },
    'text',
    /^must be Markdown without HTML; remove <script> in line 3, or put it between backticks/,
  ],
  [
    { text: '[a](javascript:alert(1))' },
    'text',
    /^must not link to javascript:alert\(1\) in line 1; begin links with https:\/\//,
  ],
  [{ place: 'top' }, 'place', /^must be one of menu, footer, none$/],
  [{ position: 100 }, 'position', /^must be a whole number from 1 to 99$/],
])('a new page with %j is refused', async (values, path, message) => {
  const { status, body } = await add(values);
  expect(status).toBe(400);
  expect(messageAt(body, path)).toMatch(message);
  expect(await board.db.$count(pages)).toBe(0);
});

test('a change with a script is refused, and the page stays as it was', async () => {
  await add();
  const { status, body } = await change('ethics', { text: '<script>alert(1)</script>' });
  expect(status).toBe(400);
  expect(messageAt(body, 'text')).toContain('remove <script> in line 1');
  expect((await read('ethics')).body).toMatchObject(ETHICS);
});

test('an address is given only once, and there are at most 30 further pages', async () => {
  await add();
  const again = await add();
  expect(again.status).toBe(400);
  expect(messageAt(again.body, 'slug')).toMatch(/the address of another page/);
  for (let number = 1; number < MAX_PAGES; number += 1) {
    expect((await add({ slug: `page-${number}` })).status).toBe(201);
  }
  const { status, body } = await add({ slug: 'one-more' });
  expect(status).toBe(409);
  expect(body.detail).toMatch(/^A board has at most 30 further pages\. Delete one/);
  expect((await change('about', {})).status).toBe(200);
});

test('of two site admins who change the same version, the second one learns of the first change', async () => {
  const { headers } = await read('imprint');
  const ifMatch = { 'if-match': String(headers.etag) };
  expect((await change('imprint', { text: 'First' }, ifMatch)).status).toBe(200);
  expect((await change('imprint', { text: 'Second' }, ifMatch)).status).toBe(412);
  expect((await remove('imprint', ifMatch)).status).toBe(412);
  expect((await read('imprint')).body.text).toBe('First');
});

test('a page that does not exist is neither changed nor deleted', async () => {
  expect((await read('nope')).status).toBe(404);
  expect((await change('nope', {})).status).toBe(404);
  expect((await remove('nope')).status).toBe(404);
  expect((await remove('imprint')).status).toBe(404);
});

test('a preview shows a text as its page does', async () => {
  const body = { text: '# One\n\n**Two**' };
  const preview = await ask('POST', '/api/admin/pages/preview', { token, body });
  expect(preview.body).toEqual({ html: '<h2>One</h2>\n<p><strong>Two</strong></p>\n' });
});

test('privacy, imprint and, with an address, the contact page have a draft that is allowed', async () => {
  expect((await read('about')).body.draft).toBeNull();
  expect((await read('contact-us')).body.draft).toBeNull();
  const mail = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'board@jobs.example' };
  const app = await buildTestApp(board, mail);
  const headers = { authorization: `Bearer ${token}` };
  const draftOf = async (slug: string): Promise<string> => {
    const url = `/api/admin/pages/${slug}`;
    return (await app.inject({ url, headers })).json().draft;
  };
  const drafts = await Promise.all(['privacy', 'imprint', 'contact-us'].map(draftOf));
  await app.close();
  expect(drafts[0]).toContain('# Your rights');
  expect(drafts[0]).not.toContain('has not added');
  expect(drafts[1]).toContain('[Street and number]');
  expect(drafts[2]).toContain('mailto:board@jobs.example');
  for (const [index, text] of drafts.entries()) {
    expect((await add({ slug: `draft-${index}`, text })).status).toBe(201);
  }
});

test('a file in PAGES_DIR wins, and the page says which', async () => {
  await change('imprint', { text: 'Stored' });
  const PAGES_DIR = await makeDataDir();
  await writeFile(join(PAGES_DIR, 'imprint.md'), 'From the file');
  const app = await buildTestApp(board, { PAGES_DIR });
  const headers = { authorization: `Bearer ${token}` };
  const { file, text } = (await app.inject({ url: '/api/admin/pages/imprint', headers })).json();
  expect([file, text]).toEqual(['imprint.md', 'From the file']);
  expect((await app.inject('/imprint')).body).toContain('From the file');
  await app.close();
});

describe('the audit trail', () => {
  /** A slug of its own for each test, because the trail stays. */
  let slug = '';
  let tests = 0;
  beforeEach(() => {
    tests += 1;
    slug = `ethics-${tests}`;
  });
  const lastEvent = async () => {
    const { body } = await ask('GET', '/api/admin/audit?kind=page', { token });
    return body.results[0];
  };

  test('has each version of a page, which a site admin reads and writes again', async () => {
    await add({ slug });
    await change(slug, { text: 'Second' });
    await change(slug, { text: 'Third' });
    const { versions, version } = (await read(slug)).body;
    expect(version).toBe(3);
    expect(versions).toHaveLength(2);
    expect(versions[1]).toMatchObject({ by: 'Boss' });
    const { body } = await ask('GET', `/api/admin/page-versions/${versions[1].id}`, { token });
    expect(body).toMatchObject({
      ...CONTENT,
      html: '<p>We <strong>pay</strong> what we state.</p>\n',
    });
    expect((await ask('GET', '/api/admin/page-versions/999999', { token })).status).toBe(404);
  });

  test('undoes a change, an addition and a deletion', async () => {
    await add({ slug });
    await change(slug, { title: 'Our ethics' });
    const changed = await lastEvent();
    expect(changed).toMatchObject({ name: 'Our ethics', fields: ['title'], restorable: true });
    const undone = await undo(changed.id);
    expect([undone.status, undone.body.kind]).toEqual([200, 'page']);
    expect((await read(slug)).body).toMatchObject({ title: 'Ethics', version: 3 });

    const { status, body } = await remove(slug);
    expect(status).toBe(200);
    expect((await read(slug)).status).toBe(404);
    expect((await undo(body.event)).status).toBe(200);
    expect((await read(slug)).body).toMatchObject({ ...CONTENT, version: 4 });

    await undo((await lastEvent()).id);
    expect((await read(slug)).status).toBe(404);
  });

  test('undoes no change of a page that has been changed since', async () => {
    await add({ slug });
    const first = await lastEvent();
    await change(slug, { text: 'Second' });
    const { status, body } = await undo(first.id);
    expect(status).toBe(409);
    expect(body.detail).toMatch(
      /^The same page was changed again by event \d+\. Undo that one first\.$/,
    );
  });

  test('has no event for a change to the same values', async () => {
    await add({ slug });
    const { id } = await lastEvent();
    expect((await change(slug, {})).body.version).toBe(1);
    expect((await lastEvent()).id).toBe(id);
  });

  test('has the deletion of a specified page, which gets its default text again', async () => {
    const { versions } = (await read('imprint')).body;
    await change('imprint', { title: 'Legal', text: 'Ours' });
    expect((await remove('imprint')).status).toBe(200);
    const { body } = await read('imprint');
    expect(body).toMatchObject({ title: 'Imprint', text: '', version: 0, place: 'footer' });
    expect(body.versions).toHaveLength(versions.length + 1);
  });
});

test('all pages are read for a file, and replaced by those of a file', async () => {
  const actor = ACTORS.settings;
  const rules = { ...ETHICS, slug: 'rules', title: 'Rules', place: 'footer' } as const;
  const replace = (wanted: Parameters<typeof replacePages>[1]['wanted']) =>
    board.db.transaction((tx) => replacePages(tx, { actor, wanted }));
  expect(await replace([rules, ETHICS])).toEqual(['rules', 'ethics']);
  expect(await readStoredPages(board.db)).toEqual([ETHICS, rules]);
  expect(await replace([{ ...ETHICS, text: 'New' }])).toEqual(['ethics', 'rules']);
  expect(await replace([{ ...ETHICS, text: 'New' }])).toEqual([]);
  expect(await readStoredPages(board.db)).toEqual([{ ...ETHICS, text: 'New' }]);
  const { body } = await ask('GET', '/api/admin/audit?kind=page&by=commands', { token });
  expect(body.results.map(({ action }: { action: string }) => action)).toEqual([
    ...['delete', 'update', 'create', 'create'],
  ]);
});

test('every server shows a new page within a second, also on cached pages and where it was missing before', async () => {
  const one = await startCachedBoard(board.database);
  const two = await startCachedBoard(board.database);
  const headers = { authorization: `Bearer ${token}` };
  const shown = async () => {
    const answers = await Promise.all(
      [one, two].flatMap((server) =>
        ['/', '/companies', '/nowhere', '/ethics'].map((path) => server.ask(path)),
      ),
    );
    return new Set(answers.map(({ text }) => text.includes('href="/ethics"')));
  };
  expect(await shown()).toEqual(new Set([false]));
  expect((await two.ask('/ethics')).status).toBe(404);
  const added = await one.ask('/api/admin/pages', { method: 'POST', headers, body: ETHICS });
  expect(added.status).toBe(201);
  await two.settle();
  expect(await shown()).toEqual(new Set([true]));
  expect((await two.ask('/ethics')).status).toBe(200);
  await one.ask('/api/admin/pages/ethics', { method: 'DELETE', headers });
  await two.settle();
  expect(await shown()).toEqual(new Set([false]));
  await Promise.all([one.close(), two.close()]);
});
