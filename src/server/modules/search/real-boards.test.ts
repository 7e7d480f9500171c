import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_RATES } from '#server/content/pay/exchange-rates.ts';
import { yearlyPay } from '#server/content/pay/yearly-pay.ts';
import type { Job, JobList, JobListItem } from '#shared/contract/job-responses.ts';
import { SALARY_UPPER_BOUNDS } from '#shared/domain/salary-bounds.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { feedsCalled, REAL_FEEDS, someRealFeeds } from '../../job-feeds/testing/real-feeds.ts';
import { importFiles } from '../sources/files/import-files.ts';
import { refreshDictionary } from './dictionary.ts';
import { expectIndexMatchesJobs } from './testing/search-index.ts';

/**
 * Feeds that contain jobs for the searches below, which other feeds rarely have: Rust, machine learning, and São Paulo.
 */
const SOUGHT = ['AtomicSemi', 'bree', 'crosby', 'keyrock', 'patreon', 'quora', 'zencastr'];

/** The number of first results that the tests check. */
const LOOKED_AT = 5;

describe.skipIf(!REAL_FEEDS)('a search on real boards (REAL_FEEDS)', () => {
  let board: TestApp;

  beforeAll(async () => {
    board = await startTestApp();
    await importFiles(board.db, [...(await someRealFeeds()), ...(await feedsCalled(SOUGHT))]);
    await refreshDictionary(board.db);
  });
  afterAll(() => board.close());

  async function get<Reply>(path: string): Promise<Reply> {
    const { statusCode, body } = await board.app.inject({ url: path });
    expect(statusCode).toBe(200);
    return JSON.parse(body);
  }

  async function search(parameters: Record<string, string>) {
    const list = await get<JobList>(`/api/jobs?${new URLSearchParams(parameters)}`);
    const first = list.results.slice(0, LOOKED_AT);
    expect(first.length).toBeGreaterThan(0);
    const summary = first.map(({ title, company }) => `${title} (${company.name})`).join('; ');
    return { ...list, first, summary };
  }

  const textOf = ({ title, company, location, description }: JobListItem) =>
    [title, company.name, location, description].join('\n').toLowerCase();

  test('rust engineer: the first results are engineers or developers with Rust in their titles', async () => {
    const { first, summary } = await search({ q: 'rust engineer' });
    const both = first.filter(
      ({ title }) => /\brust\b/i.test(title) && /engineer|developer/i.test(title),
    );
    expect(both.length, summary).toBe(first.length);
  });

  test('"machine learning" -intern: every result has the phrase, and none has the word intern', async () => {
    const { first, results, summary } = await search({ q: '"machine learning" -intern' });
    for (const job of first) expect(job.title, summary).toMatch(/machine learning/i);
    for (const job of results) {
      expect(textOf(job)).toMatch(/machine[\s\p{P}]+learning/u);
      expect(textOf(job)).not.toMatch(/\bintern\b/);
    }
  });

  test('enginer: the first results are jobs for engineers', async () => {
    const { first, summary } = await search({ q: 'enginer' });
    for (const { title } of first) expect(title, summary).toMatch(/engineer/i);
  });

  test('paris: the first results have Paris in their title or location', async () => {
    const { first, summary } = await search({ q: 'paris' });
    for (const { title, location } of first)
      expect(`${title} ${location}`, summary).toMatch(/paris/i);
  });

  test('1password: the first results are jobs of 1Password', async () => {
    const { first, summary } = await search({ q: '1password' });
    for (const { company } of first) expect(company.name, summary).toMatch(/^1password$/i);
  });

  test('são paulo: the search finds jobs in São Paulo with or without accents', async () => {
    const { results, total } = await search({ location: 'são paulo', remote: 'no' });
    for (const { id } of results) {
      const { location, moreplaces } = await get<Job>(`/api/jobs/${id}`);
      expect(`${location}; ${moreplaces}`).toMatch(/s[ãa]o paulo/i);
    }
    expect((await search({ location: 'SAO PAULO', remote: 'no' })).total).toBe(total);
  });

  test('200000 dollars: the maximum pay of every result is at least this amount', async () => {
    const { results } = await search({ minsalary: '200000' });
    for (const { id, salary } of results) {
      const { pay } = await get<Job>(`/api/jobs/${id}`);
      const range = salary === '' ? 0 : (SALARY_UPPER_BOUNDS[salary] ?? Number.POSITIVE_INFINITY);
      // An open end may be any amount.
      const reach = pay
        ? (yearlyPay(pay, DEFAULT_RATES)?.maximum ?? Number.POSITIVE_INFINITY)
        : range;
      expect(reach, JSON.stringify(pay)).toBeGreaterThanOrEqual(200_000);
    }
  });

  test.each([
    ['kuberntes', 'kubernetes', (job: JobListItem) => textOf(job).includes('kubernetes')],
    ['reedzy', 'reedsy', ({ company }: JobListItem) => company.name.toLowerCase() === 'reedsy'],
  ])('%s: the results of %s', async (misspelled, q, isMeant) => {
    const { first, correction, summary } = await search({ q: misspelled });
    expect(correction).toMatchObject({ q, applied: true });
    expect(first.filter(isMeant).length, summary).toBe(first.length);
  });

  test('the search index of real boards agrees with their jobs', () =>
    expectIndexMatchesJobs(board.db));
});
