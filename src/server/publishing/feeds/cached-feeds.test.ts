import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Answer,
  type CachedBoard,
  startCachedBoard,
  startRenaming,
} from '#tests/support/cached-board.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let database: TestDatabase;
let board: CachedBoard;
let renaming: Awaited<ReturnType<typeof startRenaming>>;

beforeAll(async () => {
  database = await openTestDatabase();
  board = await startCachedBoard(database, { steady: true });
  renaming = await startRenaming(database.db, board);
  await board.settle();
});

afterAll(async () => {
  await board.close();
  await database.close();
});

const PATHS = [
  '/jobs.atom',
  '/jobs.json',
  '/jobs.atom?type=Contract',
  '/embed/jobs',
  '/embed/jobs?type=Contract&theme=dark',
  '/embed/jobs?limit=3',
];

/** Returns a function that returns how many queries for jobs have run since its last call. */
function countReads() {
  const { reads } = database.db;
  const { prepared } = reads;
  let count = 0;
  reads.prepared = (read) => {
    count += 1;
    return prepared(read);
  };
  return () => count;
}

test('feeds and embedded lists are cached until a job changes', async () => {
  const reads = countReads();
  for (let n = 1; n <= 3; n += 1) {
    const title = `Weaver number ${n}.`;
    expect((await renaming.rename(title)).status).toBe(200);
    const first: Answer[] = [];
    for (const path of PATHS) first.push(await board.ask(path));
    for (const { text } of first) expect(text).toContain(title);
    const before = reads();
    for (const [index, path] of PATHS.entries()) {
      const { headers, text } = await board.ask(path);
      expect(text).toBe(first[index]?.text);
      expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=1, must-revalidate');
    }
    expect(reads()).toBe(before);
  }
});

test('the sitemap index is cached until a job changes', async () => {
  const before = await board.ask('/sitemap.xml');
  expect(before.headers['cache-control']).toContain('public');
  expect((await renaming.rename('Another title')).status).toBe(200);
  const after = await board.ask('/sitemap.xml');
  expect(after.headers.etag).not.toBe(before.headers.etag);
});

test('a cached embedded list has the headers that allow frames', async () => {
  const [one, other] = [await board.ask('/embed/jobs'), await board.ask('/embed/jobs')];
  expect(other.headers['content-security-policy']).toContain('frame-ancestors *');
  expect(other.headers).not.toHaveProperty('x-frame-options');
  expect({ ...other.headers, date: '' }).toEqual({ ...one.headers, date: '' });
});
