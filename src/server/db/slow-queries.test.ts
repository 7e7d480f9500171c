import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { captureLog } from '#tests/support/log-lines.ts';
import { makeDatabase } from '#tests/support/test-database.ts';
import { type OpenDatabase, openDatabase } from './client.ts';
import type { QueryEnd } from './instrumented-client.ts';
import { logSlowQueries } from './slow-queries.ts';
import { named } from './statement-name.ts';

const SECRET = 'wilma-and-fred';

/** A threshold that the slow queries in most tests exceed (ms), and one that no query exceeds on any machine (ms). */
const SLOW = 100;
const ENDLESS = 60_000;

const log = captureLog('debug');
let onQuery: (query: QueryEnd) => void;
let made: Awaited<ReturnType<typeof makeDatabase>>;
let database: OpenDatabase;

beforeAll(async () => {
  made = await makeDatabase();
  database = await openDatabase(
    { databaseUrl: made.url, dataDir: '' },
    {
      purpose: 'server',
      log: () => {},
      onConnectionLost: () => {},
      onQuery: (query) => onQuery(query),
    },
  );
});
beforeEach(() => {
  onQuery = logSlowQueries(log.logger, SLOW);
});
afterEach(log.forget);
afterAll(async () => {
  await database.close();
  await made.drop();
});

/**
 * Selects the warnings about the queries with these plan names, because any other query may be slow on a busy machine.
 */
const slow = (plans: RegExp) =>
  log.lines().filter(({ level, plan }) => level === 'warn' && plans.test(plan ?? ''));

/** A query that sleeps for `time` seconds on each of three rows. The values in it must not appear in logs. */
const dozing = (time: number) =>
  sql`select pg_sleep(${time}), ${SECRET}::text, 'a literal' as literal from generate_series(1, 3)`;

test('a slow read is logged by its plan name, without values', async () => {
  onQuery = logSlowQueries(log.logger, ENDLESS);
  for (let time = 0; time < 3; time += 1) await database.db.reads.run('dozing', dozing(0));
  expect(log.lines()).toEqual([]);
  onQuery = logSlowQueries(log.logger, SLOW);
  await database.db.reads.run('dozing', dozing(0.05));
  expect(slow(/./)).toEqual([
    expect.objectContaining({ plan: 'dozing_1', rows: 3, msg: 'Slow query' }),
  ]);
  expect(slow(/./)[0]?.duration).toBeGreaterThanOrEqual(150);
  const [, text] = log.lines();
  expect(text).toMatchObject({ level: 'debug', plan: 'dozing_1' });
  expect(log.text()).toContain('select pg_sleep($1)');
  expect(log.text()).not.toContain(SECRET);
  expect(log.text()).not.toContain('a literal');
});

test('slow queries in a transaction are logged, including a query that times out', async () => {
  const transaction = database.db.transaction(async (tx) => {
    await tx.execute(named('dozing_in_transaction', dozing(0.05)));
    await tx.execute(sql`set local statement_timeout = 120`);
    await tx.execute(named('dozing_too_long', dozing(10)));
  });
  await expect(transaction).rejects.toThrow();
  expect(slow(/^dozing/)).toEqual([
    expect.objectContaining({ plan: 'dozing_in_transaction', rows: 3 }),
    expect.objectContaining({ plan: 'dozing_too_long', failed: true }),
  ]);
});

test('a Drizzle query is named by its verb and table', async () => {
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`create function doze() returns boolean language sql
      return pg_sleep(0.15) is not null`);
    await tx.execute(sql`delete from companies where (select doze())`);
  });
  expect(slow(/compan/)).toEqual([expect.objectContaining({ plan: 'delete_companies', rows: 0 })]);
});

test('the first of many slow queries is logged at once, and the others in the same second are logged in one line', async () => {
  const flooding = () => slow(/^flooding/);
  // Use a fake clock, so that the time of the summary passes only when the test advances it, even on a slow machine.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const flood = Array.from({ length: 8 }, () =>
      database.db.execute(named('flooding', sql`select pg_sleep(0.12)`)),
    );
    await Promise.all(flood);
    expect(flooding()).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
  } finally {
    vi.useRealTimers();
  }
  expect(flooding()).toHaveLength(2);
  expect(flooding()[1]).toMatchObject({ queries: 7, msg: 'Slow queries' });
  expect(flooding()[1]?.duration).toBeGreaterThanOrEqual(100);
});

test('a query that fails is rejected and not logged', async () => {
  onQuery = logSlowQueries(log.logger, ENDLESS);
  await expect(database.db.execute(sql`select 1 / 0`)).rejects.toThrow();
  await expect(database.pools.general.query('select nothing')).rejects.toThrow(/nothing/);
  expect(log.lines()).toEqual([]);
});
