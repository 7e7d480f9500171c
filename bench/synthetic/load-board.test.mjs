import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { chooseIds, databaseMetrics } from '../scenarios/board-facts.mjs';
import { loadBoard } from './load-board.mjs';

const size = { jobs: 300, seed: 1, until: new Date('2026-01-31T12:00:00Z') };
const options = { say: () => {}, signal: new AbortController().signal };

/** @type {Awaited<ReturnType<typeof openTestDatabase>>} */
let database;
beforeAll(async () => {
  database = await openTestDatabase();
  await loadBoard(database.url, size, options);
});
afterAll(() => database.close());

test('the tables contain all rows and have all indexes', async () => {
  const { all, tables, indexes } = await databaseMetrics(database.url);
  expect(all).toBeGreaterThan(1_000_000);
  expect(tables).toContainEqual(expect.objectContaining({ name: 'jobs', rows: 315 }));
  expect(indexes.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['job_search_by_words', 'job_search_newest', 'jobs_by_source']),
  );
});

test('chooses jobs and companies to request', async () => {
  const { jobs, companies } = await chooseIds(database.url);
  expect(new Set(jobs).size).toBe(50);
  expect(companies.length).toBeGreaterThan(5);
});

test('refuses to fill a board that has jobs', async () => {
  await expect(loadBoard(database.url, size, options)).rejects.toThrow(
    'The database has jobs or companies already.',
  );
});
