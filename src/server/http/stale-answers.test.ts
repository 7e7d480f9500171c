import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newDemand, noteDemand } from './answer-demand.ts';
import type { KeptAnswer } from './kept-answer.ts';
import { createStaleAnswers, type StaleAnswers } from './stale-answers.ts';

const ADDRESS = '/jobs';
const LONG = 60_000;

let stale: StaleAnswers;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  vi.advanceTimersByTime(LONG);
  stale = createStaleAnswers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** An answer that was asked for so often in this moment, and was finished so long ago (ms). */
function answer({ asked = 100, age = LONG, mayLag = false, life = LONG } = {}): KeptAnswer {
  const now = performance.now();
  const demand = newDemand();
  for (let times = 0; times < asked; times += 1) noteDemand(demand, now);
  return {
    topics: new Set(),
    until: now + life,
    mayLag,
    demand,
    finished: now - age,
    packedWell: false,
    etag: '"x"',
    headers: {},
    unchanged: [],
    made: new Map(),
    making: new Map(),
  };
}

/** For how long it is served from now on, and from when on it should be made anew (ms); in steps of five. */
function follow(address = ADDRESS) {
  const begun = performance.now();
  let due: number | undefined;
  for (;;) {
    const age = performance.now() - begun;
    const found = stale.get(address, performance.now());
    if (!found) return { served: age, due };
    if (found.due) due ??= age;
    vi.advanceTimersByTime(5);
  }
}

async function isSettled(promise: Promise<void>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  // Not among the timers that stand still here.
  await setImmediate();
  return settled;
}

test('what many ask for is served on for a tenth of a second', () => {
  stale.retire(ADDRESS, answer(), performance.now() + LONG);
  expect(follow()).toEqual({ served: 100, due: 0 });
});

test('what was made a moment ago is not made anew at once', () => {
  stale.retire(ADDRESS, answer({ age: 50 }), performance.now() + LONG);
  expect(follow()).toEqual({ served: 250, due: 150 });
});

test.each([
  ['few ask for', { asked: 7 }],
  ['nobody has asked for', { asked: 0 }],
  ['may not be kept for longer', { life: 0 }],
])('what %s is not', (_, about) => {
  stale.retire(ADDRESS, answer(about), performance.now() + LONG);
  expect(stale.get(ADDRESS, performance.now())).toBeUndefined();
});

test('what many asked for some time ago is not', () => {
  const old = answer();
  vi.advanceTimersByTime(300);
  stale.retire(ADDRESS, old, performance.now() + LONG);
  expect(stale.get(ADDRESS, performance.now())).toBeUndefined();
});

test('nothing is served that may be older than a second', () => {
  stale.retire(ADDRESS, answer(), performance.now() + 30);
  expect(follow()).toMatchObject({ served: 30 });
  stale.retire(ADDRESS, answer(), performance.now() - 1);
  expect(follow()).toMatchObject({ served: 0 });
});

test('who waits for it to be gone waits until it is made anew, or its time is over', async () => {
  expect(await isSettled(stale.gone())).toBe(true);
  stale.retire(ADDRESS, answer(), performance.now() + LONG);
  stale.retire('/', answer(), performance.now() + LONG);
  const gone = stale.gone();
  stale.delete(ADDRESS);
  expect(await isSettled(gone)).toBe(false);
  vi.advanceTimersByTime(100);
  await gone;
  expect(stale.get('/', performance.now())).toBeUndefined();
});

test('nobody waits for what may lag behind, which is served for longer', async () => {
  stale.retire(ADDRESS, answer({ mayLag: true }), performance.now() + LONG);
  expect(await isSettled(stale.gone())).toBe(true);
  expect(follow()).toEqual({ served: 700, due: 0 });
});

test('all of it can be taken away at once', async () => {
  stale.retire(ADDRESS, answer(), performance.now() + LONG);
  const gone = stale.gone();
  stale.clear();
  expect(stale.get(ADDRESS, performance.now())).toBeUndefined();
  await gone;
});
