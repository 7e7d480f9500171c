import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BoardDatabase } from '#server/db/client.ts';
import { job_search } from '#server/db/search-tables.ts';
import { type JobOrder, type JobPart, jobOrder } from '#shared/domain/job-search.ts';
import { MAX_EXACT_COUNT } from '#shared/limits.ts';
import { createCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import {
  facetConditions,
  matches,
  matchesScans,
  otherConditions,
  type SearchParameters,
} from './filters.ts';
import { alternativesOf } from './index-scans.ts';
import { findInPart } from './job-query.ts';
import { newestJobs } from './newest-jobs.ts';
import { MAX_CHECKED, phraseWindow } from './phrase-window.ts';
import { parseSearch } from './search-jobs.ts';
import { readStatistics } from './statistics.ts';
import { all, any, not, type TextQuery } from './text-query.ts';

const JOBS = 52_000;

const HOUR = 60 * 60 * 1_000;

/** The date of the newest jobs. Ten jobs were posted in each hour before it. */
const NEWEST = new Date(Math.floor(Date.now() / HOUR) * HOUR);

let board: TestApp;
let db: BoardDatabase;

// Create more jobs than one search reads.
beforeAll(async () => {
  board = await startTestApp();
  db = board.db;
  const { id } = await createCompany(db, { name: 'Loom' });
  const other = await createCompany(db, { name: 'Rust Works' });
  await db.transaction(async (tx) => {
    await tx.execute(sql`alter table jobs disable trigger user`);
    // Every second job has the word w1, every fourth job the word w2, and so on. Ten jobs share each date.
    await tx.execute(sql`
      insert into jobs (id, company_id, title, type, location, description, summary, summary_truncated, salary, date)
      select gen_random_uuid(), case when n % 7 = 0 then ${other.id}::uuid else ${id}::uuid end,
        case when n % 3 = 0 then 'Rust Maker' when n % 1000 = 1 then 'Rustic Poet' else 'Maker' end,
        case when n % 5 = 0 then 'Remote' else 'Full-Time' end,
        case when n % 11 = 0 then 'Rust am See' else 'Lisbon' end,
        (select concat('w0', string_agg(' w' || power, '')) from generate_series(1, 15) as power
          where n % (2 ^ power)::integer = 0),
        '', false, case when n % 2 = 0 then '$60K - $70K' else '' end,
        ${NEWEST.toISOString()}::timestamptz - (n / 10) * interval '1 hour'
      from generate_series(1, ${JOBS}::integer) as n`);
    await tx.execute(sql`alter table jobs enable trigger user`);
    // Drop the indexes, because filling a table is faster without them.
    const { rows: indexes } = await tx.execute<{ name: string; definition: string }>(sql`
      select indexname as name, indexdef as definition from pg_indexes
      where tablename = 'job_search' and indexdef like '% gin %'`);
    for (const { name } of indexes) await tx.execute(sql`drop index ${sql.identifier(name)}`);
    await tx.execute(sql`select index_all_jobs(0, 1)`);
    for (const { definition } of indexes) await tx.execute(sql.raw(definition));
    await tx.execute(sql`select count_all_jobs()`);
  });
  await db.execute(sql`analyze job_search`);
});
afterAll(() => board.close());

type Row = { id: string; rank: number; date: string; part: JobPart };

const parse = (search: SearchParameters) => parseSearch(db, { ...search, mentions: 'true' });

/** Reads the whole list, each part in a single query, without the optimizations under test. */
async function plainly(search: SearchParameters, order: JobOrder): Promise<Row[]> {
  const { filters, parts } = await parse(search);
  const rows: Row[] = [];
  for (const { part, match } of parts) {
    const conditions = [
      ...Object.values(facetConditions(filters) ?? {}),
      ...otherConditions(filters),
      ...(match ? [matches(match.all)] : []),
    ];
    const tiers = match?.tiers ?? [];
    const ranks = tiers.map(({ query, rank }) => sql`when ${matches(query)} then ${rank}::integer`);
    const rank: Record<JobOrder, SQL> = {
      newest: sql`0`,
      match: ranks.length > 0 ? sql`case ${sql.join(ranks, sql` `)} end` : sql`0`,
      salary: sql`${job_search.middle} * -1`,
    };
    const { rows: found } = await db.execute<Row>(sql`
      select job_id as id, ${rank[order]} as rank, to_json(date at time zone 'UTC') #>> '{}' || 'Z' as date,
        ${part} as part
      from ${job_search} ${conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}
      order by 2, ${job_search.date} desc, job_id desc`);
    rows.push(...found);
  }
  return rows;
}

const PAGE = 30;

/** Reads a page of the list: the first page, or the page after one of its rows. */
async function listed(search: SearchParameters, order: JobOrder, behind: Row | undefined) {
  const { filters, parts } = await parse(search);
  const ids: string[] = [];
  for (const { part, match } of parts.slice(
    Math.max(
      0,
      parts.findIndex(({ part }) => part === behind?.part),
    ),
  )) {
    const after = part === behind?.part ? behind : undefined;
    const position = after && {
      id: after.id,
      date: new Date(after.date),
      rank: order === 'salary' ? -after.rank : after.rank,
    };
    const rest = PAGE - ids.length;
    if (rest === 0) break;
    const found = await findInPart(db, { filters, match, order }, position, rest);
    ids.push(...found.map(({ id }) => id));
  }
  return ids;
}

describe('a long list, which is read in steps (the latest hours, the latest days, all jobs),', () => {
  test('a search of the newest jobs needs all kinds of steps on this board: the latest hours, the latest days, all jobs', async () => {
    const statistics = await readStatistics(db);
    const hours = newestJobs(statistics, 50);
    expect(NEWEST.getTime() - (hours?.from.getTime() ?? 0)).toBeGreaterThan(3 * HOUR);
    expect(NEWEST.getTime() - (hours?.from.getTime() ?? 0)).toBeLessThan(8 * HOUR);
    expect(hours?.terms).toContain(`'~${NEWEST.getTime() / HOUR}'`);
    const days = newestJobs(statistics, 1_500, new Date(NEWEST.getTime() - 1_000 * HOUR));
    expect(NEWEST.getTime() - (days?.from.getTime() ?? 0)).toBeGreaterThan(1_140 * HOUR);
    expect(NEWEST.getTime() - (days?.from.getTime() ?? 0)).toBeLessThan(1_190 * HOUR);
    expect(days?.terms).toContain(`'#${Math.floor(NEWEST.getTime() / HOUR / 24) - 45}'`);
    expect(newestJobs(statistics, 100_000)).toBeUndefined();
    // The date is so far ahead that naming each day up to it would need too many terms.
    expect(newestJobs(statistics, 50, new Date('9999-12-31T23:59:59.999Z'))).toEqual(hours);
    expect(newestJobs(statistics, 10, new Date('2019-01-01T00:00:00Z'))).toBeUndefined();
  });

  test.each<{ q?: string; sort?: JobOrder } & Partial<SearchParameters>>([
    { sort: 'newest' },
    { q: 'w1' },
    { q: 'w1', sort: 'newest' },
    { q: 'w9', sort: 'newest' },
    { q: 'w13', sort: 'newest' },
    { q: 'w15', sort: 'newest' },
    { q: 'w13 or w15' },
    { q: 'w13 maker' },
    { q: 'rust' },
    { q: 'rust w11' },
    { q: 'rust w11', sort: 'newest' },
    { q: 'rust -w1', sort: 'newest' },
    { q: 'rust w6 ', type: ['Remote'] },
    { type: ['Remote', 'Contract'] },
    { type: ['Full-Time'], orremote: 'true' },
    { q: 'rust', type: ['Full-Time', 'Contract'], orremote: 'true', sort: 'newest' },
    { type: ['Full-Time'], orremote: 'true', sort: 'salary' },
    { q: 'rust', type: ['Remote', 'Contract'], sort: 'newest' },
    { type: ['Remote', 'Internship'], sort: 'salary' },
    { q: 'rustic', sort: 'salary' },
    { q: '-maker', sort: 'newest' },
    { q: '-w1 -w2', salary: '' },
    { q: '"rust am see"', location: 'lisbon' },
    { q: '"rust am see"', minsalary: { amount: 60_000, currency: 'USD' } },
    { q: '"w0 w1"' },
    { q: '"w0 w1" or rustic', sort: 'newest' },
    { q: '-"w0 w1"', sort: 'newest' },
    { q: 'lisbon w12', sort: 'salary' },
    { q: 'nowhere' },
    { location: 'rust am', remote: 'no' },
  ])('has the same rows as a single query in the same order: %j', async ({ sort, ...search }) => {
    const order = jobOrder(search.q, sort);
    const all = await plainly(search, order);
    expect(await listed(search, order, undefined)).toEqual(all.slice(0, PAGE).map(({ id }) => id));
    // Let pages begin at each kind of position in the list: at equal dates, at equal relevance, after the newest days
    // and at the end.
    const places = [0, 28, ...[0.1, 0.33, 0.5, 0.9].map((part) => Math.floor(all.length * part))];
    const ends = all.flatMap(({ rank }, at) =>
      at > 0 && rank !== all[at - 1]?.rank ? [at - 3] : [],
    );
    for (const at of [...places, ...ends.slice(0, 8), all.length - 2, all.length - 1]) {
      const behind = all[at];
      if (!behind) continue;
      const expected = all.slice(at + 1, at + 1 + PAGE).map(({ id }) => id);
      expect(await listed(search, order, behind), `behind ${at}`).toEqual(expected);
    }
  });
});

describe('a phrase of frequent words', () => {
  const search = async (q: string) => {
    const { filters, match } = await parse({ q });
    return findInPart(db, { filters, match, order: 'newest' }, undefined, JOBS);
  };

  test('is searched only in the newest jobs with its words, whatever the statistics', async () => {
    const found = await search('"w0 w1"');
    // Whole days are searched.
    expect(found.length).toBeGreaterThan(MAX_CHECKED);
    expect(found.length).toBeLessThan(MAX_CHECKED + 24 * 10);
    const { ids } = (
      await db.execute<{ ids: string[] }>(sql`select array_agg(id) as ids from (
        select jobs.id from jobs where description like 'w0 w1%' order by date desc, id desc limit ${found.length}
      ) as newest`)
    ).rows[0] ?? { ids: [] };
    expect(found.map(({ id }) => id)).toEqual(ids);
    const words = { all: ["'w0'", "'w1'"] };
    const statistics = await readStatistics(db);
    // The planner has statistics of the expression that the index has.
    expect(statistics.shares.words('w3', false)).toBeCloseTo(1 / 8, 1);
    const unknown = { ...statistics, jobs: 0, moments: [] };
    expect(await phraseWindow(db, unknown, words)).toEqual(
      await phraseWindow(db, statistics, words),
    );
  });

  test('a phrase is searched in all jobs if few have its words or if it is in titles', async () => {
    expect(await search('"w5 w6"')).toHaveLength(Math.floor(JOBS / 2 ** 6));
    expect(await search('"rustic poet"')).toHaveLength(Math.ceil((JOBS / 1_000) * (2 / 3)));
  });
});

describe('counts of many jobs', () => {
  const get = async (path: string) => {
    const { statusCode, body } = await board.app.inject({ url: path });
    expect(statusCode).toBe(200);
    return JSON.parse(body);
  };
  const MANY = MAX_EXACT_COUNT + 1;

  test('the counts of many jobs say that more jobs exist than are counted', async () => {
    expect((await get('/api/jobs?limit=1')).total).toBe(MANY);
    const counts = await get('/api/jobs/counts?q=w1&mentions=true');
    expect(counts.total).toBe(MANY);
    expect(counts.type).toContainEqual({ value: 'Remote', jobs: JOBS / 10 });
    expect(counts.type).toContainEqual({ value: 'Full-Time', jobs: MANY });
    expect(counts.salary).toContainEqual({ value: '$60K - $70K', jobs: MANY });
    expect((await get('/api/jobs/counts?type=Remote')).total).toBe(MANY);
    expect((await get('/api/jobs/places?name=see')).results).toEqual([
      { place: 'Rust am See', jobs: Math.floor(JOBS / 11) },
    ]);
  });

  test('results of a search for frequent words have no counts, unless all results fit on one page', async () => {
    expect(await get('/api/jobs?q=w3&limit=1&counts=true&mentions=true')).not.toHaveProperty(
      'total',
    );
    expect(await get('/api/jobs?q=w3&limit=1&counts=true&mentions=true')).not.toHaveProperty(
      'counts',
    );
    expect((await get('/api/jobs?q=w15&mentions=true')).total).toBe(1);
  });
});

test('the index finds the same jobs for a query, for its alternatives and for its conditions', async () => {
  const makers = all(["'rust'", "'maker'"]);
  const titles = any([makers, all(["'rustic'", "'poet'"])]);
  const places = any([all(["'@rust'", "'@see'"]), "':Remote'"]);
  const unpaid = not("':$60K - $70K'");
  const terms = all([titles, places, unpaid]);
  const alternatives = alternativesOf(terms);
  expect(alternatives.length).toBe(4);
  const counts = await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const count = (...scans: TextQuery[][]) =>
      tx.$count(job_search, matchesScans('heading', scans));
    return {
      together: await tx.$count(job_search, matches({ column: 'heading', terms })),
      alternatives: await count(...alternatives.map((each) => [each])),
      conditions: await count([titles, all([places, unpaid])]),
      both: await count([all([makers, places, unpaid])], [titles, all([places, unpaid])]),
    };
  });
  expect(counts.together).toBeGreaterThan(1_000);
  for (const found of Object.values(counts)) expect(found).toBe(counts.together);
});
