import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refreshSuggestions } from '#server/modules/search/suggestions/refresh-suggestions.ts';
import { oembed, previews } from '#shared/urls/outside-paths.ts';
import { tokenFor } from '../support/access-tokens.ts';
import { type CachedBoard, startCachedBoard } from '../support/cached-board.ts';
import { createAccount, createCompany, createJob, jobBody } from '../support/factories.ts';
import { buildTestApp } from '../support/test-app.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { statement } from './statements.ts';

/** The title and place of the hidden job, which occur nowhere else. */
const TITLE = 'Zymurgist';
const PLACE = 'Zzyzx';

let database: TestDatabase;
let cached: CachedBoard;
let uncached: FastifyInstance;

beforeAll(async () => {
  database = await openTestDatabase();
  const settings = { JOB_REVIEW: 'all' };
  cached = await startCachedBoard(database, { steady: true, settings });
  uncached = await buildTestApp(database, settings);
});
afterAll(async () => {
  await uncached.close();
  await cached.close();
  await database.close();
});

/**
 * The responses of the two boards to a visitor: without the page cache, while the response is being cached, and from
 * the cache.
 */
async function answersTo(url: string) {
  const { statusCode: status, body: text } = await uncached.inject({ url });
  return [{ status, text }, await cached.ask(url), await cached.ask(url)];
}

/** Every public URL that could show the job and does not name it. */
async function publicForms({ company, open }: { company: string; open: string }) {
  const { body: index } = await uncached.inject({ url: '/sitemap.xml' });
  const parts = [...index.matchAll(/<loc>[^<]*?(\/sitemaps\/[^<]*)<\/loc>/g)];
  return [
    ...['/', '/jobs', '/companies', `/companies/${company}`, `/jobs/${open}`],
    ...['/api/jobs?limit=100&counts=true', `/api/jobs?company=${company}`, '/api/jobs/counts'],
    ...['/api/jobs/companies', '/api/companies?counts=true', `/api/companies/${company}/figures`],
    ...[`/api/jobs/${open}`, oembed(`http://localhost:3000/jobs/${open}`)],
    ...[`/api/jobs/${open}/similar`, '/api/jobs/suggestions', '/api/jobs/places?name=zz'],
    ...['/jobs.atom', '/jobs.json', '/embed/jobs', '/sitemap.xml'],
    ...parts.map(([, path = '']) => path),
  ];
}

/** URLs that name the job or its title. Their responses may repeat the title, but must find nothing. */
const SEARCHES = [
  ['/api/jobs?q=zymurgist', '"total":0'],
  ['/api/jobs/counts?q=zymurgist', '"total":0'],
  ['/api/jobs/suggestions?q=zymur', '"titles":[]'],
  ['/jobs.json?q=zymurgist', '"items":[]'],
] as const;

test(statement(45), async () => {
  const { db } = database;
  const { id: company } = await createCompany(db, { name: 'Brewery' });
  const { id: open } = await createJob(db, { company_id: company, title: 'Taster' });
  const admins = { author: 'companyadmin', site: 'siteadmin' } as const;
  const author = await createAccount(db, { role: admins.author, company_id: company });
  const site = await createAccount(db, { role: admins.site });
  const tokens = { author: await tokenFor(db, author.id), site: await tokenFor(db, site.id) };
  const body = jobBody(company, { title: TITLE, location: PLACE, description: TITLE });

  /** Calls the API of the cached board. */
  async function act(who: keyof typeof tokens, method: string, path: string, sent?: object) {
    const headers = { authorization: `Bearer ${tokens[who]}` };
    const options = { method, headers, body: sent ?? (method === 'POST' ? {} : undefined) };
    const { status, text, headers: received } = await cached.ask(`/api${path}`, options);
    expect([path, status]).toEqual([path, expect.toSatisfy((code) => code < 300)]);
    return { headers: received, ...(text && JSON.parse(text)) };
  }

  const { id } = await act('author', 'POST', '/job-drafts', body);

  async function expectHidden(step: string): Promise<void> {
    await refreshSuggestions(db);
    for (const url of await publicForms({ company, open })) {
      for (const { status, text } of await answersTo(url)) {
        const leaks = [TITLE, PLACE, id].filter((sign) => text.includes(sign));
        expect([step, url, status, leaks]).toEqual([step, url, 200, []]);
      }
    }
    for (const [url, nothing] of SEARCHES) {
      for (const { text } of await answersTo(url)) {
        expect([step, url, text.includes(nothing), text.includes(id)]).toEqual([
          ...[step, url, true, false],
        ]);
      }
    }
    const unknown = [
      ...[`/jobs/${id}`, `/api/jobs/${id}`, `/api/jobs/${id}/closed`, `/api/jobs/${id}/similar`],
      ...[previews.job(id), oembed(`http://localhost:3000/jobs/${id}`)],
    ];
    for (const url of unknown) {
      for (const { status, text } of await answersTo(url)) {
        const leaks = [TITLE, PLACE].filter((sign) => text.includes(sign));
        expect([step, url, status, leaks]).toEqual([step, url, 404, []]);
      }
    }
    const { text: total } = await cached.ask('/api/jobs/counts');
    expect([step, JSON.parse(total).total]).toEqual([step, 1]);
  }

  await expectHidden('saved');
  await act('author', 'POST', `/job-drafts/${id}/submit`);
  await expectHidden('submitted');
  await act('author', 'POST', `/job-drafts/${id}/withdraw`);
  await expectHidden('withdrawn');
  await act('author', 'POST', `/job-drafts/${id}/submit`);
  await act('site', 'POST', `/job-drafts/${id}/reject`, { reason: `${TITLE}: no.` });
  await expectHidden('rejected');
  await act('author', 'PUT', `/job-drafts/${id}`, body);
  await expectHidden('mended');
  const posted = await act('author', 'POST', '/jobs', body);
  expect(posted.state).toBe('review');
  await expectHidden('posted for review');
  await act('author', 'DELETE', `/job-drafts/${posted.id}`);
  await expectHidden('deleted');

  // An edit of the published job has the hidden texts.
  const edited = await act('author', 'PUT', `/jobs/${open}`, body);
  expect([edited.state, edited.title]).toEqual(['review', 'Taster']);
  await expectHidden('edited');
  await act('site', 'POST', `/job-drafts/${open}/reject`, { reason: `${TITLE}: no.` });
  await expectHidden('edit rejected');
  await act('author', 'PUT', `/jobs/${open}`, body);
  await expectHidden('edited again');
  await act('author', 'DELETE', `/job-drafts/${open}`);
  await expectHidden('edit discarded');

  // The forms above do show the job once it is published, although they were cached without it.
  await act('author', 'POST', `/job-drafts/${id}/submit`);
  await act('site', 'POST', `/job-drafts/${id}/approve`);
  for (const url of ['/', '/jobs', `/jobs/${id}`, `/companies/${company}`, '/jobs.atom']) {
    for (const { status, text } of await answersTo(url)) {
      expect([url, status, text.includes(TITLE)]).toEqual([url, 200, true]);
    }
  }
});
