import { expect, inject, test } from 'vitest';
import { pick, randomFrom, seedOf } from '../support/random.mjs';
import { startEmbeddedBoard } from './embedded-board.ts';
import { shownAfterFirstStart, shownByWholeBoard } from './first-starts.ts';
import { startOutsideBoard } from './outside-board.ts';
import { report } from './report.ts';
import { BRIEF, type Outcome, torture } from './rounds.ts';
import type { TorturedBoard } from './test-board.ts';

/** The long form says more of each. */
const ROUNDS = Number(process.env.TORTURE_ROUNDS ?? 3);
const SEED = Number(process.env.TORTURE_SEED ?? 20_261_122);

/** A fifth as many first starts: each takes as long as a round. */
const FIRST_STARTS = Math.ceil(ROUNDS / 5);

const isLong = process.env.TORTURE_ROUNDS !== undefined;
const tell = (line: string) => void (isLong && process.stderr.write(`${line}\n`));

/** The first of them in the short form, and all about as often in the long one. */
function chooseBlows(names: string[], first: string[]): string[] {
  if (!isLong) return first;
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

async function tortured(board: TorturedBoard, first: string[]): Promise<Outcome> {
  try {
    const blows = chooseBlows(Object.keys(board.blows), first);
    return await torture(board, { blows, seed: SEED, ...(!isLong && { effort: BRIEF }), tell });
  } finally {
    await board.stop();
  }
}

const LIMIT = 120_000 + ROUNDS * 60_000;

test(
  'a server and its embedded database are killed, and nothing is lost',
  async () => {
    const outcome = await tortured(await startEmbeddedBoard(), ['server', 'database', 'both']);
    tell(report(outcome));
    expect(outcome.ledger.complaints, `seed ${SEED}`).toEqual([]);
    expect(outcome.ledger.acknowledged).toBeGreaterThan(20);
  },
  LIMIT,
);

test(
  'the way to a database elsewhere is cut, slow and blocked, and nothing is lost',
  async () => {
    const board = await startOutsideBoard(inject('postgresUrl'));
    const outcome = await tortured(board, ['cut', 'delay', 'black hole']);
    tell(report(outcome));
    expect(outcome.ledger.complaints, `seed ${SEED}`).toEqual([]);
    expect(outcome.ledger.acknowledged).toBeGreaterThan(20);
  },
  LIMIT,
);

test(
  'a first start that is killed is made up for by the next',
  async () => {
    const whole = await shownByWholeBoard();
    expect(whole.total).toBeGreaterThanOrEqual(60);
    for (let start = 0; start < FIRST_STARTS; start++) {
      const random = randomFrom(seedOf(SEED, 4, start));
      expect(await shownAfterFirstStart(random), `seed ${SEED}, start ${start}`).toEqual(whole);
      tell(`${start + 1}. a first start was killed, and the next has made the whole board`);
    }
  },
  LIMIT,
);

/** https://www.postgresql.org/docs/current/wal-async-commit.html */
const PROMISE_TOO_EARLY = `
synchronous_commit = off
wal_writer_delay = '10s'
wal_writer_flush_after = '1GB'
`;

test(
  'a database that acknowledges before it has written is found out',
  async () => {
    const board = await startEmbeddedBoard({ configuration: PROMISE_TOO_EARLY });
    try {
      // Most of them lose something, and the first that does is the last.
      const blows = Array.from({ length: 12 }, () => 'database');
      const { ledger } = await torture(board, { blows, seed: SEED, effort: BRIEF });
      expect(ledger.complaints.map(({ kind }) => kind)).toContain('lost');
    } finally {
      await board.stop();
    }
  },
  LIMIT,
);
