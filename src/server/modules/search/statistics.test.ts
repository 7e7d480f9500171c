import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { describeJob } from '#server/content/markdown/summary.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { job_search } from '#server/db/search-tables.ts';
import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import { SALARY_RANGES } from '#shared/domain/salary-ranges.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany, createJob } from '#tests/support/factories.ts';
import { restoreDeleted } from '../audit/restore.ts';
import { newestEvent } from '../audit/testing/trail.ts';
import { posting, setUpImports } from '../sources/testing/ashby-files.ts';
import { compactCounts } from './facet-counts.ts';
import { seedRandom } from './testing/random.ts';
import { expectIndexMatchesJobs } from './testing/search-index.ts';

const { board, importJobs } = setUpImports();

let token: string;
let loom: string;
let other: string;

beforeEach(async () => {
  const { db } = board;
  token = await tokenFor(db, (await createAccount(db, { role: 'siteadmin' })).id);
  loom = (await createCompany(db, { name: 'Loom' })).id;
  other = (await createCompany(db, { name: 'Other' })).id;
});

const bodyFor = (number: number, company = loom) => ({
  title: `Maker ${number}`,
  type: EMPLOYMENT_TYPES[number % EMPLOYMENT_TYPES.length],
  location: ['Lisbon', 'Porto; Lisbon', 'Paris;Paris; ', 'Remote'][number % 4],
  description: `You will make thing${number}.`,
  salary: SALARY_RANGES[number % SALARY_RANGES.length]?.value,
  applyurl: 'https://example.com/apply',
  company: { id: company },
});

const write = (method: string, url: string, body?: object) =>
  board.ask(method, url, { token, ...(body && { body }) });

function* inGroupsOf<Item>(size: number, items: Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

describe('the search index and its counts', () => {
  test('stay correct during concurrent writes and compactions of the counts', async () => {
    const numbers = Array.from({ length: 40 }, (_, n) => n);
    const statuses = new Set<number>();
    // Do not write more jobs at once: a busy machine would refuse some of the requests.
    for (const few of inGroupsOf(10, numbers)) {
      const some = await Promise.all(
        few.map((n) => write('POST', '/api/jobs', bodyFor(n, n % 2 ? loom : other))),
      );
      expect(some.map(({ status }) => status)).toEqual(few.map(() => 201));
      const replies = await Promise.all(
        some.flatMap(({ body: { id } }, n) => [
          // Change each job twice, delete half of the jobs concurrently, and compact the counts in between.
          write('PUT', `/api/jobs/${id}`, { id, ...bodyFor(n + 1, other) }),
          write('PUT', `/api/jobs/${id}`, { id, ...bodyFor(n + 2, loom) }),
          ...(n % 2 ? [write('DELETE', `/api/jobs/${id}`)] : []),
          write('POST', '/api/jobs', bodyFor(n + 3)),
          ...(n % 5 ? [] : [compactCounts(board.db)]),
        ]),
      );
      for (const reply of replies) if (reply) statuses.add(reply.status);
    }
    expect(
      [...statuses].filter((status) => ![200, 201, 204, 404, 409, 410].includes(status)),
    ).toEqual([]);
    await expectIndexMatchesJobs(board.db);
    await compactCounts(board.db);
    await expectIndexMatchesJobs(board.db);
    expect((await board.get('/api/jobs?limit=1')).body.total).toBe(60);
  });

  test('stay correct after concurrent compactions', async () => {
    for (let n = 0; n < 10; n += 1) await write('POST', '/api/jobs', bodyFor(n));
    await Promise.all(Array.from({ length: 8 }, () => compactCounts(board.db)));
    await expectIndexMatchesJobs(board.db);
    const { rows } = await board.db.execute(sql`table job_count_changes`);
    expect(rows).toEqual([]);
  });

  test('stay correct after a failed write', async () => {
    await createJob(board.db, { company_id: loom });
    const failing = board.db.transaction(async (tx) => {
      await tx.update(jobs).set({ title: 'Poet', type: 'Contract' });
      await tx.insert(jobs).values({
        ...describeJob('Never there.'),
        id: loom,
        company_id: loom,
        title: 'Poet',
        type: 'Remote',
        location: '',
      });
      throw new Error('too late');
    });
    await expect(failing).rejects.toThrow('too late');
    await expectIndexMatchesJobs(board.db);
  });

  test('stay correct after many jobs change in one statement', async () => {
    for (let n = 0; n < 12; n += 1) {
      const { title, type, location, salary } = bodyFor(n);
      await createJob(board.db, {
        company_id: loom,
        title,
        location: location ?? '',
        ...(type && { type }),
        ...(salary && { salary }),
      });
    }
    const { db } = board;
    await db.update(jobs).set({ type: 'Contract' }).where(eq(jobs.type, 'Remote'));
    await expectIndexMatchesJobs(db);
    await db.update(jobs).set({ company_id: other, more_places: 'Rome; Lisbon' });
    await expectIndexMatchesJobs(db);
    await db.update(jobs).set({
      date: new Date('2020-02-02T00:00:00Z'),
      pay_minimum: 1,
      pay_maximum: 99,
      pay_currency: 'USD',
      pay_unit: 'hour',
    });
    await expectIndexMatchesJobs(db);
    // Change a column that is not searched.
    await db.update(jobs).set({ applyurl: 'https://example.com/2', updated_at: new Date() });
    await expectIndexMatchesJobs(db);
    await db.update(jobs).set({ closed_at: new Date() }).where(eq(jobs.type, 'Contract'));
    await expectIndexMatchesJobs(db);
    // A closed job stays out of the index when it changes.
    await db.update(jobs).set({ title: 'Poet' });
    await expectIndexMatchesJobs(db);
    await db.update(jobs).set({ closed_at: null });
    await expectIndexMatchesJobs(db);
    expect(await db.$count(job_search)).toBe(12);
    await db.delete(jobs).where(eq(jobs.type, 'Contract'));
    await expectIndexMatchesJobs(db);
    await db.delete(jobs);
    await expectIndexMatchesJobs(db);
    await compactCounts(db);
    await expectIndexMatchesJobs(db);
  });

  test('stay correct during an import that adds, changes, closes and reopens jobs', async () => {
    const first = posting({
      id: '11111111-2222-3333-4444-000000000001',
      secondaryLocations: [{ location: 'Porto' }, { location: 'Lisbon' }],
    });
    const second = posting({ id: '11111111-2222-3333-4444-000000000002', isRemote: true });
    for (const postings of [
      [first, second],
      [{ ...first, title: 'Poet', location: 'Paris' }],
      [second],
      [first, second],
    ]) {
      await importJobs(postings);
      await expectIndexMatchesJobs(board.db);
      expect((await board.get('/api/jobs')).body.total).toBe(postings.length);
      await compactCounts(board.db);
      await expectIndexMatchesJobs(board.db);
    }
  });

  test('stay correct if a place has a very long name', async () => {
    const random = seedRandom(1);
    const endless = Array.from({ length: 9_000 }, () => random.pick([...'abcdefghijklmnop'])).join(
      '',
    );
    await importJobs([
      posting({ secondaryLocations: [{ location: endless }, { location: 'Porto' }] }),
    ]);
    await createJob(board.db, { company_id: loom, location: '㍿'.repeat(200) });
    await expectIndexMatchesJobs(board.db);
    expect((await board.get('/api/jobs?location=porto')).body.total).toBe(1);
    expect((await board.get(`/api/jobs?location=${encodeURIComponent('㍿㍿')}`)).body.total).toBe(
      1,
    );
    const { rows } = await board.db.execute(sql`select heading::text from job_search`);
    expect(rows).toHaveLength(2);
  });

  test('stay correct after a company is deleted with its jobs and restored', async () => {
    for (let n = 0; n < 4; n += 1) await write('POST', '/api/jobs', bodyFor(n, n ? loom : other));
    expect((await write('DELETE', `/api/companies/${loom}`)).status).toBe(204);
    await expectIndexMatchesJobs(board.db);
    expect((await board.get('/api/jobs?q=maker')).body.total).toBe(1);
    expect(await board.db.$count(companies)).toBe(1);

    await restoreDeleted(board.db, await newestEvent(board.db));
    await expectIndexMatchesJobs(board.db);
    expect((await board.get('/api/jobs?q=maker')).body.total).toBe(4);
    expect((await board.get('/api/jobs?q=loom')).body.total).toBe(3);
  });
});

test('a rebuilt search index agrees with the jobs', async () => {
  for (let n = 0; n < 12; n += 1)
    await write('POST', '/api/jobs', bodyFor(n, n % 2 ? loom : other));
  await createJob(board.db, { company_id: loom, closed_at: new Date() });
  await board.db.execute(sql`truncate job_search`);
  await board.db.execute(sql`select index_all_jobs(0, 2), index_all_jobs(1, 2), count_all_jobs()`);
  await expectIndexMatchesJobs(board.db);
  expect(await board.db.$count(job_search)).toBe(12);
});
