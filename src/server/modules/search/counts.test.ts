import { inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { jobs as storedJobs } from '#server/db/schema.ts';
import type { JobCounts, JobList } from '#shared/contract/job-responses.ts';
import { jobOrder, POSTED_DAYS } from '#shared/domain/job-search.ts';
import { MAX_COMPANY_OPTIONS } from '#shared/limits.ts';
import { type OneOrMore, queryString } from '#shared/urls/paths.ts';
import { repetitions, seedOr } from '#tests/support/deep-run.ts';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { compactCounts } from './facet-counts.ts';
import {
  createModelCompanies,
  createModelJobs,
  DAY,
  expectedIds,
  isChosen,
  type ModelJob,
  type ModelSearch,
  modelSearch,
  OPTIONS,
  sortWithinParts,
} from './testing/model-board.ts';
import { type Random, seedRandom } from './testing/random.ts';

const board = setUpTestBoard();

type Parameters = Record<string, OneOrMore>;

async function get<Reply>(path: string, parameters: Parameters): Promise<Reply> {
  const { status, body } = await board.get(path + queryString(parameters));
  expect(status, JSON.stringify(parameters)).toBe(200);
  return body;
}

/** Returns the whole list, and the total on its first page. */
async function follow(parameters: Parameters, limit: string) {
  const first = await get<JobList>('/api/jobs', { ...parameters, limit, description: 'summary' });
  const rows = [...first.results];
  for (let { next: cursor } = first; cursor; ) {
    const page = await get<JobList>('/api/jobs', { ...parameters, limit, cursor });
    rows.push(...page.results);
    cursor = page.next;
  }
  return { rows, ids: rows.map(({ id }) => id), total: first.total };
}

describe('random searches', () => {
  const COMBINATIONS = repetitions(12, 600);
  const JOBS = 300;
  let jobs: ModelJob[];
  let now: number;
  let random: Random;
  let companies: Awaited<ReturnType<typeof createModelCompanies>>;

  beforeEach(async () => {
    random = seedRandom(seedOr(20_260_101));
    now = Date.now();
    companies = await createModelCompanies(board.db);
    jobs = await createModelJobs(board.db, { random, companies, now }, JOBS);
  });

  /** Expects that lists and counts equal the lists and counts of the reference search. */
  async function hold(search: ModelSearch): Promise<void> {
    const { parameters, facets } = search;
    const asked = { ...parameters, ...facets };
    const label = JSON.stringify(asked);
    const found = jobs.filter(search.finds);
    const having = (chosen: ModelSearch['facets']) => found.filter((job) => isChosen(chosen, job));

    const sameOrder = jobOrder(parameters.q, parameters.sort) !== 'match';
    const expected = expectedIds(having(facets), parameters, search.partOf);
    // Checking a few pages of each list is enough.
    const list = await follow(
      asked,
      random.pick(expected.length > 60 ? ['24', '100'] : ['7', '24']),
    );
    const listed = sameOrder ? list.ids : sortWithinParts(list.rows);
    expect(listed, label).toEqual(expected);
    expect(list.total, label).toBe(expected.length);

    const first = await get<JobList>('/api/jobs', { ...asked, counts: 'true', limit: '1' });
    const { parts, ...counts } = first.counts ?? { parts: undefined };
    for (const { part, jobs: counted } of parts ?? []) {
      const inPart = jobs.filter((job) => isChosen(facets, job) && search.partOf(job) === part);
      expect(counted, `${part} of ${label}`).toBe(inPart.length);
    }
    expect(parts !== undefined, label).toBe(Boolean(parameters.q?.trim() || parameters.location));
    const jobsOf = (values: string[], name: 'salary' | 'type') =>
      values.map((value) => {
        const chosen = { ...facets, [name]: name === 'type' ? [value] : value };
        return { value, jobs: having(chosen).length };
      });
    const expectedCounts: JobCounts = {
      total: expected.length,
      salary: jobsOf(OPTIONS.salary, 'salary'),
      type: jobsOf(OPTIONS.type, 'type'),
      company: companies
        .map(({ id, name }) => ({ id, name, jobs: having({ ...facets, company: [id] }).length }))
        .sort((a, b) => a.name.localeCompare(b.name, 'en')),
    };
    expect(counts, label).toEqual(expectedCounts);
    // The counts of skills and facts are left out here: `agreement.test.ts` compares them with lists.
    const {
      skill: _,
      parts: partsAlone,
      workplace: __,
      employment: ___,
      level: ____,
      visa: _____,
      wider: ______,
      ...facetCounts
    } = await get<JobCounts>('/api/jobs/counts', asked);
    expect(partsAlone, label).toEqual(parts);
    const ofAnyDate = jobs.filter((job) => search.findsOfAnyDate(job) && isChosen(facets, job));
    const since = (days: string) => now - Number(days) * DAY;
    expect(facetCounts, label).toEqual({
      ...expectedCounts,
      posted: POSTED_DAYS.map((value) => ({
        value,
        jobs: ofAnyDate.filter(({ date }) => date.getTime() >= since(value)).length,
      })),
    });

    const other = {
      ...facets,
      ...random.pick<ModelSearch['facets']>([
        { salary: random.pick(OPTIONS.salary) },
        { type: [random.pick(OPTIONS.type)] },
        { company: [random.pick(companies).id] },
      ]),
    };
    const chosen = await follow({ ...parameters, ...other }, '100');
    expect(chosen.ids, JSON.stringify(other)).toHaveLength(having(other).length);
    expect(chosen.total).toBe(chosen.ids.length);
  }

  test('have the same lists and counts as the reference search', async () => {
    const phases = [
      async () => {},
      async () => compactCounts(board.db),
      async () => {
        // Add some of the pending changes to the stored counts, but not all.
        const taken = (count: number) =>
          inArray(
            storedJobs.id,
            jobs.splice(0, count).map(({ id }) => id),
          );
        await board.db.delete(storedJobs).where(taken(30));
        await board.db.update(storedJobs).set({ closed_at: new Date() }).where(taken(10));
        jobs.push(...(await createModelJobs(board.db, { random, companies, now }, 30)));
      },
    ];
    for (const reach of phases) {
      await reach();
      for (let n = 0; n < COMBINATIONS / phases.length; n += 1) {
        await hold(modelSearch(random, companies, now));
      }
    }
  });
});

test('with very many companies, the counts omit the companies', async () => {
  const names = Array.from({ length: MAX_COMPANY_OPTIONS }, (_, n) => `C${n}`);
  await Promise.all(names.map((name) => createCompany(board.db, { name })));
  const path = '/api/jobs/counts';
  expect((await get<JobCounts>(path, {})).company).toHaveLength(MAX_COMPANY_OPTIONS);
  await createJob(board.db);
  const counts = await get<JobCounts>(path, {});
  expect(counts).not.toHaveProperty('company');
  expect(counts.total).toBe(1);
});

test('a filter value that no job can have matches nothing, and does not change the counts of that filter’s options', async () => {
  const { company_id } = await createJob(board.db, { type: 'Contract' });
  const jobsOf = (options: { jobs: number }[] | undefined) =>
    options?.reduce((sum, { jobs }) => sum + jobs, 0);
  const unknown: [string, Record<string, string>][] = [
    ['type', { type: 'contract' }],
    ['salary', { salary: 'much' }],
    ['company', { company: company_id.replaceAll(/\d/g, '0') }],
    ['company', { company: 'nope' }],
  ];
  for (const [name, values] of unknown) {
    for (const words of [{}, { q: 'maker' }]) {
      const counts = await get<JobCounts>('/api/jobs/counts', { ...values, ...words });
      expect(counts.total).toBe(0);
      expect(jobsOf(counts.type)).toBe(name === 'type' ? 1 : 0);
      expect(jobsOf(counts.salary)).toBe(name === 'salary' ? 1 : 0);
      expect(jobsOf(counts.company)).toBe(name === 'company' ? 1 : 0);
    }
  }
});
