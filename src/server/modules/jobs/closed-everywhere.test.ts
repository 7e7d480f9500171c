import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { jobs } from '#server/db/schema.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { type CachedBoard, startCachedBoard } from '#tests/support/cached-board.ts';
import { createAccount, createCompany, createJob } from '#tests/support/factories.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { closeOverdueJobs } from './commands.ts';

let database: TestDatabase;
/** A board with the page cache, as in production. */
let board: CachedBoard;
let headers: Record<string, string>;

beforeAll(async () => {
  database = await openTestDatabase();
  board = await startCachedBoard(database, { steady: true });
  const { id } = await createAccount(database.db, { role: 'siteadmin' });
  headers = { authorization: `Bearer ${await tokenFor(database.db, id)}` };
});
afterAll(async () => {
  await board.close();
  await database.close();
});
afterEach(() => {
  vi.useRealTimers();
});

const FIRST_DAY = new Date('2026-11-20T12:00:00Z');
const CLOSING_DATE = '2026-11-30';
const DAY_AFTER = new Date('2026-12-01T00:00:00Z');

type Job = { id: string; company: string };

/** The ways in which a job can end, each with the date of closing that the page of the job shows. */
const ENDS: Record<string, (job: Job) => Promise<string>> = {
  'that was closed': async ({ id }) => {
    await board.ask(`/api/jobs/${id}/close`, { method: 'POST', headers, body: {} });
    return '20 November 2026';
  },
  'that has expired': async () => {
    vi.setSystemTime(DAY_AFTER);
    expect(await closeOverdueJobs(database.db)).toBe(1);
    return '30 November 2026';
  },
  'that its source no longer lists': async ({ id }) => {
    await database.db.update(jobs).set({ closed_at: new Date() }).where(eq(jobs.id, id));
    return '20 November 2026';
  },
  'that was deleted': async ({ id }) => {
    await board.ask(`/api/jobs/${id}`, { method: 'DELETE', headers });
    return '';
  },
};

/** Returns the public lists, counts and previews in which this job appears as an open job. */
async function whereListed({ id, company }: Job): Promise<string[]> {
  const { text: index } = await board.ask('/sitemap.xml');
  const parts = [...index.matchAll(/<loc>[^<]*?(\/sitemaps\/jobs-[^<]*)<\/loc>/g)];
  const paths = [
    '/',
    '/jobs',
    '/jobs?q=zymurgist',
    `/companies/${company}`,
    '/api/jobs',
    `/api/jobs?company=${company}`,
    '/jobs.atom',
    '/jobs.json?q=zymurgist',
    '/embed/jobs',
    ...parts.map(([, path = '']) => path),
  ];
  const shown: string[] = [];
  for (const path of paths) {
    const { status, text } = await board.ask(path);
    expect([path, status]).toEqual([path, 200]);
    if (text.includes(id)) shown.push(path.replace(/\d+\.xml/, 'N.xml'));
  }
  const counts = JSON.parse((await board.ask(`/api/jobs/counts?company=${company}`)).text);
  if (counts.total > 0) shown.push('counts');
  const { text: places } = await board.ask('/api/jobs/places?name=zzyzx');
  if (JSON.parse(places).results.length > 0) shown.push('places');
  const { text: suggestions } = await board.ask('/api/jobs/suggestions?q=zzyzx');
  if (JSON.parse(suggestions).places.length > 0) shown.push('suggestions');
  const page = encodeURIComponent(`http://localhost:3000/jobs/${id}`);
  for (const path of [`/oembed?url=${page}`, `/previews/jobs/${id}.png`]) {
    if ((await board.ask(path)).status === 200) shown.push(path.slice(0, 7));
  }
  return shown;
}

test.each(Object.keys(ENDS))(
  'a job %s is in no list, and its page says that the job is closed',
  async (end) => {
    vi.useFakeTimers({ toFake: ['Date'], now: FIRST_DAY });
    const company = (await createCompany(database.db)).id;
    // Add other open jobs, so that no list is empty.
    await createJob(database.db, { title: 'Other Zymurgist', date: FIRST_DAY });
    const { id } = await createJob(database.db, {
      company_id: company,
      title: 'Zymurgist',
      location: 'Zzyzx; Lisbon',
      date: FIRST_DAY,
      validthrough: CLOSING_DATE,
    });
    await board.settle();
    const job = { id, company };
    expect(await whereListed(job)).toHaveLength(15);
    const open = await board.ask(`/jobs/${id}`);
    expect(open.status).toBe(200);
    expect(open.text).toContain('ld+json');
    expect(open.text).toContain('https://ada.example/apply');

    const day = await ENDS[end]?.(job);
    await board.settle();
    expect(await whereListed(job)).toEqual([]);
    const closed = await board.ask(`/jobs/${id}`);
    expect(closed.status).toBe(410);
    const text = closed.text.replace(/<script.*?<\/script>/gs, '').replace(/<!-- -->|<[^>]*>/g, '');
    expect(text).toMatch(new RegExp(`This job closed on ${day}`));
    expect(text).toMatch(/This job closed on \d{1,2} \w+ \d{4}\./);
    expect(text).toContain('Similar open jobs');
    expect(text).toContain('Other Zymurgist');
    expect(closed.text).not.toContain('ld+json');
    expect(closed.text).not.toContain('https://ada.example/apply');
    expect(text.includes('Original description')).toBe(end !== 'that was deleted');

    // Crawlers request the page of a closed job repeatedly, so it is cached until the job changes.
    const rendered = board.renders.length;
    const again = await board.ask(`/jobs/${id}`, { headers: { 'if-none-match': '*' } });
    expect([again.status, again.text]).toEqual([410, closed.text]);
    expect(again.headers).not.toHaveProperty('etag');
    expect(board.renders.length).toBe(rendered);
    await createJob(database.db, { title: 'Another Zymurgist' });
    await board.settle();
    expect((await board.ask(`/jobs/${id}`)).text).toContain('Another Zymurgist');
  },
);
