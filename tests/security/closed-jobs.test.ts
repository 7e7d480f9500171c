import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { jobs } from '#server/db/schema.ts';
import { closeOverdueJobs } from '#server/modules/jobs/commands.ts';
import { refreshSuggestions } from '#server/modules/search/suggestions/refresh-suggestions.ts';
import { tokenFor } from '../support/access-tokens.ts';
import { createAccount, createCompany, createJob } from '../support/factories.ts';
import { setUpTestBoard } from '../support/test-app.ts';
import { statement } from './statements.ts';

const board = setUpTestBoard();

test(statement(10), async () => {
  // An unrelated open job, and the admin of another company, who lists closed jobs below.
  await createJob(board.db, { title: 'Weaver' });
  const otherAdmin = await createAccount(board.db, { role: 'companyadmin' });
  const { id: company_id } = await createCompany(board.db, { name: 'Quillhouse' });
  const marks = { title: 'Quillwright', location: 'Farrow Bay', company_id };
  const [closed, expired, deleted, open] = await Promise.all([
    createJob(board.db, { ...marks, closed_at: new Date(), closed_by: 'admin' }),
    createJob(board.db, { ...marks, validthrough: '2020-01-31' }),
    createJob(board.db, marks),
    createJob(board.db, { title: 'Quillwright', location: 'Here' }),
  ]);
  await board.db.delete(jobs).where(eq(jobs.id, deleted.id));
  await closeOverdueJobs(board.db);
  const ids = [closed.id, expired.id, deleted.id];

  const index = await board.app.inject({ url: '/sitemap.xml' });
  const parts = [...index.body.matchAll(/<loc>[^<]*?(\/sitemaps\/[^<]*)<\/loc>/g)].map(
    ([, path = '']) => path,
  );
  const lists = [
    '/',
    '/jobs',
    '/jobs?q=quillwright',
    '/jobs?location=farrow',
    '/api/jobs?limit=100',
    '/api/jobs?q=quillwright',
    '/jobs.atom',
    '/jobs.json',
    '/embed/jobs',
    '/dashboard?state=closed',
    `/companies/${company_id}`,
    `/jobs?company=${company_id}`,
    `/api/jobs?company=${company_id}`,
    `/jobs/${open.id}`,
    ...parts,
  ];
  for (const url of lists) {
    const { statusCode, body } = await board.app.inject({ url });
    expect([url, statusCode]).toEqual([url, 200]);
    for (const id of ids) expect([url, body.includes(id)]).toEqual([url, false]);
  }
  expect(parts.length).toBeGreaterThan(2);
  expect((await board.get('/jobs.json')).body.items[0].url).toContain(open.id);
  // The only open jobs are the weaver's job and the job outside Farrow Bay.
  expect((await board.get('/api/jobs/counts')).body.total).toBe(2);
  expect((await board.get('/api/jobs/places?name=farrow')).body.results).toEqual([]);
  const alternatives = '/api/jobs/alternatives?q=quillwright&location=farrow';
  expect((await board.get(alternatives)).body).toEqual({
    conditions: [{ removed: [{ parameter: 'location' }], changes: { location: '' }, jobs: 1 }],
    places: [],
  });
  await refreshSuggestions(board.db);
  for (const q of ['quill', 'farrow']) {
    expect((await board.get(`/api/jobs/suggestions?q=${q}`)).body).toEqual({
      titles: [],
      skills: [],
      companies: [],
      places: [],
    });
  }
  expect((await board.get('/api/jobs/companies?name=quill')).body.results).toEqual([
    { id: company_id, name: 'Quillhouse', jobs: 0 },
  ]);
  expect((await board.get('/api/jobs?q=quillwright')).body.results).toHaveLength(1);
  for (const id of ids) {
    const page = await board.app.inject({ url: `/jobs/${id}` });
    expect(page.statusCode).toBe(410);
    expect(page.body).not.toContain('application/ld+json');
    expect((await board.get(`/api/jobs/${id}`)).status).toBe(410);
    expect((await board.get(`/previews/jobs/${id}.png`)).status).toBe(410);
    const link = encodeURIComponent(`http://localhost:3000/jobs/${id}`);
    expect((await board.get(`/oembed?url=${link}`)).status).toBe(404);
    // The response names the closed job and open jobs, but no other closed job.
    const { status, body } = await board.get(`/api/jobs/${id}/closed`);
    const shown = JSON.stringify(body.similar) + page.body;
    expect([status, ids.filter((one) => one !== id && shown.includes(one))]).toEqual([200, []]);
    if (id === deleted.id) expect(body.job).toBeNull();
    else expect(JSON.stringify(body.similar)).toContain(open.id);
  }
  const link = encodeURIComponent(`http://localhost:3000/jobs/${open.id}`);
  expect((await board.get(`/oembed?url=${link}`)).status).toBe(200);

  // Only admins can list closed jobs. A company admin sees only the closed jobs of their own company.
  const closedList = async (token?: string) =>
    board.ask('GET', '/api/jobs/closed', token ? { token } : {});
  const user = await createAccount(board.db);
  const site = await createAccount(board.db, { role: 'siteadmin' });
  expect((await closedList()).status).toBe(401);
  expect((await closedList(await tokenFor(board.db, user.id))).status).toBe(403);
  expect((await closedList(await tokenFor(board.db, otherAdmin.id))).body.results).toEqual([]);
  expect((await closedList(await tokenFor(board.db, site.id))).body.results).toHaveLength(2);
});
