import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openDatabaseAt, openTestDatabase } from '#tests/support/test-database.ts';

test('a connection that breaks between two statements fails only its transaction', async () => {
  const { db, close } = await openTestDatabase();
  const transaction = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const pid = rows[0]?.pid;
    // The query returns true once the backend process has ended.
    const gone = await db.execute(sql`select pg_terminate_backend(${pid}, 10000) as gone`);
    expect(gone.rows).toEqual([{ gone: true }]);
    await tx.execute(sql`select 1`);
  });
  await expect(transaction).rejects.toThrow();
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  await close();
});

test('a broken read connection is replaced, and statements are prepared again on the new one', async () => {
  const { db, close } = await openTestDatabase();
  const read = () => db.reads.run<{ pid: number }>('own_pid', sql`select pg_backend_pid() as pid`);
  // Run the statement often enough for it to be prepared.
  for (let time = 0; time < 5; time += 1) await read();
  const [before] = await read();
  await db.execute(sql`select pg_terminate_backend(${before?.pid}, 10000)`);
  await expect.poll(async () => (await read())[0]?.pid).not.toBe(before?.pid);
  await close();
});

test('reads are prepared, up to a maximum number of forms per query and of statements per connection', async () => {
  const { db, close } = await openTestDatabase();
  for (const query of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
    for (let form = 0; form < 22; form += 1) {
      for (let time = 0; time < 3; time += 1) {
        const text = sql`select ${sql.raw(String(form))} + ${time}::integer as ${sql.identifier(query)}`;
        expect(await db.reads.run(query, text)).toEqual([{ [query]: form + time }]);
      }
    }
  }
  const prepared = await db.reads.run<{ query: string; forms: number }>(
    'prepared_forms',
    sql`select split_part(name, '_', 1) as query, count(*)::integer as forms
      from pg_prepared_statements where name <> '' group by 1 order by 1`,
  );
  expect(prepared).toEqual([
    ...['a', 'b', 'c', 'd', 'e'].map((query) => ({ query, forms: 20 })),
    // The first form of a query is always prepared.
    ...['f', 'g'].map((query) => ({ query, forms: 1 })),
  ]);
  await close();
});

test('commands have no statement timeout, and servers have their own, whatever the database sets', async () => {
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
