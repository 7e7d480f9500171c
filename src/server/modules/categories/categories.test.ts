import { and, eq, gt, max } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { categories } from '#server/db/category-tables.ts';
import { audit_events, jobs } from '#server/db/schema.ts';
import { withActor } from '#server/db/with-actor.ts';
import type { AdministeredCategory } from '#shared/contract/categories.ts';
import type { JobList } from '#shared/contract/job-responses.ts';
import { MAX_CATEGORIES } from '#shared/limits.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { startCachedBoard } from '#tests/support/cached-board.ts';
import { createAccount, createJob, jobBody } from '#tests/support/factories.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';
import { replaceCategories } from './commands.ts';
import { readDefinitions } from './queries.ts';

const board = setUpTestBoard();
const { ask, get } = board;

let token: string;
let siteAdmin: string;
let employer: { token: string; company: string };

beforeEach(async () => {
  await board.db.delete(categories);
  siteAdmin = (await createAccount(board.db, { role: 'siteadmin', name: 'Boss' })).id;
  token = await tokenFor(board.db, siteAdmin);
  const { id, company_id } = await createAccount(board.db, { role: 'companyadmin' });
  employer = { token: await tokenFor(board.db, id), company: company_id ?? '' };
});

const BOATS = { slug: 'boats', name: 'Boatbuilding', words: ['boatbuilding'], skills: [] };

const create = (body: object = BOATS) => ask('POST', '/api/admin/categories', { token, body });
const update = (slug: string, body: object, headers = {}) =>
  ask('PUT', `/api/admin/categories/${slug}`, { token, body, headers });
const remove = (slug: string, headers = {}) =>
  ask('DELETE', `/api/admin/categories/${slug}`, { token, headers });

const post = async (title: string, description = 'You work.') =>
  (await createJob(board.db, { title, description, company_id: employer.company })).id;

async function titles(parameters: Record<string, string>): Promise<string[]> {
  const { status, body } = await get(`/api/jobs?${new URLSearchParams(parameters)}`);
  expect(status).toBe(200);
  const { results, total }: JobList = body;
  expect(total).toBe(results.length);
  return results.map(({ title }) => title).sort();
}

const inBoats = (parameters = {}) => titles({ category: 'boats', ...parameters });

type Corrections = { added?: string[]; removed?: string[] };

/** Edits a job as the form does, with the categories that are corrected there. */
async function choose(id: string, corrections: Corrections, as = employer.token, changes = {}) {
  const { body: job } = await get(`/api/jobs/${id}`);
  const { company, ...values } = job;
  const body = { ...values, company: { id: company.id }, corrections, ...changes };
  return ask('PUT', `/api/jobs/${id}`, { token: as, body });
}

describe('the jobs of a category', () => {
  test('have one of its words in their titles, in any form that the search knows', async () => {
    await create({ ...BOATS, words: ['boatbuilding', 'frontend developer', 'designer'] });
    await post('Boatbuilder');
    await post('Front-End Engineer');
    await post('Senior Designer');
    await post('Design of Sails', 'You talk about boatbuilding.');
    await post('Cook');
    expect(await inBoats()).toEqual(['Boatbuilder', 'Front-End Engineer', 'Senior Designer']);
  });

  test('name one of its skills, in any spelling', async () => {
    await create({ ...BOATS, words: [], skills: ['Kubernetes'] });
    await post('Cluster Engineer', 'You run k8s.');
    await post('Cook');
    expect(await inBoats()).toEqual(['Cluster Engineer']);
  });

  test('are found together with words, places and other filters', async () => {
    await create();
    await createJob(board.db, { title: 'Boatbuilder', location: 'Porto', type: 'Contract' });
    await createJob(board.db, { title: 'Boatbuilder in wood', description: 'You varnish.' });
    await createJob(board.db, { title: 'Porter', location: 'Porto', description: 'Varnish.' });
    expect(await inBoats({ location: 'Porto' })).toEqual(['Boatbuilder']);
    expect(await inBoats({ type: 'Contract' })).toEqual(['Boatbuilder']);
    expect(await inBoats({ q: 'wood' })).toEqual(['Boatbuilder in wood']);
    expect(await inBoats({ q: 'varnish', mentions: 'true' })).toEqual(['Boatbuilder in wood']);
    expect(await inBoats({ q: '-wood' })).toEqual(['Boatbuilder']);
  });

  test('are none for an unknown category, and for one without words and skills', async () => {
    await create({ ...BOATS, words: [] });
    await post('Boatbuilder');
    expect(await inBoats()).toEqual([]);
    expect(await titles({ category: 'cars' })).toEqual([]);
    expect(await titles({ category: "boats'" })).toEqual([]);
  });

  test('are those that an employer puts into it, without those that a site admin takes out', async () => {
    await create();
    const cook = await post('Cook');
    const builder = await post('Boatbuilder');
    expect((await choose(cook, { added: ['boats'] })).status).toBe(200);
    expect((await choose(builder, { removed: ['boats'] }, token)).status).toBe(200);
    expect(await inBoats()).toEqual(['Cook']);
    expect((await get(`/api/jobs/${cook}`)).body.categories).toEqual(['boats']);
    expect((await get(`/api/jobs/${builder}`)).body.categories).toEqual([]);
    await choose(builder, { added: ['boats'] }, token);
    expect(await inBoats()).toEqual(['Boatbuilder', 'Cook']);
  });

  test('follow their titles as long as nobody corrects them', async () => {
    await create();
    const id = await post('Boatbuilder');
    await choose(id, {}, employer.token, { title: 'Cook' });
    expect(await inBoats()).toEqual([]);
    await choose(id, { added: ['boats', 'cars'] });
    await choose(id, {}, employer.token, { title: 'Head Cook' });
    expect(await inBoats()).toEqual(['Head Cook']);
  });

  test('wait for the review of an edit that corrects them, on a board that reviews edits', async () => {
    await create();
    const id = await post('Cook');
    const app = await buildTestApp(board, { JOB_REVIEW: 'all' });
    const put = async (corrections: Corrections) => {
      const { company, ...values } = (await get(`/api/jobs/${id}`)).body;
      const response = await app.inject({
        method: 'PUT',
        url: `/api/jobs/${id}`,
        headers: { authorization: `Bearer ${employer.token}` },
        payload: { ...values, company: { id: company.id }, corrections },
      });
      return response.json().state;
    };
    expect(await put({ removed: ['boats'] })).toBeUndefined();
    expect(await put({ added: ['boats'] })).toBe('review');
    expect(await inBoats()).toEqual([]);
    const approve = await app.inject({
      method: 'POST',
      url: `/api/job-drafts/${id}/approve`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(approve.statusCode).toBe(200);
    expect(await inBoats()).toEqual(['Cook']);
    await app.close();
  });

  test('include a new job that is posted with the category', async () => {
    await create();
    const body = jobBody(employer.company, {
      title: 'Cook',
      corrections: { added: ['boats', 'cars'] },
    });
    expect((await ask('POST', '/api/jobs', { token: employer.token, body })).status).toBe(201);
    expect(await inBoats()).toEqual(['Cook']);
  });

  test('include a job whose draft names the category', async () => {
    await create();
    const body = jobBody(employer.company, { title: 'Cook', corrections: { added: ['boats'] } });
    const draft = await ask('POST', '/api/job-drafts', { token: employer.token, body });
    expect(draft.body.job.corrections).toEqual({ added: ['boats'], removed: [] });
    const { status } = await ask('POST', `/api/job-drafts/${draft.body.id}/submit`, {
      token: employer.token,
    });
    expect(status).toBe(200);
    expect(await inBoats()).toEqual(['Cook']);
  });

  test('stay in a category that was added after their form was opened', async () => {
    await create();
    const id = await post('Ship’s Cook');
    const { body: read } = await get(`/api/jobs/${id}`);
    await create({ slug: 'kitchens', name: 'Kitchens', words: ['cook'], skills: [] });
    const { company, ...values } = read;
    const body = { ...values, company: { id: company.id }, corrections: { added: ['boats'] } };
    expect((await ask('PUT', `/api/jobs/${id}`, { token: employer.token, body })).status).toBe(200);
    expect(await titles({ category: 'kitchens' })).toEqual(['Ship’s Cook']);
    expect(await inBoats()).toEqual(['Ship’s Cook']);
  });

  test('are counted for each category', async () => {
    await create();
    await create({ slug: 'kitchens', name: 'Kitchens', words: ['cook'], skills: [] });
    await post('Boatbuilder');
    await post('Ship’s Cook');
    await post('Cook');
    const { body } = await get('/api/jobs/counts?category=boats');
    expect(body.total).toBe(1);
    expect(body.category).toEqual([
      { value: 'boats', jobs: 1 },
      { value: 'kitchens', jobs: 2 },
    ]);
    expect((await get('/api/categories')).body.results).toEqual([
      { slug: 'boats', name: 'Boatbuilding', description: '' },
      { slug: 'kitchens', name: 'Kitchens', description: '' },
    ]);
  });

  test('have another ETag once a correction changes their categories', async () => {
    await create();
    const id = await post('Boatbuilder');
    const etag = async () => (await ask('GET', `/api/jobs/${id}`)).headers.etag;
    const before = await etag();
    await update('boats', { ...BOATS, words: [] });
    expect(await etag()).not.toBe(before);
  });
});

test('without categories, jobs and counts have no field for them', async () => {
  const id = await post('Boatbuilder');
  expect((await get(`/api/jobs/${id}`)).body).not.toHaveProperty('categories');
  expect((await get('/api/jobs/counts')).body).not.toHaveProperty('category');
  expect((await get('/api/categories')).body).toEqual({ results: [] });
});

describe('a site admin', () => {
  test('adds categories, and sees how many jobs words would find', async () => {
    const builder = await post('Boatbuilder');
    await post('Cook');
    const count = async (query: string) =>
      (await ask('GET', `/api/admin/categories/count?${query}`, { token })).body.jobs;
    expect(await count('words=boatbuilding')).toBe(1);
    expect(await count('words=boatbuilding&words=cook')).toBe(2);
    expect(await count('')).toBe(0);
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body).toEqual({ ...BOATS, description: '', jobs: 1, version: 1 });
    await choose(builder, { removed: ['boats'] }, token);
    expect(await count('words=boatbuilding&slug=boats')).toBe(0);
  });

  test('cannot add a category with a taken slug, an invalid one or too many texts', async () => {
    await create();
    const taken = await create();
    expect(taken.status).toBe(409);
    expect(taken.body.errors).toEqual([
      { path: 'slug', message: 'must be a slug that no other category has' },
    ]);
    for (const [change, path] of [
      [{ slug: 'Boat Building' }, 'slug'],
      [{ slug: '-boats' }, 'slug'],
      [{ slug: '' }, 'slug'],
      [{ name: ' ' }, 'name'],
      [{ words: Array.from({ length: 21 }, (_, index) => `word ${index}`) }, 'words'],
      [{ skills: [''] }, 'skills.0'],
      [{ skills: ['Whittling of spoons'] }, 'skills'],
      [{ description: 'two\nlines' }, 'description'],
    ] as const) {
      const { status, body } = await create({ ...BOATS, slug: 'ships', ...change });
      expect([status, body.errors?.[0].path]).toEqual([400, path]);
    }
  });

  test('cannot add more categories than the limit', async () => {
    const all = Array.from({ length: MAX_CATEGORIES }, (_, position) => ({
      slug: `c-${position}`,
      name: `C ${position}`,
      position,
    }));
    await board.db.insert(categories).values(all);
    const { status, body } = await create();
    expect(status).toBe(409);
    expect(body.detail).toBe(
      'A board has at most 30 categories. Delete one before you add another.',
    );
  });

  test('gives a category another slug, which keeps its corrections', async () => {
    await create();
    const cook = await post('Cook');
    await choose(cook, { added: ['boats'] });
    const { status, body } = await update('boats', { ...BOATS, slug: 'ships' });
    expect([status, body.slug, body.version]).toEqual([200, 'ships', 2]);
    expect(await titles({ category: 'ships' })).toEqual(['Cook']);
    expect(await titles({ category: 'boats' })).toEqual([]);
  });

  test('gives a category another slug, which its saved searches follow', async () => {
    await create();
    const body = { search: 'category=boats&q=wood', frequency: 'never', timezone: 'UTC' };
    const saved = await ask('POST', '/api/saved-searches', { token: employer.token, body });
    expect(saved.status).toBe(201);
    await update('boats', { ...BOATS, slug: 'ships' });
    const { body: list } = await ask('GET', '/api/saved-searches', { token: employer.token });
    const queries = list.results.map(({ query }: { query: string }) => query);
    expect(queries).toEqual([expect.stringContaining('category=ships')]);
  });

  test('cannot save over a change that they have not seen, or take the slug of another one', async () => {
    await create();
    await create({ ...BOATS, slug: 'ships' });
    await update('boats', { ...BOATS, name: 'Boats' });
    const stale = await update('boats', BOATS, { 'if-match': '"1"' });
    expect(stale.status).toBe(412);
    expect((await update('boats', { ...BOATS, slug: 'ships' })).status).toBe(409);
    expect((await update('cars', BOATS)).status).toBe(404);
    expect((await remove('boats', { 'if-match': '"1"' })).status).toBe(412);
    expect((await remove('cars')).status).toBe(404);
  });

  test('moves a category to another place in the list', async () => {
    for (const slug of ['a', 'b', 'c']) await create({ ...BOATS, slug });
    await update('c', { ...BOATS, slug: 'c', position: 0 });
    const { body } = await ask('GET', '/api/admin/categories', { token });
    const slugs = body.results.map(({ slug }: AdministeredCategory) => slug);
    expect(slugs).toEqual(['c', 'a', 'b']);
  });

  test('deletes a category, and undoes it with its corrections and its place', async () => {
    await create();
    await create({ ...BOATS, slug: 'ships' });
    const cook = await post('Cook');
    const gone = await post('Old Cook');
    await choose(cook, { added: ['boats'] });
    await choose(gone, { added: ['boats'] });
    const { status, body } = await remove('boats');
    expect(status).toBe(200);
    expect(await inBoats()).toEqual([]);
    expect((await get(`/api/jobs/${cook}`)).body.categories).toEqual([]);
    await board.db.delete(jobs).where(eq(jobs.id, gone));
    const undone = await ask('POST', `/api/admin/audit/${body.event}/restore`, { token });
    expect(undone.body).toMatchObject({ kind: 'category', id: 'boats', name: 'Boatbuilding' });
    expect(await inBoats()).toEqual(['Cook']);
    const { body: list } = await get('/api/categories');
    expect(list.results.map(({ slug }: { slug: string }) => slug)).toEqual(['boats', 'ships']);
    expect((await update('boats', BOATS, { 'if-match': '"1"' })).status).toBe(412);
  });

  test('undoes a change from the audit trail, unless the category has changed since', async () => {
    const [last] = await board.db.select({ id: max(audit_events.id) }).from(audit_events);
    await create();
    await update('boats', { ...BOATS, slug: 'ships', words: ['ship'] });
    await update('ships', { ...BOATS, slug: 'ships', name: 'Ships', words: ['ship'] });
    await board.db.insert(categories).values({ slug: 'cars', name: 'Cars', position: 1 });
    await update('ships', { ...BOATS, slug: 'ships', name: 'Ships', words: ['ship'], position: 1 });
    const events = await board.db
      .select({ id: audit_events.id, action: audit_events.action })
      .from(audit_events)
      .where(and(eq(audit_events.kind, 'category'), gt(audit_events.id, last?.id ?? 0)))
      .orderBy(audit_events.id);
    expect(events.map(({ action }) => action)).toEqual(['create', 'update', 'update']);
    const [, first, second] = events;
    const undo = (id: number | undefined) =>
      ask('POST', `/api/admin/audit/${id}/restore`, { token });
    const early = await undo(first?.id);
    expect(early.status).toBe(409);
    expect(early.body.detail).toContain('Undo that one first.');
    const { body: trail } = await ask('GET', '/api/admin/audit?kind=category&limit=3', { token });
    expect(trail.results.map(({ restorable }: { restorable: boolean }) => restorable)).toEqual([
      true,
      false,
      false,
    ]);
    expect((await undo(second?.id)).status).toBe(200);
    const { body } = await ask('GET', '/api/admin/categories', { token });
    expect(body.results).toMatchObject([
      { slug: 'cars' },
      { slug: 'ships', name: 'Boatbuilding', words: ['ship'] },
    ]);
  });
});

describe('the page of a category', () => {
  test('lists its jobs without scripts, is in the sitemap and has a canonical address', async () => {
    await create({ ...BOATS, description: 'Build <boats>' });
    const id = await post('Boatbuilder');
    const { statusCode, body } = await board.app.inject('/categories/boats?x=1');
    expect(statusCode).toBe(200);
    expect(body).toContain('<h1 dir="auto" class="page-title">Boatbuilding</h1>');
    expect(body).toContain('Build &lt;boats&gt;');
    expect(body).toContain('>1 job</p>');
    expect(body).toContain(`href="/jobs/${id}"`);
    expect(body).toContain('href="/jobs?category=boats"');
    expect(body).toMatch(/<link rel="canonical" href="http[^"]+\/categories\/boats"/);
    const sitemap = await board.app.inject('/sitemaps/pages.xml');
    expect(sitemap.body).toContain('/categories/boats</loc>');
  });

  test('does not exist for an unknown slug', async () => {
    for (const path of ['/categories/boats', '/categories/%22', '/categories']) {
      expect((await board.app.inject(path)).statusCode, path).toBe(404);
    }
  });
});

test('feeds and embedded lists have the jobs of a category, and say its name', async () => {
  await create();
  await post('Boatbuilder');
  await post('Cook');
  for (const path of ['/jobs.json', '/jobs.atom', '/embed/jobs', '/jobs']) {
    const { body } = await board.app.inject(`${path}?category=boats`);
    expect(body, path).toContain('Boatbuilder');
    expect(body, path).not.toContain('Cook');
  }
  for (const path of ['/jobs.json', '/jobs.atom', '/embed/jobs']) {
    const { body } = await board.app.inject(`${path}?category=boats`);
    expect(body, path).toContain('Jobs in the category “Boatbuilding”');
  }
});

test('only site admins manage categories', async () => {
  await create();
  for (const [method, path, body] of [
    ['GET', '/api/admin/categories', undefined],
    ['GET', '/api/admin/categories/count?words=cook', undefined],
    ['POST', '/api/admin/categories', { ...BOATS, slug: 'ships' }],
    ['PUT', '/api/admin/categories/boats', BOATS],
    ['DELETE', '/api/admin/categories/boats', undefined],
  ] as const) {
    expect((await ask(method, path, { body })).status, `${method} ${path}`).toBe(401);
    const refused = await ask(method, path, { body, token: employer.token });
    expect(refused.status, `${method} ${path}`).toBe(403);
  }
  expect(await inBoats()).toEqual([]);
});

test('a list of definitions replaces all categories, and keeps the corrections of those that stay', async () => {
  await create();
  await create({ ...BOATS, slug: 'ships' });
  const cook = await post('Cook');
  await choose(cook, { added: ['boats'] });
  const definitions = [
    { slug: 'kitchens', name: 'Kitchens', description: 'Warm', words: ['cook'], skills: [] },
    { ...BOATS, description: '', skills: ['Welding'] },
  ];
  const replace = () =>
    withActor(board.db, siteAdmin, (tx) => replaceCategories(tx, siteAdmin, definitions));
  await replace();
  expect(await readDefinitions(board.db)).toEqual(definitions);
  expect(await inBoats()).toEqual(['Cook']);
  const before = await board.db.$count(audit_events);
  await replace();
  expect(await board.db.$count(audit_events)).toBe(before);
});

test('every process shows a change at once', async () => {
  const servers = [
    await startCachedBoard(board.database),
    await startCachedBoard(board.database),
  ] as const;
  const [one, two] = servers;
  await post('Boatbuilder');
  const total = async (server: typeof one) =>
    JSON.parse((await server.ask('/api/jobs?category=boats')).text).total;
  expect([await total(one), await total(two)]).toEqual([0, 0]);
  const { status } = await one.ask('/api/admin/categories', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: BOATS,
  });
  expect(status).toBe(201);
  await two.settle();
  expect([await total(one), await total(two)]).toEqual([1, 1]);
  await Promise.all(servers.map((server) => server.close()));
});
