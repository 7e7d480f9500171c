import type pg from 'pg';
import { vi } from 'vitest';
import { connectTo, type TestBoard } from '../test-board.ts';

/** Uses the board's database, as soon as it accepts connections again after a kill. */
export async function inDatabase<Result>(
  board: Pick<TestBoard, 'databaseUrl'>,
  use: (database: pg.Client) => Promise<Result>,
): Promise<Result> {
  const connect = async () => connectTo(await board.databaseUrl());
  const database = await vi.waitFor(connect, { timeout: 60_000 });
  try {
    return await use(database);
  } finally {
    await database.end();
  }
}
