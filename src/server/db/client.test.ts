import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#server/testing/test-database.ts';

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
