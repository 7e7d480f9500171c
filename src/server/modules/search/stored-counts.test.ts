import { describe, expect, test, vi } from 'vitest';
import { createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { keepBoardCounts, readBoardCounts } from './stored-counts.ts';

const board = setUpTestBoard();

/** Keeps the counts of the board, and tells of changes only when asked to. */
function keepCounts() {
  let notice = (_: string) => {};
  const fresh = vi.fn(() => Number.POSITIVE_INFINITY);
  keepBoardCounts(board.db, {
    subscribe(listener) {
      notice = listener;
    },
    freshUntil: fresh,
  });
  return { notice: (topic: string) => notice(topic), fresh };
}

const total = async () =>
  (await readBoardCounts(board.db)).reduce((jobs, group) => jobs + group.jobs, 0);

describe('the counts of the whole board in memory', () => {
  test.each(['jobs', 'removed:jobs', 'everything', 'disconnected'])(
    'are read again after the notice "%s"',
    async (topic) => {
      const { notice } = keepCounts();
      await createJob(board.db);
      expect(await total()).toBe(1);
      await createJob(board.db);
      notice('job:01890a5d-ac96-774b-bcce-b302099a8057');
      expect(await total()).toBe(1);
      notice(topic);
      expect(await total()).toBe(2);
    },
  );

  test('are not kept if a job changes while they are read', async () => {
    const { notice } = keepCounts();
    await createJob(board.db);
    const reading = total();
    notice('jobs');
    await createJob(board.db);
    await reading;
    expect(await total()).toBe(2);
  });

  test('are not used while changes may be missed', async () => {
    const { fresh } = keepCounts();
    await createJob(board.db);
    expect(await total()).toBe(1);
    await createJob(board.db);
    fresh.mockReturnValue(Number.NEGATIVE_INFINITY);
    expect(await total()).toBe(2);
  });
});
