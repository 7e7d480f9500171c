import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CachedResponse } from './cached-response.ts';
import { countRequest, newRequestRate } from './request-rate.ts';
import { createStaleResponses, type StaleResponses } from './stale-while-revalidate.ts';

const KEY = '/jobs';
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

/** Creates a response that was requested `requests` times just now, finished `age` ms ago and expires in `life` ms. */
function createResponse({
  requests = 100,
  age = LONG,
  allowStale = false,
  life = LONG,
} = {}): CachedResponse {
  const now = performance.now();
  const requestRate = newRequestRate();
  for (let n = 0; n < requests; n += 1) countRequest(requestRate, now);
  return {
    status: 200,
    topics: new Set(),
    expiresAt: now + life,
    allowStale,
    requestRate,
    startedAt: now - age,
    finishedAt: now - age,
    changedAt: undefined,
    isRecompressible: false,
    etag: '"x"',
    headers: {},
    notModifiedHeaders: [],
    representations: new Map(),
    pending: new Map(),
  };
}

/** Measures how long a stale response is still served (ms, in steps of 5 ms). */
function servedFor(): number {
  const start = performance.now();
  while (stale.get(KEY, performance.now())) vi.advanceTimersByTime(5);
  return performance.now() - start;
}

async function isSettled(promise: Promise<void>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  // Let pending promise callbacks run. The fake timers do not replace `setImmediate`, so it really waits.
  await setImmediate();
  return settled;
}

test('one request regenerates a stale response; the others get the stale one for 100 ms', () => {
  stale.markStale(KEY, createResponse(), performance.now() + LONG);
  expect(servedFor()).toBe(0);
  stale.startRefresh(KEY);
  expect(servedFor()).toBe(100);
});

test('after a failed attempt to regenerate a response, the next request regenerates it', () => {
  stale.markStale(KEY, createResponse(), performance.now() + LONG);
  stale.startRefresh(KEY);
  stale.endRefresh(KEY);
  expect(servedFor()).toBe(0);
});

test('a recently generated response is not regenerated at once', () => {
  stale.markStale(KEY, createResponse({ age: 50 }), performance.now() + LONG);
  expect(servedFor()).toBe(150);
  stale.startRefresh(KEY);
  expect(servedFor()).toBe(100);
});

test.each([
  ['with few requests', { requests: 7 }],
  ['without requests', { requests: 0 }],
  ['that has expired', { life: 0 }],
])('a response %s is not served once it is stale', async (_, options) => {
  stale.markStale(KEY, createResponse(), performance.now() + LONG);
  stale.markStale(KEY, createResponse(options), performance.now() + LONG);
  stale.startRefresh(KEY);
  expect(servedFor()).toBe(0);
  expect(await isSettled(stale.allEvicted())).toBe(true);
});

test('a stale response is not served once its key is no longer requested often', () => {
  const response = createResponse();
  vi.advanceTimersByTime(300);
  stale.markStale(KEY, response, performance.now() + LONG);
  stale.startRefresh(KEY);
  expect(servedFor()).toBe(0);
});

test('a response that may be stale by more than a second is not served', async () => {
  stale.markStale(KEY, createResponse({ age: 0 }), performance.now() + 30);
  expect(servedFor()).toBe(30);
  stale.markStale(KEY, createResponse({ age: 0 }), performance.now() - 1);
  expect(servedFor()).toBe(0);
  expect(await isSettled(stale.allEvicted())).toBe(true);
});

test('allEvicted waits until each stale response is evicted or its time is over', async () => {
  expect(await isSettled(stale.allEvicted())).toBe(true);
  stale.markStale(KEY, createResponse(), performance.now() + LONG);
  stale.markStale('/', createResponse(), performance.now() + LONG);
  const evicted = stale.allEvicted();
  stale.evict(KEY);
  expect(await isSettled(evicted)).toBe(false);
  vi.advanceTimersByTime(100);
  await evicted;
});

test('a newer stale response replaces an older one but is not served longer than the older one, and writers still wait', async () => {
  const [older, newer] = [createResponse({ age: 50 }), createResponse({ age: 10 })];
  stale.markStale(KEY, older, performance.now() + LONG);
  const evicted = stale.allEvicted();
  stale.replace(KEY, newer, performance.now() + LONG);
  expect(stale.get(KEY, performance.now())).toBe(newer);
  stale.replace(KEY, older, performance.now() + LONG);
  expect(stale.get(KEY, performance.now())).toBe(newer);
  expect(await isSettled(evicted)).toBe(false);
  expect(servedFor()).toBe(150);
  vi.advanceTimersByTime(100);
  await evicted;
  stale.replace(KEY, newer, performance.now() + LONG);
  stale.startRefresh(KEY);
  expect(servedFor()).toBe(0);
});

test('no writer waits for a response with allowStale, and requests get its newest version', async () => {
  const first = createResponse({ allowStale: true });
  const second = createResponse({ allowStale: true, age: 300 });
  stale.markStale(KEY, first, performance.now() + LONG);
  expect(await isSettled(stale.allEvicted())).toBe(true);
  stale.startRefresh(KEY);
  expect(stale.get(KEY, performance.now())).toBe(first);
  vi.advanceTimersByTime(600);
  stale.replace(KEY, second, performance.now() + LONG);
  expect(stale.get(KEY, performance.now())).toBe(second);
  expect(servedFor()).toBe(700);
  stale.replace(KEY, createResponse({ allowStale: true, requests: 3 }), performance.now() + LONG);
  stale.startRefresh(KEY);
  expect(servedFor()).toBe(0);
});

test('a response that takes long to generate counts as hot if its key was hot when its generation started', () => {
  const slow = createResponse({ allowStale: true, age: 0 });
  vi.advanceTimersByTime(500);
  stale.replace(KEY, slow, performance.now() + LONG);
  stale.startRefresh(KEY);
  expect(servedFor()).toBe(700);
});

test('clear evicts every stale response at once', async () => {
  stale.markStale(KEY, createResponse({ age: 0 }), performance.now() + LONG);
  const evicted = stale.allEvicted();
  stale.clear();
  expect(stale.get(KEY, performance.now())).toBeUndefined();
  await evicted;
});
