import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startNetwork } from '#tests/support/network.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { transactionsOver } from './transactions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionString: database.url, ...options });
  pool.on('error', () => {});
  pool.on('connect', (connection) => connection.on('error', () => {}));
  return pool;
}

test('connections that break while a transaction begins are replaced', async () => {
  const network = await startNetwork(database.url);
  const pool = openPool({ connectionString: network.url, max: 3, connectionTimeoutMillis: 5_000 });
  const transaction = transactionsOver(pool);
  const outcomes = async () => {
    const attempts = [1, 2, 3].map(() => transaction((tx) => tx.execute(sql`select 1`)));
    return (await Promise.allSettled(attempts)).map(({ status }) => status);
  };
  const done = ['fulfilled', 'fulfilled', 'fulfilled'];
  expect(await outcomes()).toEqual(done);
  network.hang();
  const failing = outcomes();
  // By now, each transaction has sent its first statement, so its connection breaks in the middle.
  await setImmediate();
  network.cut();
  expect(await failing).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await outcomes()).toEqual(done);
  await pool.end();
  await network.close();
});

test('a connection on which a statement is still running is replaced', async () => {
  const pool = openPool({ max: 1, query_timeout: 300 });
  const transaction = transactionsOver(pool);
  const endless = transaction((tx) => tx.execute(sql`select pg_sleep(60)`));
  await expect(endless).rejects.toThrow();
  // Remove the timeout, so that the new connection does not fail on a slow machine.
  pool.options.query_timeout = undefined;
  const { rows } = await transaction((tx) => tx.execute(sql`select 1 as one`));
  expect(rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('a connection is reused after a transaction that was rolled back', async () => {
  const pool = openPool({ max: 1 });
  const transaction = transactionsOver(pool);
  const pid = sql`select pg_backend_pid() as pid`;
  const first = await transaction(async (tx) => (await tx.execute(pid)).rows);
  const refusal = new Error('not that one');
  await expect(transaction(() => Promise.reject(refusal))).rejects.toBe(refusal);
  const wrong = transaction((tx) => tx.execute(sql`select no_such_column`));
  await expect(wrong).rejects.toMatchObject({ cause: { code: '42703' } });
  expect(await transaction(async (tx) => (await tx.execute(pid)).rows)).toEqual(first);
  await pool.end();
});
