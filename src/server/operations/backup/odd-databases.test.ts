import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createJob } from '#server/testing/factories.ts';
import {
  backUp,
  emptyBoard,
  emptyPlace,
  newFile,
  query,
  restore,
  tablesOf,
} from './testing/boards.ts';

test('a database’s own settings neither end a backup nor change what is in it', async () => {
  const board = await emptyBoard();
  await createJob(board.db, { validthrough: '2031-02-03' });
  const tables = await tablesOf(board);
  const name = new URL(board.url).pathname.slice(1);
  const knownTimeouts = await query(
    board.url,
    `select name from pg_settings where name in ('statement_timeout', 'transaction_timeout')`,
  );
  for (const setting of [
    ...knownTimeouts.map(({ name }) => `${name} = '250ms'`),
    `datestyle = 'SQL, DMY'`,
    `timezone = 'Asia/Tokyo'`,
  ]) {
    await query(board.url, `alter database "${name}" set ${setting}`);
  }
  const { backup } = await board.db.transaction(async (tx) => {
    await tx.execute(sql`lock table uploads in access exclusive mode`);
    const begun = backUp(board);
    const waitsLong = sql`select from pg_locks
      where relation = 'uploads'::regclass and waitstart < clock_timestamp() - interval '500 ms'`;
    const isWaiting = expect.poll(async () => (await tx.execute(waitsLong)).rows.length).toBe(1);
    await Promise.race([isWaiting, begun]);
    // A promise that were returned would be waited for before the lock is let go.
    return { backup: begun };
  });
  const target = await emptyPlace();
  await restore(await backup, target);
  expect(await tablesOf(target)).toEqual(tables);
});

test('a board of a newer version is not backed up by an older program', async () => {
  const board = await emptyBoard();
  await query(
    board.url,
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', $1)`,
    [Date.UTC(2100, 0)],
  );
  const path = await newFile();
  await expect(backUp(board, { path })).rejects.toThrow(
    'The database belongs to a newer version of the board. Update this program.',
  );
  expect(await readdir(dirname(path))).toEqual([]);
});
