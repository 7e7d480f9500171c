import { setTimeout as pause } from 'node:timers/promises';
import { type Random, randomFrom, seedOf } from '../support/random.mjs';
import { callHealthyBoard, jsonOf } from './call.ts';
import { checkBoard, checkFiles, checkUploads } from './check-board.ts';
import { checkRows, checkTexts, checkTrail, storedUploads } from './check-rows.ts';
import { describeEntity, type Ledger, newLedger, stateOf } from './ledger.ts';
import { readUntilOver } from './readers.ts';
import { connectTo, type TestBoard, waitUntilIdle, waitUntilRecovered } from './test-board.ts';
import { resolveOutcome } from './write.ts';
import { newWriter, type Writer, writeUntilOver } from './writers.ts';

export type Plan = {
  /** One round for each fault, in this order. */
  faults: string[];
  /** The seed, which determines when faults occur and what each writer writes. */
  seed: number;
  effort?: Effort;
  /** Called with one line for each round. */
  log?: (line: string) => void;
};

/** How much a round tests. */
export type Effort = {
  /** The maximum delay before the fault (ms). */
  maxDelay: number;
  /** How many writes of each writer must be acknowledged before the fault. After the recovery, one more must be. */
  acknowledgements: number;
  /** How many of the changed entities are read through the API. The checks of the tables always cover all entities. */
  checkedEntities: number;
};

const THOROUGH: Effort = {
  maxDelay: 1_200,
  acknowledgements: 3,
  checkedEntities: Number.POSITIVE_INFINITY,
};
export const SHORT: Effort = { maxDelay: 300, acknowledgements: 1, checkedEntities: 8 };

/** The result of one round. `recovery` is the time from the end of the fault to the first good response (ms). */
type Round = { fault: string; recovery: number };

export type CrashResult = { rounds: Round[]; ledger: Ledger };

const WRITERS = 4;
const READERS = 2;

/**
 * Runs one round for each fault: clients read and write, the fault occurs, the board recovers, and all data is compared
 * with the ledger. The test only restarts a killed server; the board recovers from all other faults by itself. A final
 * check covers the whole board.
 */
export async function runRounds(
  board: TestBoard,
  { faults, seed, effort = THOROUGH, log }: Plan,
  ledger = newLedger(),
): Promise<CrashResult> {
  const writers = Array.from({ length: WRITERS }, (_, n) =>
    newWriter(randomFrom(seedOf(seed, 1, n))),
  );
  let token = '';
  const rounds: Round[] = [];
  for (const [number, fault] of faults.entries()) {
    const random = randomFrom(seedOf(seed, 2, number));
    // A token is valid for an hour, so it is renewed from time to time.
    if (number % 100 === 0) token = await board.server.token();
    const acknowledged = ledger.acknowledged;
    const known = ledger.entities.length;
    const lengths = new Map(ledger.entities.map((entity) => [entity, entity.history.length]));
    const { recovery, endingBefore } = await injectWhileInUse(board, {
      ledger,
      writers,
      token,
      random,
      fault,
      effort,
    });
    const database = await connectTo(await board.databaseUrl());
    try {
      await waitUntilIdle(database, endingBefore);
      await resolveWrites(ledger, board, writers);
      await repeatWrites(ledger, board, writers);
      const touched = ledger.entities.filter(
        (entity) => lengths.get(entity) !== entity.history.length,
      );
      await checkBoard(ledger, board, touched.slice(0, effort.checkedEntities));
      await checkTexts(ledger, database);
      await checkRows(ledger, database);
    } finally {
      await database.end();
    }
    rounds.push({ fault, recovery });
    log?.(
      `${number + 1}. ${fault}: recovered after ${Math.round(recovery)} ms; ${ledger.acknowledged - acknowledged} acknowledged, ${ledger.entities.length - known} created, ${ledger.violations.length} violations`,
    );
    if (ledger.violations.length > 0) return { rounds, ledger };
  }
  await checkAll(ledger, board);
  return { rounds, ledger };
}

type RoundOptions = {
  ledger: Ledger;
  writers: Writer[];
  token: string;
  random: Random;
  fault: string;
  effort: Effort;
};

async function injectWhileInUse(board: TestBoard, options: RoundOptions) {
  const { ledger, writers, token, random, fault, effort } = options;
  const inject = board.faults[fault];
  if (!inject) throw new Error(`unknown fault: ${fault}`);
  let isOver = false;
  let faultyUntil = 0;
  const isFaulty = (since: number) => since <= faultyUntil;
  const target = { port: board.port, token, isOver: () => isOver, isFaulty };
  const clients = Promise.all([
    ...writers.map((writer) => writeUntilOver(ledger, writer, target)),
    ...Array.from({ length: READERS }, (_, n) =>
      readUntilOver(ledger, randomFrom(seedOf(Math.floor(random() * 1e9), 3, n)), target),
    ),
  ]);
  try {
    await waitForAcknowledgements(options, effort.acknowledgements, clients);
    await pause(random() * effort.maxDelay);
    faultyUntil = Number.POSITIVE_INFINITY;
    const { endedAt, endingBefore } = await inject(random);
    await waitUntilRecovered(board.server);
    const now = performance.now();
    faultyUntil = now;
    await waitForAcknowledgements(options, 1, clients);
    return { recovery: now - endedAt, endingBefore };
  } finally {
    isOver = true;
    await clients;
  }
}

/** Waits until each writer has more acknowledged writes, or a violation is found. */
async function waitForAcknowledgements(
  { ledger, writers }: RoundOptions,
  times: number,
  clients: Promise<unknown>,
): Promise<void> {
  const wanted = writers.map(({ acknowledged }) => acknowledged + times);
  const failed = clients.then(() => undefined);
  const limit = performance.now() + 60_000;
  const isWaiting = () => writers.some(({ acknowledged }, n) => acknowledged < (wanted[n] ?? 0));
  while (isWaiting() && ledger.violations.length === 0) {
    if (performance.now() > limit) throw new Error('a writer no longer gets responses');
    await Promise.race([pause(10), failed]);
  }
}

async function resolveWrites(ledger: Ledger, board: TestBoard, writers: Writer[]) {
  for (const { unresolved } of writers) {
    for (const write of unresolved.splice(0)) {
      await resolveOutcome(ledger, board.port, write);
      if (write.changes[0]?.entry.outcome === 'applied') ledger.unanswered.applied += 1;
    }
  }
}

/** Repeats acknowledged writes. A repeated creation must return the same entity; an outdated change must be refused. */
async function repeatWrites(ledger: Ledger, board: TestBoard, writers: Writer[]) {
  for (const { recent } of writers) {
    for (const header of ['idempotency-key', 'if-match']) {
      const write = recent.findLast(
        ({ entity, call }) => header in call.headers && stateOf(entity).status === 'open',
      );
      if (!write) continue;
      const response = await callHealthyBoard(board.port, write.call);
      const isSame =
        response.status === 201 && jsonOf<{ id: string }>(response).id === write.entity.id;
      if (header === 'if-match' ? response.status === 412 : isSame) continue;
      const text = `${write.call.method} of ${describeEntity(write.entity)}, repeated: ${response.status} ${response.body.subarray(0, 300)}`;
      ledger.violations.push({ kind: 'partial', text });
    }
    recent.splice(0);
  }
}

/** Checks the whole board and its tables at the end. */
async function checkAll(ledger: Ledger, board: TestBoard): Promise<void> {
  const database = await connectTo(await board.databaseUrl());
  try {
    await waitUntilIdle(database, undefined);
    await checkBoard(ledger, board, ledger.entities);
    await checkTexts(ledger, database);
    await checkRows(ledger, database);
    await checkTrail(ledger, database);
    const uploads = new Set([...ledger.uploads, ...(await storedUploads(database))]);
    ledger.violations.push(...(await checkUploads(board.port, [...uploads])));
    await checkFiles(ledger, board);
  } finally {
    await database.end();
  }
}
