import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openDatabaseAt, openTestDatabase } from '#server/testing/test-database.ts';

test('a connection that is cut between two statements of a transaction fails it, and no more', async () => {
  const { db, close } = await openTestDatabase();
  const transaction = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const pid = rows[0]?.pid;
    // Gives true once it has gone.
    const gone = await db.execute(sql`select pg_terminate_backend(${pid}, 10000) as gone`);
    expect(gone.rows).toEqual([{ gone: true }]);
    await tx.execute(sql`select 1`);
  });
  await expect(transaction).rejects.toThrow();
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  await close();
});

test('a connection for reads that is cut is replaced, with what was prepared on it', async () => {
  const { db, close } = await openTestDatabase();
  const read = () => db.reads.run<{ pid: number }>('own_pid', sql`select pg_backend_pid() as pid`);
  // Often enough that it is kept by a name.
  for (let time = 0; time < 5; time += 1) await read();
  const [before] = await read();
  await db.execute(sql`select pg_terminate_backend(${before?.pid}, 10000)`);
  await expect.poll(async () => (await read())[0]?.pid).not.toBe(before?.pid);
  await close();
});

test('the plan of a read is kept, but not of more forms than a connection can hold', async () => {
  const { db, close } = await openTestDatabase();
  for (let form = 0; form < 110; form += 1) {
    for (let time = 0; time < 3; time += 1) {
      const rows = await db.reads.run(
        'sum',
        sql`select ${sql.raw(String(form))} + ${time}::integer as sum`,
      );
      expect(rows).toEqual([{ sum: form + time }]);
    }
  }
  const kept = await db.reads.run<{ plans: number }>(
    'kept_plans',
    sql`select count(*)::integer as plans from pg_prepared_statements where name <> ''`,
  );
  expect(kept).toEqual([{ plans: 100 }]);
  await close();
});

test('a database’s own time limit ends no command, and a server has its own', async () => {
  const database = await openTestDatabase();
  const name = new URL(database.url).pathname.slice(1);
  await database.db.execute(`alter database "${name}" set statement_timeout = '100ms'`);
  for (const [purpose, limit, readLimit] of [
    ['command', '0', '0'],
    ['server', '10s', '2s'],
  ] as const) {
    const { db, close } = await openDatabaseAt(database.url, purpose);
    expect((await db.execute('show statement_timeout')).rows).toEqual([
      { statement_timeout: limit },
    ]);
    const read = db.reads.run('limit', sql`select current_setting('statement_timeout') as limit`);
    expect(await read).toEqual([{ limit: readLimit }]);
    await close();
  }
  await database.close();
});
