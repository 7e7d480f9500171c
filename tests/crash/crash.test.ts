import { expect, inject, test } from 'vitest';
import { isDeep, repetitions, seedOr } from '../support/deep-run.ts';
import { pick, randomFrom, seedOf } from '../support/random.mjs';
import { startEmbeddedBoard } from './embedded-board.ts';
import { contentAfterKilledStart, expectedContent } from './first-starts.ts';
import { startRemoteBoard } from './remote-board.ts';
import { report } from './report.ts';
import { type CrashResult, runRounds, SHORT } from './rounds.ts';
import type { TestBoard } from './test-board.ts';

const ROUNDS = repetitions(1, 50);
const SEED = seedOr(20_261_122);

/** How many first starts are tested: one for every five rounds, because each takes as long as a round. */
const FIRST_STARTS = Math.ceil(ROUNDS / 5);

const log = (line: string) => void (isDeep && process.stderr.write(`${line}\n`));

/** Returns the faults to inject. `npm test` uses the given faults; the deep run draws each fault about equally often. */
function chooseFaults(names: string[], first: string[]): string[] {
  if (!isDeep) return first;
  const random = randomFrom(SEED);
  const chosen: string[] = [];
  let left: string[] = [];
  while (chosen.length < ROUNDS) {
    if (left.length === 0) left = [...names];
    const name = pick(random, left);
    left = left.filter((one) => one !== name);
    chosen.push(name);
  }
  return chosen;
}

async function runFaults(board: TestBoard, first: string[]): Promise<CrashResult> {
  try {
    const faults = chooseFaults(Object.keys(board.faults), first);
    return await runRounds(board, { faults, seed: SEED, ...(!isDeep && { effort: SHORT }), log });
  } finally {
    await board.stop();
  }
}

const LIMIT = 120_000 + ROUNDS * 60_000;

test(
  'killing the server and its embedded database loses nothing',
  async () => {
    const result = await runFaults(await startEmbeddedBoard(), ['both']);
    log(report(result));
    expect(result.ledger.violations, `seed ${SEED}`).toEqual([]);
    expect(result.ledger.acknowledged).toBeGreaterThan(6 * ROUNDS);
  },
  LIMIT,
);

test(
  'cutting, delaying and blocking the network to a remote database loses nothing',
  async () => {
    const board = await startRemoteBoard(inject('postgresUrl'));
    const result = await runFaults(board, ['black hole']);
    log(report(result));
    expect(result.ledger.violations, `seed ${SEED}`).toEqual([]);
    expect(result.ledger.acknowledged).toBeGreaterThan(6 * ROUNDS);
  },
  LIMIT,
);

test(
  'a first start that was killed is completed by the next start',
  async () => {
    const whole = await expectedContent();
    expect(whole.total).toBeGreaterThanOrEqual(60);
    for (let start = 0; start < FIRST_STARTS; start++) {
      const random = randomFrom(seedOf(SEED, 4, start));
      expect(await contentAfterKilledStart(random), `seed ${SEED}, start ${start}`).toEqual(whole);
      log(`${start + 1}. first start killed; the next start completed the board`);
    }
  },
  LIMIT,
);

/**
 * Makes PostgreSQL acknowledge commits before they are on disk.
 * https://www.postgresql.org/docs/current/wal-async-commit.html
 */
const EARLY_ACKNOWLEDGEMENT = `
synchronous_commit = off
wal_writer_delay = '10s'
wal_writer_flush_after = '1GB'
`;

test(
  'the test detects the losses of a database that acknowledges commits before it writes them',
  async () => {
    const board = await startEmbeddedBoard({ configuration: EARLY_ACKNOWLEDGEMENT });
    try {
      // Most of these kills lose acknowledged writes. The run ends at the first loss.
      const faults = Array.from({ length: 12 }, () => 'database');
      const { ledger } = await runRounds(board, { faults, seed: SEED, effort: SHORT });
      expect(ledger.violations.map(({ kind }) => kind)).toContain('lost');
    } finally {
      await board.stop();
    }
  },
  LIMIT,
);
