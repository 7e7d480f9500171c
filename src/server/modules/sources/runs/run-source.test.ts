import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { audit_events, jobs } from '#server/db/schema.ts';
import { source_runs, sources } from '#server/db/source-tables.ts';
import { withActor } from '#server/db/with-actor.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany } from '#tests/support/factories.ts';
import { setUpSources } from '../testing/set-up-sources.ts';
import { explainWaiting } from './apply-list.ts';
import { claimDueSource, LEASE_SECONDS } from './lease.ts';

const setup = setUpSources();
const { board, told, list, run, addSource, jobsOf, ledger, sourceOf } = setup;

const numbers = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => ({ id: from + index }));

const editAs = async (id: string, values: Partial<typeof jobs.$inferInsert>) => {
  const { id: person } = await createAccount(board.db);
  await withActor(board.db, person, (tx) => tx.update(jobs).set(values).where(eq(jobs.id, id)));
};

const jobCalled = async (company_id: string, title: string) => {
  const { rows } = await jobsOf(company_id);
  const row = rows.find((each) => each.title === title);
  if (!row) throw new Error(`no job is called ${title}`);
  return row;
};

describe('a run', () => {
  test('a run adds the jobs of the list, with the source from which they come', async () => {
    const source = await addSource();
    list('acme', numbers(2));
    const { outcome, counts, listed, requests, bytes } = await run(source.id);
    expect(outcome).toBe('applied');
    expect(counts).toMatchObject({ added: 2, changed: 0, closed: 0, skipped: 0 });
    expect([listed, requests]).toEqual([2, 1]);
    expect(bytes).toBeGreaterThan(100);
    const { open, rows } = await jobsOf(source.company_id);
    expect(open).toEqual(['Weaver 1', 'Weaver 2']);
    expect(rows[0]).toMatchObject({ source: 'greenhouse', source_id: '1', location: 'Lisbon' });
  });

  test('a run opens a job whose closing date is already past, and names it, as do its posting issues', async () => {
    const source = await addSource();
    const posting = { ...setup.toPosting({ id: 1 }), application_deadline: '2020-03-02' };
    setup.server.answer(setup.urlOf('acme'), { json: { jobs: [posting], meta: { total: 1 } } });
    const { outcome, counts, skipped } = await run(source.id);
    expect([outcome, counts.added, counts.skipped]).toEqual(['applied', 1, 0]);
    const reason = 'its closing date 2020-03-02 is already past, so it is open without one';
    expect(skipped).toEqual([{ job: '1', reason, isAdded: true }]);
    const { open, rows } = await jobsOf(source.company_id);
    expect(open).toEqual(['Weaver 1']);
    const admin = await createAccount(board.db, { role: 'siteadmin' });
    const token = await tokenFor(board.db, admin.id);
    const { body } = await board.ask('GET', `/api/jobs/${rows[0]?.id}/posting-issues`, { token });
    expect(body.results).toContainEqual({
      property: 'validThrough',
      required: false,
      advice: expect.stringContaining('The source states that the job closed on 2 March 2020'),
    });
    expect((await run(source.id)).counts.unchanged).toBe(1);
  });

  test('a run changes no job and no ETag, and writes no event, if the list is unchanged', async () => {
    const source = await addSource();
    list('acme', numbers(3));
    await run(source.id);
    const before = await jobsOf(source.company_id);
    const events = await board.db.$count(audit_events);
    const { outcome, counts } = await run(source.id);
    expect([outcome, counts.unchanged]).toEqual(['unchanged', 3]);
    expect(await jobsOf(source.company_id)).toEqual(before);
    expect(await board.db.$count(audit_events)).toBe(events);
    expect((await sourceOf(source.id)).confirmed_at).toEqual(setup.now);
  });

  test('sends the validators of the latest complete list, and a 304 confirms all jobs', async () => {
    const source = await addSource();
    const json = { jobs: [setup.toPosting({ id: 1 })], meta: { total: 1 } };
    setup.server.answer(setup.urlOf('acme'), { json, etag: '"v1"' });
    await run(source.id);
    const { outcome, counts } = await run(source.id);
    expect([outcome, counts.unchanged]).toEqual(['unchanged', 1]);
    expect(setup.server.requests.at(-1)?.headers['if-none-match']).toBe('"v1"');
    expect((await sourceOf(source.id)).confirmed_at).toEqual(setup.now);
  });

  test('changes the jobs whose entries have changed', async () => {
    const source = await addSource();
    list('acme', numbers(2));
    await run(source.id);
    list('acme', [{ id: 1, title: 'Spinner' }, { id: 2 }]);
    const { counts } = await run(source.id);
    expect(counts).toMatchObject({ added: 0, changed: 1, unchanged: 1 });
    expect((await jobsOf(source.company_id)).open).toEqual(['Spinner', 'Weaver 2']);
  });

  test('takes over the jobs that the company already has from the system', async () => {
    const company = await createCompany(board.db);
    const first = await addSource('acme', { company_id: company.id });
    list('acme', numbers(2));
    await run(first.id);
    const { rows: before } = await jobsOf(company.id);
    await board.db.delete(sources);
    const second = await addSource('acme', { company_id: company.id });
    list('acme', [{ id: 1 }]);
    await run(second.id);
    const { rows, open } = await jobsOf(company.id);
    expect(rows.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(open).toHaveLength(2);
    await run(second.id);
    expect((await jobsOf(company.id)).closed).toEqual(['Weaver 2']);
  });
});

describe('a job that the list lacks', () => {
  test('a job that the list lacks closes after two complete lists without it, at least an hour apart', async () => {
    const source = await addSource();
    list('acme', numbers(3));
    await run(source.id);
    list('acme', numbers(2));
    const first = await run(source.id);
    expect(first.counts).toMatchObject({ missing: 1, closed: 0 });
    expect(await explainWaiting(board.db, source)).toMatch(
      /^1 open job is not in the list\..* Run this again after \d+ \w+ \d{4} at [\d:]+ UTC\.$/,
    );
    const soon = await run(source.id, 59 * 60_000);
    expect(soon.counts).toMatchObject({ missing: 0, closed: 0 });
    const later = await run(source.id, 60_000);
    expect(later.counts).toMatchObject({ closed: 1 });
    expect(await explainWaiting(board.db, source)).toBeUndefined();
    expect((await jobsOf(source.company_id)).closed).toEqual(['Weaver 3']);
  });

  test('a job stays open if it is listed again before a second list lacks it, and reopens if it is listed after it was closed', async () => {
    const source = await addSource();
    list('acme', numbers(2));
    await run(source.id);
    list('acme', [{ id: 1 }]);
    await run(source.id);
    list('acme', numbers(2));
    await run(source.id);
    list('acme', [{ id: 1 }]);
    expect((await run(source.id)).counts).toMatchObject({ missing: 1, closed: 0 });
    await run(source.id);
    const { rows } = await jobsOf(source.company_id);
    list('acme', numbers(2));
    const back = await run(source.id);
    expect(back.counts).toMatchObject({ added: 0, reopened: 1 });
    const after = await jobsOf(source.company_id);
    expect(after.open).toEqual(['Weaver 1', 'Weaver 2']);
    expect(after.rows.map(({ id, date }) => ({ id, date }))).toEqual(
      rows.map(({ id, date }) => ({ id, date })),
    );
  });

  test.each([
    ['an empty list that should have 40 jobs', { json: { jobs: [], meta: { total: 40 } } }],
    ['a missing board', { status: 404 }],
    ['a failing server', { status: 500 }],
    [
      'a page instead of a list',
      { text: '<html>Sorry</html>', headers: { 'content-type': 'text/html' } },
    ],
    ['a list of another shape', { json: { positions: [] } }],
    ['a cut list', { text: '{"jobs": [{"id": 1, "title": "Weaver 1"' }],
  ])('a job that the source has listed is not closed after %s', async (_, answer) => {
    const source = await addSource();
    list('acme', numbers(3));
    await run(source.id);
    setup.server.answer(setup.urlOf('acme'), answer);
    await run(source.id);
    expect((await run(source.id)).counts).toMatchObject({ missing: 0, closed: 0 });
    expect((await jobsOf(source.company_id)).open).toHaveLength(3);
    list('acme', numbers(3));
    await run(source.id);
    expect((await jobsOf(source.company_id)).open).toHaveLength(3);
  });

  test('no job is closed if an entry of the list has no id', async () => {
    const source = await addSource();
    list('acme', numbers(2));
    await run(source.id);
    setup.server.answer(setup.urlOf('acme'), {
      json: { jobs: [setup.toPosting({ id: 1 }), { title: 'Nobody' }], meta: { total: 2 } },
    });
    await run(source.id);
    const { error } = await run(source.id);
    expect(error).toMatch(/incomplete/);
    expect((await jobsOf(source.company_id)).open).toHaveLength(2);
  });
});

describe('an empty list', () => {
  /**
   * A source whose list of two jobs becomes empty. Returns the runs that read the empty list: the first an hour after the
   * list with the jobs, and the others after the given minutes.
   */
  async function emptied(...minutes: number[]) {
    const source = await addSource();
    list('acme', numbers(2));
    await run(source.id);
    list('acme', []);
    const runs = [await run(source.id)];
    for (const after of minutes) runs.push(await run(source.id, after * 60_000));
    return { source, runs };
  }

  test('an empty list closes nothing, and asks a person when it has been empty for an hour', async () => {
    const { source, runs } = await emptied(59, 1);
    for (const each of runs.slice(0, 2)) {
      expect([each.outcome, each.counts.missing]).toEqual(['unchanged', 0]);
      expect(each.error).toMatch('The list is empty. No job was closed');
    }
    expect([runs[2]?.outcome, runs[2]?.counts.closed]).toEqual(['asked', 2]);
    expect(runs[2]?.error).toMatch('It would close 2 of 2 open jobs');
    expect(told).toEqual(['asks acme']);
    expect((await sourceOf(source.id)).state).toBe('asking');
    expect((await jobsOf(source.company_id)).open).toHaveLength(2);
  });

  test('closes all jobs if a person allows it, and they reopen when they are listed again', async () => {
    const { source } = await emptied(60);
    await board.db.update(sources).set({ may_close: true });
    const allowed = await run(source.id, 1_000);
    expect([allowed.counts.closed, allowed.error]).toEqual([2, null]);
    expect((await jobsOf(source.company_id)).open).toEqual([]);
    expect(await sourceOf(source.id)).toMatchObject({ state: 'active', may_close: false });
    const after = await run(source.id);
    expect([after.outcome, after.error]).toEqual(['unchanged', null]);
    list('acme', numbers(2));
    expect((await run(source.id)).counts).toMatchObject({ reopened: 2, added: 0 });
  });

  test('a list that is empty for less than an hour now and then never asks', async () => {
    const { source, runs } = await emptied();
    list('acme', numbers(2));
    await run(source.id);
    list('acme', []);
    runs.push(await run(source.id));
    expect(runs.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
    expect((await sourceOf(source.id)).state).toBe('active');
  });

  test('also asks if the lists with jobs were never complete', async () => {
    const source = await addSource();
    const cut = { jobs: [setup.toPosting({ id: 1 }), { title: 'Nobody' }], meta: { total: 2 } };
    setup.server.answer(setup.urlOf('acme'), { json: cut });
    await run(source.id);
    list('acme', []);
    await run(source.id);
    expect((await run(source.id)).outcome).toBe('asked');
  });

  test('does not close jobs that a person has reopened', async () => {
    const { source } = await emptied();
    await board.db.update(jobs).set({ kept_open: true });
    const { outcome, counts } = await run(source.id);
    expect([outcome, counts.closed]).toEqual(['unchanged', 0]);
    expect((await jobsOf(source.company_id)).open).toHaveLength(2);
  });

  test('a question about an empty list ends when jobs are listed again', async () => {
    const { source } = await emptied(60);
    list('acme', numbers(2));
    await run(source.id);
    expect((await sourceOf(source.id)).state).toBe('active');
    expect((await jobsOf(source.company_id)).open).toHaveLength(2);
  });
});

describe('a list that lacks more than a quarter and more than five jobs', () => {
  async function ask() {
    const source = await addSource();
    list('acme', numbers(12));
    await run(source.id);
    list('acme', [...numbers(5), { id: 99, title: 'Dyer' }]);
    await run(source.id);
    return { source, asked: await run(source.id) };
  }

  test('a run that would close more than a quarter and more than five jobs asks a person, and changes nothing', async () => {
    const { source, asked } = await ask();
    expect(asked.outcome).toBe('asked');
    expect(asked.error).toMatch('would close 7 of 13 open jobs');
    expect((await jobsOf(source.company_id)).closed).toEqual([]);
    expect(await sourceOf(source.id)).toMatchObject({ state: 'asking', leased_until: null });
    await run(source.id);
    expect(told).toEqual(['asks acme']);
  });

  test('after a run that asks whether jobs should be closed, a list that contains them again is applied without an answer', async () => {
    const { source } = await ask();
    list('acme', numbers(12));
    expect((await run(source.id)).outcome).toBe('applied');
    expect((await sourceOf(source.id)).state).toBe('active');
    expect((await jobsOf(source.company_id)).closed).toEqual([]);
  });

  test('a job that is listed while the source asks counts as missing only from the next list without it', async () => {
    const { source } = await ask();
    const dyer = { id: 99, title: 'Dyer' };
    list('acme', [...numbers(6), dyer]);
    expect((await run(source.id)).outcome).toBe('asked');
    list('acme', [...numbers(5), dyer]);
    await board.db.update(sources).set({ may_close: true });
    expect((await run(source.id)).counts).toMatchObject({ closed: 6, missing: 1 });
    expect((await run(source.id)).counts).toMatchObject({ closed: 1 });
  });

  test('a permission to close the jobs that a list lacks does not apply to an empty list', async () => {
    const { source } = await ask();
    await board.db.update(sources).set({ may_close: true });
    list('acme', []);
    for (const [outcome, state] of [
      ['unchanged', 'active'],
      ['asked', 'asking'],
    ]) {
      expect(await run(source.id)).toMatchObject({ outcome, counts: { missing: 0 } });
      expect(await sourceOf(source.id)).toMatchObject({ state, may_close: false });
    }
    expect(told).toEqual(['asks acme', 'asks acme']);
    expect((await jobsOf(source.company_id)).closed).toEqual([]);
  });

  test('a job that is listed while the source asks is read again, and reopens if it was closed meanwhile', async () => {
    const { source } = await ask();
    list('acme', [...numbers(6), { id: 99, title: 'Dyer' }]);
    await run(source.id);
    // Another source that has the same job closes it.
    await board.db.update(jobs).set({ closed_at: setup.now }).where(eq(jobs.title, 'Weaver 6'));
    list('acme', numbers(12));
    expect((await run(source.id)).counts).toMatchObject({ reopened: 1 });
  });

  test('a run closes more than a quarter of the jobs if a person allows it, but only once', async () => {
    const { source } = await ask();
    await board.db.update(sources).set({ may_close: true });
    expect((await run(source.id)).counts.closed).toBe(7);
    expect(await sourceOf(source.id)).toMatchObject({ state: 'active', may_close: false });
  });
});

describe('changes by people', () => {
  test('a field that a person has edited stays, and the source’s value is stored', async () => {
    const source = await addSource();
    list('acme', numbers(1));
    await run(source.id);
    const { id } = await jobCalled(source.company_id, 'Weaver 1');
    await editAs(id, { title: 'Master Weaver' });
    list('acme', [{ id: 1, title: 'Weaver I', location: 'Porto' }]);
    await run(source.id);
    const [row] = (await jobsOf(source.company_id)).rows;
    expect(row).toMatchObject({ title: 'Master Weaver', location: 'Porto' });
    expect((await ledger(source.id))[0]?.stated).toEqual({ title: 'Weaver I' });
  });

  test('a job that a person has closed does not come back', async () => {
    const source = await addSource();
    list('acme', numbers(2));
    await run(source.id);
    const { id } = await jobCalled(source.company_id, 'Weaver 1');
    await editAs(id, { closed_at: new Date(), closed_by: 'admin' });
    list('acme', [{ id: 1, location: 'Porto' }, { id: 2 }]);
    await run(source.id);
    expect((await jobsOf(source.company_id)).closed).toEqual(['Weaver 1']);
  });

  test('a job that a person has deleted does not come back, not even with a new id', async () => {
    const source = await addSource();
    list('acme', numbers(2));
    await run(source.id);
    const { id } = await jobCalled(source.company_id, 'Weaver 1');
    const { id: person } = await createAccount(board.db);
    await withActor(board.db, person, (tx) => tx.delete(jobs).where(eq(jobs.id, id)));
    list('acme', [{ id: 1, location: 'Porto' }, { id: 2 }]);
    expect((await run(source.id)).counts).toMatchObject({ added: 0, skipped: 1 });
    const content = '&lt;p&gt;You weave cloth number 1 on a large loom.&lt;/p&gt;';
    list('acme', [{ id: 51, title: 'Weaver 1', content }, { id: 2 }]);
    expect((await run(source.id)).counts).toMatchObject({ added: 0, skipped: 1 });
    expect((await jobsOf(source.company_id)).open).toEqual(['Weaver 2']);
  });
});

describe('a job that comes back with a new id', () => {
  const content =
    '&lt;p&gt;You weave cloth of wool and silk on a large loom in our old mill.&lt;/p&gt;';

  test('a job that comes back with a new id stays the same job with its date, and its reposts are counted', async () => {
    const source = await addSource();
    list('acme', [{ id: 1, title: 'Weaver', content }, { id: 2 }]);
    await run(source.id);
    const before = await jobCalled(source.company_id, 'Weaver');
    list('acme', [{ id: 7, title: 'Weaver', content }, { id: 2 }]);
    expect((await run(source.id)).counts).toMatchObject({ added: 0, reposted: 1, missing: 0 });
    const after = await jobCalled(source.company_id, 'Weaver');
    expect(after).toMatchObject({ id: before.id, date: before.date, source_id: '7' });
    expect((await ledger(source.id)).find(({ external_id }) => external_id === '7')).toMatchObject({
      job_id: before.id,
      reposts: 1,
    });
  });

  test('reopens if it had closed', async () => {
    const source = await addSource();
    list('acme', [{ id: 1, title: 'Weaver', content }, { id: 2 }]);
    await run(source.id);
    list('acme', [{ id: 2 }]);
    await run(source.id);
    await run(source.id);
    expect((await jobsOf(source.company_id)).closed).toEqual(['Weaver']);
    list('acme', [{ id: 7, title: 'Weaver', content }, { id: 2 }]);
    expect((await run(source.id)).counts).toMatchObject({ reposted: 1, reopened: 1, added: 0 });
    expect((await jobsOf(source.company_id)).open).toEqual(['Weaver', 'Weaver 2']);
  });

  test('an entry with a new id counts as a new job if its place or its text is different', async () => {
    const source = await addSource();
    list('acme', [{ id: 1, title: 'Weaver', content }, { id: 2 }]);
    await run(source.id);
    list('acme', [
      { id: 7, title: 'Weaver', content, location: 'Porto' },
      { id: 8, title: 'Weaver', content: '&lt;p&gt;Something else entirely.&lt;/p&gt;' },
      { id: 2 },
    ]);
    expect((await run(source.id)).counts).toMatchObject({ added: 2, reposted: 0, missing: 1 });
  });
});

describe('a failed run', () => {
  test('delays the next run, and the next success ends the delays', async () => {
    const source = await addSource();
    setup.server.answer(setup.urlOf('acme'), { status: 404 });
    const { outcome, error } = await run(source.id);
    expect([outcome, error]).toEqual([
      'failed',
      expect.stringContaining('boards-api.greenhouse.io'),
    ]);
    const once = await sourceOf(source.id);
    expect([once.failures, once.next_run_at.getTime() - setup.now.getTime()]).toEqual([1, 900_000]);
    await run(source.id);
    const twice = await sourceOf(source.id);
    expect([twice.failures, twice.next_run_at.getTime() - setup.now.getTime()]).toEqual([
      2, 1_800_000,
    ]);
    list('acme', numbers(1));
    await run(source.id);
    expect((await sourceOf(source.id)).failures).toBe(0);
  });

  test('after a failed run, the next run waits as long as the source says', async () => {
    const source = await addSource();
    setup.server.answer(setup.urlOf('acme'), { status: 429, headers: { 'retry-after': '7200' } });
    await run(source.id);
    const { next_run_at } = await sourceOf(source.id);
    expect(next_run_at.getTime()).toBeGreaterThan(Date.now() + 7_000_000);
  });

  test('many failed runs pause the source and notify people', async () => {
    const source = await addSource('acme', { failures: 19 });
    setup.server.answer(setup.urlOf('acme'), { status: 404 });
    await run(source.id);
    expect(await sourceOf(source.id)).toMatchObject({ state: 'paused', paused_by: 'failing' });
    expect(told).toEqual(['fails acme']);
  });
});

describe('the lease', () => {
  test('lets only one process run a source, and ends if it is not renewed', async () => {
    const source = await addSource();
    await board.db.insert(source_runs).values({ source_id: source.id });
    expect((await claimDueSource(board.db, setup.now))?.id).toBe(source.id);
    expect(await claimDueSource(board.db, setup.now)).toBeUndefined();
    setup.passes((LEASE_SECONDS + 1) * 1_000);
    expect((await claimDueSource(board.db, setup.now))?.id).toBe(source.id);
    const [left] = await board.db.select().from(source_runs);
    expect(left?.outcome).toBe('interrupted');
  });

  test('a source that is paused while it is read changes nothing', async () => {
    const source = await addSource();
    setup.server.answer(setup.urlOf('acme'), async () => {
      await board.db.update(sources).set({ state: 'paused', paused_by: 'person' });
      return { json: { jobs: [setup.toPosting({ id: 1 })], meta: { total: 1 } } };
    });
    expect(await run(source.id)).toMatchObject({ outcome: 'interrupted', error: null });
    expect((await jobsOf(source.company_id)).rows).toEqual([]);
  });
});
