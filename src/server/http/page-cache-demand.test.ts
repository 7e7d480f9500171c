import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accounts, companies, jobs } from '#server/db/schema.ts';
import { tokenFor } from '#server/testing/access-tokens.ts';
import { type CachedBoard, startCachedBoard } from '#server/testing/cached-board.ts';
import { createAccount, createJob } from '#server/testing/factories.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';

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
  board.renders.length = 0;
});

/** Readers who ask for an address again and again, until they are stopped. */
function read(path: string, readers = 8) {
  let stopped = false;
  const answers: { asked: number; text: string; status: number }[] = [];
  const reading = Array.from({ length: readers }, async () => {
    while (!stopped) {
      const asked = performance.now();
      const { text, status } = await board.ask(path);
      answers.push({ asked, text, status });
    }
  });
  return {
    answers,
    /** Resolves when it has been answered so many times more. */
    async more(times: number) {
      const enough = answers.length + times;
      while (answers.length < enough) await board.ask('/about');
    },
    async stop() {
      stopped = true;
      await Promise.all(reading);
      return answers;
    },
  };
}

async function readNumber(path: string, pattern: RegExp): Promise<number> {
  return Number(pattern.exec((await board.ask(path)).text)?.[1]);
}

test('whoever writes reads the own change next, also in a list that many read', {
  timeout: 60_000,
}, async () => {
  const { db } = database;
  const admin = await createAccount(db, { role: 'siteadmin' });
  const headers = { authorization: `Bearer ${await tokenFor(db, admin.id)}` };
  const { company_id, id } = await createJob(db);
  const body = {
    type: 'Contract',
    location: 'Porto',
    description: 'You will make things.',
    salary: '$200K-$300K',
    applyurl: 'https://example.com/apply',
    company: { id: company_id },
  };
  await board.settle();
  const reading = read('/jobs');
  await reading.more(50);
  const WRITES = 25;
  const written: number[] = [];
  for (let number = 0; number < WRITES; number += 1) {
    const title = `Weaver number ${number}.`;
    const reply = await board.ask(`/api/jobs/${id}`, {
      method: 'PUT',
      headers,
      body: { ...body, title },
    });
    expect(reply.status).toBe(200);
    written.push(performance.now());
    expect((await board.ask('/jobs')).text).toContain(title);
  }
  const answers = await reading.stop();
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  // Nor does anybody else read less than what was there when they asked.
  for (const { asked, text } of answers) {
    const due = written.findLastIndex((at) => at < asked);
    const shown = Number(/Weaver number (\d+)\./.exec(text)?.[1] ?? -1);
    expect(shown).toBeGreaterThanOrEqual(due);
  }
});

test('what is deleted is not served on once somebody was told so', async () => {
  const { id } = await createJob(database.db);
  await board.settle();
  const reading = read(`/jobs/${id}`);
  await reading.more(50);
  await database.db.delete(jobs).where(eq(jobs.id, id));
  await board.settle();
  expect((await board.ask(`/jobs/${id}`)).status).toBe(404);
  await reading.more(20);
  const statuses = (await reading.stop()).map(({ status }) => status);
  const firstGone = statuses.indexOf(404);
  expect(firstGone).toBeGreaterThan(0);
  // Those who were answered at the same moment may be in any order.
  expect(statuses.slice(firstGone + 8)).not.toContain(200);
});

test('counts with words may lag behind where many read them, by less than a second', async () => {
  const { db } = database;
  const { company_id } = await createJob(db, { title: 'Weaver' });
  await board.settle();
  const counts = '/api/jobs/counts?q=weaver';
  const reading = read(counts);
  await reading.more(50);
  await createJob(db, { title: 'Another Weaver', company_id });
  const changed = performance.now();
  await board.settle();
  expect((await board.ask('/api/jobs?q=weaver')).text).toContain('Another Weaver');
  for (;;) {
    const asked = performance.now();
    if ((await readNumber(counts, /"total":(\d+)/)) === 2) break;
    expect(asked - changed).toBeLessThan(1_000);
  }
  await reading.stop();
});

test('what many ask for is soon sent smaller, and says the same', async () => {
  const accept = { headers: { 'accept-encoding': 'br' } };
  const first = await board.ask('/jobs', accept);
  const reading = read('/jobs');
  let smaller = first;
  while (smaller.body.length >= first.body.length) smaller = await board.ask('/jobs', accept);
  await reading.stop();
  expect(smaller.text).toBe(first.text);
  expect(smaller.headers).toMatchObject({
    etag: first.headers.etag,
    'content-encoding': 'br',
    'content-length': String(smaller.body.length),
  });
});
