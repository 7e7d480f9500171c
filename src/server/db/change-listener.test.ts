import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCachedBoard } from '#tests/support/cached-board.ts';
import { createJob } from '#tests/support/factories.ts';
import { startNetwork } from '#tests/support/network.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { type ChangeListener, listenForChanges } from './change-listener.ts';
import { jobs } from './schema.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Terminates the listening connections of this database, like an administrator or a restart. */
async function terminateListeners(): Promise<void> {
  await database.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'composable-jobs-changes'`);
}

async function listen(connectionString = database.url) {
  const lost: Error[] = [];
  const topics: string[] = [];
  const changes = await listenForChanges({
    connectionString,
    onDisconnect: (error) => lost.push(error),
  });
  changes.subscribe((topic) => topics.push(topic));
  return { changes, lost, topics };
}

const isCurrent = (changes: ChangeListener) => performance.now() <= changes.freshUntil();

const current = (changes: ChangeListener) => expect.poll(() => isCurrent(changes)).toBe(true);

describe('a change listener', () => {
  test('publishes the topics of each change once the change can be read', async () => {
    const { changes, topics } = await listen();
    await current(changes);
    topics.length = 0;
    const { id } = await createJob(database.db);
    await changes.settle();
    expect(topics).toEqual(['companies', 'jobs']);
    topics.length = 0;
    await database.db.update(jobs).set({ title: 'Weaver' }).where(eq(jobs.id, id));
    await changes.settle();
    expect(topics).toEqual(['jobs', `job:${id}`]);
    await changes.close();
  });

  test('settles only after it has published every earlier commit, even with concurrent writes', async () => {
    const { changes, topics } = await listen();
    await current(changes);
    const { company_id } = await createJob(database.db);
    const writers = Array.from({ length: 20 }, async () => {
      const { id } = await createJob(database.db, { company_id });
      await database.db.update(jobs).set({ title: 'Weaver' }).where(eq(jobs.id, id));
      await changes.settle();
      expect(topics).toContain(`job:${id}`);
    });
    await Promise.all(writers);
    await changes.close();
  });

  test('stays connected when a stalled process reads a response late', async () => {
    const { changes, lost } = await listen();
    await current(changes);
    const settled = changes.settle();
    const heldUp = performance.now() + 2_500;
    while (performance.now() < heldUp);
    await settled;
    await current(changes);
    expect(lost).toEqual([]);
    await changes.close();
  });

  test('reconnects after its connection breaks, and publishes `everything` because it may have missed changes', async () => {
    const { changes, lost, topics } = await listen();
    for (let times = 1; times <= 3; times += 1) {
      await current(changes);
      await changes.settle();
      topics.length = 0;
      await terminateListeners();
      await expect.poll(() => lost.length).toBe(times);
      expect(topics).toContain('disconnected');
      await createJob(database.db);
      await current(changes);
      expect(topics).toContain('everything');
    }
    await changes.close();
  });

  test('is not current while the database is unreachable, and then no caller waits for it', async () => {
    const { changes, lost } = await listen('postgres://nobody@127.0.0.1:1/none');
    expect(isCurrent(changes)).toBe(false);
    await changes.settle();
    expect(lost).toHaveLength(1);
    await changes.close();
  });

  test('drops a connection that hangs, releases waiting callers and can be closed', async () => {
    const network = await startNetwork(database.url);
    const { changes, lost } = await listen(network.url);
    await current(changes);
    network.hang();
    await changes.settle();
    expect(isCurrent(changes)).toBe(false);
    expect(lost).toHaveLength(1);
    await changes.close();
    await network.close();
  });
});

describe('on a board with a page cache', () => {
  test('responses are current while the change listener is disconnected, and less than a second out of date while it is connected', async () => {
    let cuts = 0;
    const board = await startCachedBoard(database, { onDisconnect: () => (cuts += 1) });
    const { id } = await createJob(database.db);
    const versions: { title: string; committed: number }[] = [];
    for (let n = 0; n < 60; n += 1) {
      if (n % 15 === 5) {
        await current(board.changes);
        await board.ask('/jobs');
        const before = cuts;
        await terminateListeners();
        await expect.poll(() => cuts).toBe(before + 1);
      }
      const title = `Weaver number ${n}.`;
      await database.db.update(jobs).set({ title }).where(eq(jobs.id, id));
      versions.push({ title, committed: performance.now() });
      const wasCurrent = isCurrent(board.changes);
      const requestedAt = performance.now();
      const { text } = await board.ask(n % 2 ? '/jobs' : `/api/jobs/${id}`);
      const shown = versions.findIndex((version) => text.includes(version.title));
      expect(shown).toBeGreaterThanOrEqual(0);
      if (!wasCurrent) expect(shown).toBe(n);
      for (const missed of versions.slice(shown + 1)) {
        expect(requestedAt - missed.committed).toBeLessThan(1_000);
      }
    }
    await expect.poll(async () => (await board.ask('/jobs')).text).toContain('Weaver number 59.');
    await board.close();
  });

  test('clients of a page cache get responses that are less than a second out of date while the connection of the change listener hangs', async () => {
    const network = await startNetwork(database.url);
    const board = await startCachedBoard(database, { connectionString: network.url });
    const { id } = await createJob(database.db, { title: 'Old Weaver' });
    await current(board.changes);
    await board.ask('/jobs');
    network.hang();
    await database.db.update(jobs).set({ title: 'New Weaver' }).where(eq(jobs.id, id));
    const committed = performance.now();
    for (;;) {
      const requestedAt = performance.now();
      if ((await board.ask('/jobs')).text.includes('New Weaver')) break;
      expect(requestedAt - committed).toBeLessThan(1_000);
    }
    for (let times = 0; times < 5; times += 1) {
      expect((await board.ask('/jobs')).text).toContain('New Weaver');
    }
    await board.close();
    await network.close();
  });
});
