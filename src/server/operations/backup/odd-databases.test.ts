import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { VERSION } from '#server/platform/version.ts';
import { createJob } from '#tests/support/factories.ts';
import {
  backUp,
  emptyBoard,
  emptyLocation,
  newFile,
  query,
  restore,
  tablesOf,
} from './testing/boards.ts';

test('settings of the database itself neither stop a backup nor change its content', async () => {
  const board = await emptyBoard();
  await createJob(board.db, { validthrough: '2031-02-03' });
  const tables = await tablesOf(board);
  const name = new URL(board.url).pathname.slice(1);
  const knownTimeouts = await query(
    board.url,
    `select name from pg_settings where name in ('statement_timeout', 'transaction_timeout')`,
  );
  const { backup } = await board.db.transaction(async (tx) => {
    // The session of the lock began before the settings, so that they do not end it.
    await tx.execute(sql`lock table uploads in access exclusive mode`);
    for (const setting of [
      ...knownTimeouts.map(({ name }) => `${name} = '250ms'`),
      `datestyle = 'SQL, DMY'`,
      `timezone = 'Asia/Tokyo'`,
    ]) {
      await query(board.url, `alter database "${name}" set ${setting}`);
    }
    const started = backUp(board);
    const waitsLong = sql`select from pg_locks
      where relation = 'uploads'::regclass and waitstart < clock_timestamp() - interval '500 ms'`;
    const isWaiting = expect.poll(async () => (await tx.execute(waitsLong)).rows.length).toBe(1);
    await Promise.race([isWaiting, started]);
    // Wrap the promise in an object. Otherwise, the transaction would wait for the promise before it releases the lock.
    return { backup: started };
  });
  const target = await emptyLocation();
  await restore(await backup, target);
  expect(await tablesOf(target)).toEqual(tables);
});

test('a program refuses to back up the board of a newer version', async () => {
  const board = await emptyBoard();
  await query(board.url, `comment on schema drizzle is '9.1.0'`);
  await query(
    board.url,
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', $1)`,
    [Date.UTC(2100, 0)],
  );
  const path = await newFile();
  await expect(backUp(board, { path })).rejects.toThrow(
    `The database belongs to version 9.1.0 of the board, which is newer than this program (${VERSION}). Update this program.`,
  );
  expect(await readdir(dirname(path))).toEqual([]);
});
