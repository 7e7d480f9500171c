import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { jobs } from '#server/db/schema.ts';
import { source_jobs } from '#server/db/source-tables.ts';
import { startCachedBoard } from '#tests/support/cached-board.ts';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { setUpSources } from './testing/set-up-sources.ts';

const setup = setUpSources();
const { board, list, run, addSource, jobsOf, tokenOf } = setup;
const { ask } = board;

const DAY = 24 * 60 * 60 * 1_000;

const nextDay = (day: string) => new Date(Date.parse(day) + DAY).toISOString().slice(0, 10);

const content = '&lt;p&gt;You weave wool and silk on a large loom in our old mill.&lt;/p&gt;';
const WEAVER = { title: 'Weaver', content };

/** Adds a company with two sources that list the same job; the second source also lists another job. */
async function twoSources() {
  const { id: company_id } = await createCompany(board.db);
  const one = await addSource('one', { company_id });
  const two = await addSource('two', { company_id });
  list('one', [{ id: 1, ...WEAVER }]);
  list('two', [{ id: 8, ...WEAVER }, { id: 9 }]);
  await run(one.id);
  await run(two.id);
  const { rows } = await jobsOf(company_id);
  const idOf = (source_id: string) => rows.find((row) => row.source_id === source_id)?.id ?? '';
  return { company_id, one, two, older: idOf('1'), newer: idOf('8'), token: await tokenOf() };
}

const duplicatesOf = async (id: string) =>
  (await ask('GET', `/api/sources/${id}/duplicates`, { token: await tokenOf() })).body.results;

describe('the same job in two sources', () => {
  test('is offered for merging, on the screen of either source', async () => {
    const { one, two, older, newer } = await twoSources();
    expect(await duplicatesOf(two.id)).toMatchObject([
      {
        job: { id: newer, title: 'Weaver', location: 'Lisbon', origin: 'Greenhouse' },
        other: { id: older, origin: 'Greenhouse' },
      },
    ]);
    expect(await duplicatesOf(one.id)).toMatchObject([{ job: { id: older } }]);
  });

  test('a job in a source is offered for merging if a person has posted the same job', async () => {
    const source = await addSource();
    list('acme', [{ id: 1, ...WEAVER }]);
    await run(source.id);
    const [imported] = (await jobsOf(source.company_id)).rows;
    const values = { title: 'weaver', location: 'Lisbon', company_id: source.company_id };
    const description = imported?.description ?? '';
    const posted = await createJob(board.db, { ...values, description });
    await createJob(board.db, { ...values, description: 'Something else entirely.' });
    await createJob(board.db, { ...values, description, location: 'Porto' });
    await createJob(board.db, { ...values, description, closed_at: new Date() });
    expect(await duplicatesOf(source.id)).toMatchObject([{ other: { id: posted.id, origin: '' } }]);
  });

  test('two jobs are not offered for merging again once a person has marked them as different', async () => {
    const { one, two, older, newer, token } = await twoSources();
    const body = { other: newer.toUpperCase() };
    const { status } = await ask('POST', `/api/jobs/${older}/distinguish`, { token, body });
    expect(status).toBe(204);
    expect(await duplicatesOf(one.id)).toEqual([]);
    expect(await duplicatesOf(two.id)).toEqual([]);
    const again = await ask('POST', `/api/jobs/${newer}/distinguish`, {
      token,
      body: { other: older },
    });
    expect(again.status).toBe(204);
  });
});

describe('merging two jobs', () => {
  test('leaves one job with the older date, and the URL of the other job redirects', async () => {
    const { company_id, two, older, newer, token } = await twoSources();
    const date = new Date('2025-01-02T03:04:05.000Z');
    await board.db.update(jobs).set({ date }).where(eq(jobs.id, newer));
    const { status } = await ask('POST', `/api/jobs/${newer}/merge`, {
      token,
      body: { into: older },
    });
    expect(status).toBe(204);
    const { rows } = await jobsOf(company_id);
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([older]));
    expect(rows).toHaveLength(2);
    expect(rows.find(({ id }) => id === older)?.date).toEqual(date);
    for (const path of [`/jobs/${newer}`, `/api/jobs/${newer}`]) {
      const { statusCode, headers } = await board.app.inject(path);
      expect([statusCode, headers.location]).toEqual([301, path.replace(newer, older)]);
    }
    // The source that lists the merged job does not add it again.
    expect((await run(two.id)).counts).toMatchObject({ added: 0, changed: 0 });
    list('two', [{ id: 8, ...WEAVER, location: 'Porto' }, { id: 9 }]);
    expect((await run(two.id)).counts).toMatchObject({ added: 0, changed: 0, skipped: 1 });
    expect((await jobsOf(company_id)).rows).toHaveLength(2);
  });

  test('after a merge, the new system updates a job that the old system no longer lists; the old system does not close it', async () => {
    const { id: company_id } = await createCompany(board.db);
    const old = await addSource('one', { company_id });
    list('one', [{ id: 1, ...WEAVER }, { id: 2 }]);
    await run(old.id);
    list('one', [{ id: 2 }]);
    await run(old.id);
    const next = await addSource('two', { company_id });
    list('two', [{ id: 8, ...WEAVER }]);
    await run(next.id);
    const { rows } = await jobsOf(company_id);
    const idOf = (source_id: string) => rows.find((row) => row.source_id === source_id)?.id ?? '';
    const [older, newer] = [idOf('1'), idOf('8')];
    await ask('POST', `/api/jobs/${newer}/merge`, {
      token: await tokenOf(),
      body: { into: older },
    });
    expect((await run(old.id)).counts).toMatchObject({ closed: 0 });
    list('two', [{ id: 8, ...WEAVER, location: 'Porto' }]);
    expect((await run(next.id)).counts).toMatchObject({ added: 0, changed: 1 });
    await run(old.id);
    const after = (await jobsOf(company_id)).rows;
    expect(after.find(({ id }) => id === older)).toMatchObject({
      location: 'Porto',
      source_id: '8',
      closed_at: null,
    });
    expect(after).toHaveLength(2);
  });

  test('after a merge, the second source takes over the job when the first source no longer lists it', async () => {
    const { company_id, one, two, older, newer, token } = await twoSources();
    await ask('POST', `/api/jobs/${newer}/merge`, { token, body: { into: older } });
    await run(two.id);
    list('one', [{ id: 2 }]);
    expect((await run(one.id)).counts).toMatchObject({ missing: 1 });
    expect((await run(one.id)).counts).toMatchObject({ closed: 0 });
    expect((await run(two.id)).counts).toMatchObject({ added: 0 });
    expect((await run(one.id)).counts).toMatchObject({ closed: 0 });
    const { rows } = await jobsOf(company_id);
    expect(rows.find(({ id }) => id === older)).toMatchObject({ source_id: '8', closed_at: null });
  });

  test('merging reopens a job that had closed because the old system no longer listed it', async () => {
    const { company_id, one, older, newer, token } = await twoSources();
    list('one', [{ id: 2 }]);
    await run(one.id);
    await run(one.id);
    expect((await jobsOf(company_id)).closed).toEqual(['Weaver']);
    await ask('POST', `/api/jobs/${newer}/merge`, { token, body: { into: older } });
    const { rows } = await jobsOf(company_id);
    expect(rows.find(({ id }) => id === older)).toMatchObject({ closed_at: null, source_id: '8' });
  });

  test('merging does not reopen a job that a person has closed', async () => {
    const { company_id, one, older, newer, token } = await twoSources();
    await setup.editAs(older, { closed_at: new Date(), closed_by: 'admin' });
    list('one', []);
    await board.db
      .update(source_jobs)
      .set({ missing_since: new Date() })
      .where(eq(source_jobs.source_id, one.id));
    await ask('POST', `/api/jobs/${newer}/merge`, { token, body: { into: older } });
    const { rows } = await jobsOf(company_id);
    expect(rows.find(({ id }) => id === older)?.closed_by).toBe('admin');
  });

  test('merging is refused for jobs of two companies, for a job with itself, and for missing jobs', async () => {
    const { older, token } = await twoSources();
    const { id: other } = await createJob(board.db);
    const missing = '0198a3c5-7d5e-7000-8000-00000000dead';
    for (const into of [other, older, missing]) {
      const { status, body } = await ask('POST', `/api/jobs/${older}/merge`, {
        token,
        body: { into },
      });
      expect([into, status, body.errors?.[0]?.path]).toEqual([into, 400, 'into']);
    }
    const body = { into: older };
    expect((await ask('POST', `/api/jobs/${missing}/merge`, { token, body })).status).toBe(404);
    expect((await ask('POST', '/api/jobs/x/merge', { token, body })).status).toBe(404);
    expect((await ask('POST', `/api/jobs/${older}/merge`, { body })).status).toBe(401);
    for (const [id, another, status] of [
      [older, other, 400],
      [older, older, 400],
      [older, missing, 400],
      [missing, older, 404],
      ['x', older, 404],
    ] as const) {
      const answer = await ask('POST', `/api/jobs/${id}/distinguish`, {
        token,
        body: { other: another },
      });
      expect([id, another, answer.status]).toEqual([id, another, status]);
    }
  });

  test('merging is possible only for admins of the company', async () => {
    const { company_id, older, newer } = await twoSources();
    const merge = async (values: Parameters<typeof tokenOf>[0]) =>
      ask('POST', `/api/jobs/${newer}/merge`, {
        token: await tokenOf(values),
        body: { into: older },
      });
    expect((await merge({ role: 'user' })).status).toBe(403);
    expect((await merge({ role: 'companyadmin' })).status).toBe(403);
    expect((await merge({ role: 'companyadmin', company_id })).status).toBe(204);
  });
});

describe('the day of the last check', () => {
  const job = (id: string) => board.get(`/api/jobs/${id}`);

  test('is that of the latest complete list, and cached responses follow', async () => {
    const source = await addSource();
    list('acme', [{ id: 1, ...WEAVER }, { id: 2 }, { id: 3 }]);
    await run(source.id);
    const [weaver] = (await jobsOf(source.company_id)).rows.filter(
      ({ title }) => title === 'Weaver',
    );
    const id = weaver?.id ?? '';
    const cached = await startCachedBoard(board.database, { steady: true });
    const checked = async () =>
      JSON.parse(String((await cached.ask(`/api/jobs/${id}`)).body)).checked;
    const today = setup.now.toISOString().slice(0, 10);
    const tomorrow = nextDay(today);
    const stale: string[] = [];
    cached.changes.subscribe((topic) => void (topic === `job:${id}` && stale.push(topic)));
    try {
      expect(await checked()).toBe(today);
      await run(source.id, DAY);
      await cached.settle();
      expect(await checked()).toBe(tomorrow);
      // Another run on the same day changes nothing.
      await run(source.id, 1);
      await cached.settle();
      expect(stale).toHaveLength(1);
    } finally {
      await cached.close();
    }
    // A list without the job does not say that it is open.
    list('acme', [{ id: 2 }, { id: 3 }]);
    await run(source.id);
    expect((await job(id)).body.checked).toBeUndefined();
  });

  test('is absent for a job that a person has posted', async () => {
    const { id } = await createJob(board.db);
    expect((await job(id)).body.checked).toBeUndefined();
  });
});
