import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { accounts, companies, jobs } from '#server/db/schema.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import {
  type CachedBoard,
  holdNextPage,
  startCachedBoard,
  startRenaming,
} from '#tests/support/cached-board.ts';
import { createAccount, createJob } from '#tests/support/factories.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let database: TestDatabase;
let board: CachedBoard;

beforeAll(async () => {
  database = await openTestDatabase();
  board = await startCachedBoard(database);
});

afterAll(async () => {
  await board.close();
  await database.close();
});

beforeEach(async () => {
  const { db } = database;
  await db.delete(accounts);
  await db.delete(jobs);
  await db.delete(companies);
  await board.settle();
});

/** Starts readers that request a path repeatedly until they are stopped. */
function startReaders(path: string, readers = 8) {
  let stopped = false;
  const responses: { start: number; text: string; status: number }[] = [];
  const reading = Array.from({ length: readers }, async () => {
    while (!stopped) {
      const start = performance.now();
      const { text, status } = await board.ask(path);
      responses.push({ start, text, status });
    }
  });
  return {
    responses,
    /** Resolves after this number of responses has arrived. */
    async more(count: number) {
      const enough = responses.length + count;
      while (responses.length < enough) await board.ask('/about');
    },
    async stop() {
      stopped = true;
      await Promise.all(reading);
      return responses;
    },
  };
}

async function readNumber(path: string, pattern: RegExp): Promise<number> {
  return Number(pattern.exec((await board.ask(path)).text)?.[1]);
}

test('a writer sees a change in the next response, even on a page that is requested very often', async () => {
  const { rename } = await startRenaming(database.db, board);
  await board.settle();
  const reading = startReaders('/jobs');
  await reading.more(50);
  const WRITES = 12;
  const written: number[] = [];
  for (let number = 0; number < WRITES; number += 1) {
    const title = `Weaver number ${number}.`;
    expect((await rename(title)).status).toBe(200);
    written.push(performance.now());
    expect((await board.ask('/jobs')).text).toContain(title);
  }
  const responses = await reading.stop();
  expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
  // Every other reader gets the last version written before its request, or a newer one.
  for (const { start, text } of responses) {
    const due = written.findLastIndex((at) => at < start);
    const version = Number(/Weaver number (\d+)\./.exec(text)?.[1] ?? -1);
    expect(version).toBeGreaterThanOrEqual(due);
  }
});

test('once a deleted job has answered 410, its page is not served again', async () => {
  const { id } = await createJob(database.db);
  await board.settle();
  const reading = startReaders(`/jobs/${id}`);
  await reading.more(50);
  await database.db.delete(jobs).where(eq(jobs.id, id));
  await board.settle();
  expect((await board.ask(`/jobs/${id}`)).status).toBe(410);
  await reading.more(20);
  const statuses = (await reading.stop()).map(({ status }) => status);
  const firstGone = statuses.indexOf(410);
  expect(firstGone).toBeGreaterThan(0);
  // Responses to simultaneous requests may arrive in any order.
  expect(statuses.slice(firstGone + 8)).not.toContain(200);
});

test('the counts of a text search that is requested very often are stale by less than a second', async () => {
  const { db } = database;
  const { company_id } = await createJob(db, { title: 'Weaver' });
  await board.settle();
  const counts = '/api/jobs/counts?q=weaver';
  const reading = startReaders(counts);
  await reading.more(50);
  await createJob(db, { title: 'Another Weaver', company_id });
  const changed = performance.now();
  await board.settle();
  expect((await board.ask('/api/jobs?q=weaver')).text).toContain('Another Weaver');
  for (;;) {
    const start = performance.now();
    if ((await readNumber(counts, /"total":(\d+)/)) === 2) break;
    expect(start - changed).toBeLessThan(1_000);
  }
  await reading.stop();
});

/** Only the test advances the clock, and the change listener never times out. */
describe('with a stopped clock', () => {
  let still: CachedBoard;

  beforeEach(async () => {
    still = await startCachedBoard(database, { steady: true });
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  });

  afterEach(async () => {
    vi.useRealTimers();
    await still.close();
  });

  const rendersOfList = () => still.renders.filter((path) => path === '/jobs');

  /** Requests the job list so often that it is hot, some time after its response was generated. */
  async function makeListHot(): Promise<void> {
    await still.ask('/jobs');
    vi.advanceTimersByTime(200);
    for (let times = 0; times < 10; times += 1) await still.ask('/jobs');
  }

  async function rename(id: string, title: string): Promise<void> {
    await database.db.update(jobs).set({ title }).where(eq(jobs.id, id));
    await still.changes.settle();
  }

  async function startRefresh(id: string) {
    await makeListHot();
    const { held, release } = holdNextPage(still);
    await rename(id, 'Second Weaver');
    const leader = still.ask('/jobs');
    await held;
    return { leader, release };
  }

  test('after a change, one request regenerates a page, the others get the stale response, and the writer waits', async () => {
    const { db } = database;
    const { id } = await createJob(db, { title: 'First Weaver' });
    const admin = await createAccount(db, { role: 'siteadmin' });
    const headers = { authorization: `Bearer ${await tokenFor(db, admin.id)}` };
    await still.settle();
    const { leader, release } = await startRefresh(id);
    let settled = false;
    const settling = still.settle().then(() => {
      settled = true;
    });
    for (const { text } of await Promise.all([still.ask('/jobs'), still.ask('/jobs')])) {
      expect(text).toContain('First Weaver');
    }
    // A write that changes no page does not wait until stale responses are regenerated.
    const markdown = { description: 'Weave.' };
    const preview = await still.ask('/api/descriptions/preview', {
      method: 'POST',
      headers,
      body: markdown,
    });
    expect(preview.status).toBe(200);
    await still.changes.settle();
    expect(settled).toBe(false);

    release();
    expect((await leader).text).toContain('Second Weaver');
    await settling;
    expect((await still.ask('/jobs')).text).toContain('Second Weaver');
    expect(rendersOfList()).toHaveLength(2);
  });

  test('after a change during the regeneration of a response, no request gets an older version than the one already served', async () => {
    const { id } = await createJob(database.db, { title: 'First Weaver' });
    await still.settle();
    const { leader, release } = await startRefresh(id);
    await rename(id, 'Third Weaver');
    release();
    expect((await leader).text).toContain('Second Weaver');
    const [next, another] = await Promise.all([still.ask('/jobs'), still.ask('/jobs')]);
    for (const { text } of [next, another]) expect(text).toMatch(/Second|Third/);
    await still.settle();
    expect((await still.ask('/jobs')).text).toContain('Third Weaver');
    expect(rendersOfList()).toHaveLength(3);
  });

  test('requests wait for the new response if regenerating it takes too long', async () => {
    const { id } = await createJob(database.db, { title: 'First Weaver' });
    await still.settle();
    const { leader, release } = await startRefresh(id);
    vi.advanceTimersByTime(100);
    await still.settle();
    const follower = still.ask('/jobs');
    await still.ask('/about');
    release();
    for (const { text } of await Promise.all([leader, follower])) {
      expect(text).toContain('Second Weaver');
    }
  });

  test('a response that is requested very often is recompressed to a smaller size with the same content', async () => {
    const accept = { headers: { 'accept-encoding': 'br' } };
    const first = await still.ask('/jobs', accept);
    for (let times = 0; times < 60; times += 1) await still.ask('/jobs', accept);
    expect((await still.ask('/jobs', accept)).body).toHaveLength(first.body.length);
    vi.advanceTimersByTime(1_000);
    let smaller = first;
    while (smaller.body.length >= first.body.length) smaller = await still.ask('/jobs', accept);
    expect(smaller.text).toBe(first.text);
    expect(smaller.headers).toMatchObject({
      etag: first.headers.etag,
      'content-encoding': 'br',
      'content-length': String(smaller.body.length),
    });
  });
});
