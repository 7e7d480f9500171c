import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { chooseIds, databaseSize } from '../scenarios/board-facts.mjs';
import { makeBoard } from './board.mjs';
import { boardCopies, copyText, loadBoard } from './load-board.mjs';

const size = { jobs: 300, seed: 1, until: new Date('2026-01-31T12:00:00Z') };
const options = { say: () => {}, signal: new AbortController().signal };

/** @type {Awaited<ReturnType<typeof openTestDatabase>>} */
let database;
beforeAll(async () => {
  database = await openTestDatabase();
  await loadBoard(database.url, size, options);
});
afterAll(() => database.close());

test('the tables have all rows and indexes', async () => {
  const { all, tables, indexes } = await databaseSize(database.url);
  expect(all).toBeGreaterThan(1_000_000);
  expect(tables).toContainEqual(expect.objectContaining({ name: 'jobs', rows: 315 }));
  expect(indexes.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['job_search_by_words', 'job_search_newest', 'jobs_by_source']),
  );
});

test('fifty jobs and several companies are chosen for the measured requests', async () => {
  const { jobs, companies } = await chooseIds(database.url);
  expect(new Set(jobs).size).toBe(50);
  expect(companies.length).toBeGreaterThan(5);
});

test('a board that already has jobs is not filled', async () => {
  await expect(loadBoard(database.url, size, options)).rejects.toThrow(
    'The database has jobs or companies already.',
  );
});

test('characters that are special in COPY are escaped', () => {
  expect(copyText('a\\b\tc\nd\re')).toBe('a\\\\b\\tc\\nd\\re');
  expect(copyText(null)).toBe('\\N');
  expect(copyText(false)).toBe('false');
  expect(copyText(1.5)).toBe('1.5');
});

test('each job is written as one line with a value for each column', () => {
  const { statement, rows } = boardCopies(makeBoard({ ...size, jobs: 200 })).jobs;
  const lines = [...rows()].join('').split('\n').slice(0, -1);
  expect(lines).toHaveLength(210);
  const columns = statement.split(',').length;
  expect(new Set(lines.map((line) => line.split('\t').length))).toEqual(new Set([columns]));
});
