import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CachedResponse } from './cached-response.ts';
import { countRequest, newRequestRate } from './request-rate.ts';
import { createStaleResponses, type StaleResponses } from './stale-while-revalidate.ts';

const ADDRESS = '/jobs';
const LONG = 60_000;

let stale: StaleResponses;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  vi.advanceTimersByTime(LONG);
  stale = createStaleResponses();
});

afterEach(() => {
  vi.useRealTimers();
});

/** An answer that was asked for so often in this moment, and was finished so long ago (ms). */
function answer({ asked = 100, age = LONG, allowStale = false, life = LONG } = {}): CachedResponse {
  const now = performance.now();
  const demand = newRequestRate();
  for (let times = 0; times < asked; times += 1) countRequest(demand, now);
  return {
    status: 200,
    topics: new Set(),
    until: now + life,
    allowStale,
    demand,
    begun: now - age,
    finished: now - age,
    packable: false,
    etag: '"x"',
    headers: {},
    unchanged: [],
    made: new Map(),
    making: new Map(),
  };
}

/** For how long it is served from now on to all who ask (ms), in steps of five. */
function served(): number {
  const begun = performance.now();
  while (stale.get(ADDRESS, performance.now())) vi.advanceTimersByTime(5);
  return performance.now() - begun;
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

test('one who asks makes it anew, and the others get the old one for a tenth of a second', () => {
  stale.retire(ADDRESS, answer(), performance.now() + LONG);
  expect(served()).toBe(0);
  stale.begin(ADDRESS);
  expect(served()).toBe(100);
});

test('where nothing came of it, the next one makes it anew', () => {
  stale.retire(ADDRESS, answer(), performance.now() + LONG);
  stale.begin(ADDRESS);
  stale.end(ADDRESS);
  expect(served()).toBe(0);
});

test('what was made a moment ago is not made anew at once', () => {
  stale.retire(ADDRESS, answer({ age: 50 }), performance.now() + LONG);
  expect(served()).toBe(150);
  stale.begin(ADDRESS);
  expect(served()).toBe(100);
});

test.each([
  ['few ask for', { asked: 7 }],
  ['nobody has asked for', { asked: 0 }],
  ['may not be kept for longer', { life: 0 }],
])('what %s is not served on', async (_, about) => {
  stale.retire(ADDRESS, answer(), performance.now() + LONG);
  stale.retire(ADDRESS, answer(about), performance.now() + LONG);
  stale.begin(ADDRESS);
  expect(served()).toBe(0);
  expect(await isSettled(stale.gone())).toBe(true);
});

test('nor is what many asked for some time ago', () => {
  const old = answer();
  vi.advanceTimersByTime(300);
  stale.retire(ADDRESS, old, performance.now() + LONG);
  stale.begin(ADDRESS);
  expect(served()).toBe(0);
});

test('nothing is served that may be older than a second', async () => {
  stale.retire(ADDRESS, answer({ age: 0 }), performance.now() + 30);
  expect(served()).toBe(30);
  stale.retire(ADDRESS, answer({ age: 0 }), performance.now() - 1);
  expect(served()).toBe(0);
  expect(await isSettled(stale.gone())).toBe(true);
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
});

test('a newer one that is old as well takes its place, for no longer, and keeps all waiting', async () => {
  const [older, newer] = [answer({ age: 50 }), answer({ age: 10 })];
  stale.retire(ADDRESS, older, performance.now() + LONG);
  const gone = stale.gone();
  stale.replace(ADDRESS, newer, performance.now() + LONG);
  expect(stale.get(ADDRESS, performance.now())).toBe(newer);
  stale.replace(ADDRESS, older, performance.now() + LONG);
  expect(stale.get(ADDRESS, performance.now())).toBe(newer);
  expect(await isSettled(gone)).toBe(false);
  expect(served()).toBe(150);
  vi.advanceTimersByTime(100);
  await gone;
  stale.replace(ADDRESS, newer, performance.now() + LONG);
  stale.begin(ADDRESS);
  expect(served()).toBe(0);
});

test('nobody waits for what may lag behind, of which the newest is served', async () => {
  const [first, second] = [answer({ allowStale: true }), answer({ allowStale: true, age: 300 })];
  stale.retire(ADDRESS, first, performance.now() + LONG);
  expect(await isSettled(stale.gone())).toBe(true);
  stale.begin(ADDRESS);
  expect(stale.get(ADDRESS, performance.now())).toBe(first);
  vi.advanceTimersByTime(600);
  stale.replace(ADDRESS, second, performance.now() + LONG);
  expect(stale.get(ADDRESS, performance.now())).toBe(second);
  expect(served()).toBe(700);
  stale.replace(ADDRESS, answer({ allowStale: true, asked: 3 }), performance.now() + LONG);
  stale.begin(ADDRESS);
  expect(served()).toBe(0);
});

test('what takes long to make was in demand when it was begun', () => {
  const slow = answer({ allowStale: true, age: 0 });
  vi.advanceTimersByTime(500);
  stale.replace(ADDRESS, slow, performance.now() + LONG);
  stale.begin(ADDRESS);
  expect(served()).toBe(700);
});

test('all of it can be taken away at once', async () => {
  stale.retire(ADDRESS, answer({ age: 0 }), performance.now() + LONG);
  const gone = stale.gone();
  stale.clear();
  expect(stale.get(ADDRESS, performance.now())).toBeUndefined();
  await gone;
});
