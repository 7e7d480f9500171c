import { setTimeout as pause } from 'node:timers/promises';
import { type Random, randomFrom, seedOf } from '../support/random.mjs';
import { askCalmly, jsonOf } from './call.ts';
import { checkBoard, checkFiles, checkUploads } from './check-board.ts';
import { checkRows, checkTexts, checkTrail, knownUploads } from './check-rows.ts';
import { type Ledger, nameOf, newLedger, stateOf } from './ledger.ts';
import { keepReading } from './readers.ts';
import { connectTo, firstGoodAnswer, nothingUnderWay, type TorturedBoard } from './test-board.ts';
import { lookFor } from './write.ts';
import { keepWriting, newWriter, type Writer } from './writers.ts';

export type Plan = {
  /** One round for each, in this order. */
  blows: string[];
  /** The same blows at the same moments, and the same things written in the same order by each writer. */
  seed: number;
  effort?: Effort;
  /** Takes a line for each round. */
  tell?: (line: string) => void;
};

/** How much is done in one round. */
export type Effort = {
  /** A blow comes within so long (ms). */
  calm: number;
  /** Each writer has been answered so often before a blow, and once more after it. */
  answers: number;
  /** How many of the entries that a round touched are read through the API; the tables and the end of the run cover all. */
  asked: number;
};

const THOROUGH: Effort = { calm: 1_200, answers: 3, asked: Number.POSITIVE_INFINITY };
export const BRIEF: Effort = { calm: 300, answers: 1, asked: 8 };

/** What became of one round; `back` is from the blow's end to the first good answer (ms). */
export type Round = { blow: string; back: number };

export type Outcome = { rounds: Round[]; ledger: Ledger };

const WRITERS = 4;
const READERS = 2;

/**
 * Writes and reads, hurts the board, waits until it is back without any help but the start of a server that was killed,
 * and holds all that was written against the ledger; once for each blow, and in the end once more.
 */
export async function torture(
  board: TorturedBoard,
  { blows, seed, effort = THOROUGH, tell }: Plan,
  ledger = newLedger(),
): Promise<Outcome> {
  const writers = Array.from({ length: WRITERS }, (_, n) =>
    newWriter(randomFrom(seedOf(seed, 1, n))),
  );
  let token = '';
  const rounds: Round[] = [];
  for (const [number, blow] of blows.entries()) {
    const random = randomFrom(seedOf(seed, 2, number));
    // It is good for an hour.
    if (number % 100 === 0) token = await board.server.token();
    const acknowledged = ledger.acknowledged;
    const known = ledger.things.length;
    const lengths = new Map(ledger.things.map((thing) => [thing, thing.history.length]));
    const { back, ends } = await hurtWhileUsed(board, {
      ledger,
      writers,
      token,
      random,
      blow,
      effort,
    });
    const database = await connectTo(await board.databaseUrl());
    try {
      await nothingUnderWay(database, ends);
      await lookForDoubtful(ledger, board, writers);
      await repeatWrites(ledger, board, writers);
      const touched = ledger.things.filter((one) => lengths.get(one) !== one.history.length);
      await checkBoard(ledger, board, touched.slice(0, effort.asked));
      await checkTexts(ledger, database);
      await checkRows(ledger, database);
    } finally {
      await database.end();
    }
    rounds.push({ blow, back });
    tell?.(
      `${number + 1}. ${blow}: back after ${Math.round(back)} ms; ${ledger.acknowledged - acknowledged} acknowledged, ${ledger.things.length - known} things made, ${ledger.complaints.length} complaints`,
    );
    if (ledger.complaints.length > 0) return { rounds, ledger };
  }
  await checkAll(ledger, board);
  return { rounds, ledger };
}

type Use = {
  ledger: Ledger;
  writers: Writer[];
  token: string;
  random: Random;
  blow: string;
  effort: Effort;
};

async function hurtWhileUsed(board: TorturedBoard, use: Use) {
  const { ledger, writers, token, random, blow, effort } = use;
  const strike = board.blows[blow];
  if (!strike) throw new Error(`there is no blow such as ${blow}`);
  let isOver = false;
  let healthySince = 0;
  const isHurt = (since: number) => since <= healthySince;
  const pen = { port: board.port, token, isOver: () => isOver, isHurt };
  const used = Promise.all([
    ...writers.map((writer) => keepWriting(ledger, writer, pen)),
    ...Array.from({ length: READERS }, (_, n) =>
      keepReading(ledger, randomFrom(seedOf(Math.floor(random() * 1e9), 3, n)), pen),
    ),
  ]);
  try {
    await everyWriterIsAnswered(use, effort.answers, used);
    await pause(random() * effort.calm);
    healthySince = Number.POSITIVE_INFINITY;
    const { over, ends } = await strike(random);
    await firstGoodAnswer(board.server);
    const now = performance.now();
    healthySince = now;
    await everyWriterIsAnswered(use, 1, used);
    return { back: now - over, ends };
  } finally {
    isOver = true;
    await used;
  }
}

/** Or somebody has complained: then nothing more is waited for. */
async function everyWriterIsAnswered(
  { ledger, writers }: Use,
  times: number,
  used: Promise<unknown>,
): Promise<void> {
  const wanted = writers.map(({ acknowledged }) => acknowledged + times);
  const failed = used.then(() => undefined);
  const limit = performance.now() + 60_000;
  const isWaiting = () => writers.some(({ acknowledged }, n) => acknowledged < (wanted[n] ?? 0));
  while (isWaiting() && ledger.complaints.length === 0) {
    if (performance.now() > limit) throw new Error('a writer was not answered any more');
    await Promise.race([pause(10), failed]);
  }
}

async function lookForDoubtful(ledger: Ledger, board: TorturedBoard, writers: Writer[]) {
  for (const { doubtful } of writers) {
    for (const write of doubtful.splice(0)) {
      await lookFor(ledger, board.port, write);
      if (write.changes[0]?.entry.fate === 'done') ledger.doubtful.done += 1;
    }
  }
}

/** What was acknowledged, sent again: a creation is the same and no other, and an older change changes nothing. */
async function repeatWrites(ledger: Ledger, board: TorturedBoard, writers: Writer[]) {
  for (const { done } of writers) {
    for (const header of ['idempotency-key', 'if-match']) {
      const write = done.findLast(
        ({ thing, call }) => header in call.headers && stateOf(thing).status === 'open',
      );
      if (!write) continue;
      const answer = await askCalmly(board.port, write.call);
      const isSame = answer.status === 201 && jsonOf<{ id: string }>(answer).id === write.thing.id;
      if (header === 'if-match' ? answer.status === 412 : isSame) continue;
      const text = `${write.call.method} of ${nameOf(write.thing)}, sent again: ${answer.status} ${answer.body.subarray(0, 300)}`;
      ledger.complaints.push({ kind: 'half-made', text });
    }
    done.splice(0);
  }
}

/** Everything once more, in the tables too. */
async function checkAll(ledger: Ledger, board: TorturedBoard): Promise<void> {
  const database = await connectTo(await board.databaseUrl());
  try {
    await nothingUnderWay(database, undefined);
    await checkBoard(ledger, board, ledger.things);
    await checkTexts(ledger, database);
    await checkRows(ledger, database);
    await checkTrail(ledger, database);
    const uploads = new Set([...ledger.uploads, ...(await knownUploads(database))]);
    ledger.complaints.push(...(await checkUploads(board.port, [...uploads])));
    await checkFiles(ledger, board);
  } finally {
    await database.end();
  }
}
