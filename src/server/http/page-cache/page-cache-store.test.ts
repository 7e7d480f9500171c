import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import {
  type CachedResponse,
  createCachedResponse,
  makeRepresentation,
} from './cached-response.ts';
import { createResponseStore, type ResponseStore } from './page-cache-store.ts';
import { newPendingResponse } from './pending-response.ts';
import { newRequestRate } from './request-rate.ts';

const MEGABYTE = 1024 * 1024;

let store: ResponseStore;

beforeEach(() => {
  store = createResponseStore(MEGABYTE);
});

/** A body of random bytes, which hardly compress. */
const incompressibleBody = (bytes: number) => Buffer.from(randomBytes(bytes / 2).toString('hex'));

function createResponse(topics: string[], bytes = 500): Promise<CachedResponse> {
  return createCachedResponse(
    { ...newPendingResponse(), topics: new Set(topics) },
    { requestRate: newRequestRate(), startedAt: performance.now() },
    {
      status: 200,
      headers: { etag: '"1"', 'content-type': 'text/html' },
      body: incompressibleBody(bytes),
    },
    'br',
  );
}

test('the store stays within its maximum memory for any number of keys', async () => {
  const response = await createResponse(['jobs']);
  for (let n = 0; n < 100_000; n += 1) {
    store.set(`/jobs?company=${n}`, 'unbounded', response);
    store.set(`/jobs/${n}`, 'bounded', response);
  }
  expect(store.size()).toBeLessThanOrEqual(MEGABYTE);
  expect(store.size()).toBeGreaterThan(MEGABYTE / 2);
  store.expire('removed:jobs');
  expect(store.size()).toBe(0);
});

test('the store counts the memory of each new representation, and evicts responses to stay within its maximum memory', async () => {
  for (let n = 0; n < 100; n += 1) {
    const response = await createResponse([], 30_000);
    store.set(`/jobs/${n}`, 'bounded', response);
    const before = store.size();
    await makeRepresentation(response, 'identity');
    await makeRepresentation(response, 'gzip');
    store.updateSize(`/jobs/${n}`, response);
    if (n < 3) expect(store.size()).toBeGreaterThan(before + 30_000);
    expect(store.size()).toBeLessThanOrEqual(MEGABYTE);
  }
});

test('updating the size of an evicted response does not restore it', async () => {
  const response = await createResponse(['jobs']);
  store.set('/jobs', 'bounded', response);
  store.expire('removed:jobs');
  store.updateSize('/jobs', response);
  expect(store.get('/jobs')).toBeUndefined();
});

test('the store rejects a response that is larger than its maximum memory', async () => {
  store.set('/jobs', 'bounded', await createResponse(['jobs'], 4 * MEGABYTE));
  expect(store.get('/jobs')).toBeUndefined();
  expect(store.size()).toBe(0);
});

test('responses with unbounded keys never evict a response with a bounded key', async () => {
  const response = await createResponse([]);
  store.set('/', 'bounded', response);
  for (let n = 0; n < 10_000; n += 1) store.set(`/jobs?q=${n}`, 'unbounded', response);
  expect(store.get('/')).toBe(response);
  expect(store.get('/jobs?q=9999')).toBe(response);
  expect(store.get('/jobs?q=0')).toBeUndefined();
});

test('an eviction by topic returns each evicted response exactly once', async () => {
  const job = await createResponse(['job:1', 'jobs']);
  store.set('/jobs/1', 'bounded', job);
  store.set('/jobs?q=x', 'unbounded', await createResponse(['jobs']));
  expect(store.expire('job:1')).toEqual([['/jobs/1', job]]);
  expect(store.expire('jobs').map(([key]) => key)).toEqual(['/jobs?q=x']);
  expect(store.expire('jobs')).toEqual([]);
});

test('a change makes the responses that depend on its topic stale, and a removal evicts them', async () => {
  const topicsByKey = {
    '/jobs': ['jobs', 'companies'],
    '/jobs/1': ['job:1', 'companies'],
    '/jobs/2': ['job:2', 'companies'],
    '/about': [],
  };
  const keysLeftAfter = async (...changes: string[]) => {
    for (const [key, topics] of Object.entries(topicsByKey)) {
      store.set(key, 'bounded', await createResponse(topics));
    }
    for (const changed of changes) store.expire(changed);
    return Object.keys(topicsByKey).filter((key) => store.get(key));
  };
  expect(await keysLeftAfter('jobs', 'job:1')).toEqual(['/jobs/2', '/about']);
  expect(await keysLeftAfter('job:*')).toEqual(['/jobs', '/about']);
  expect(await keysLeftAfter('companies')).toEqual(['/about']);
  expect(await keysLeftAfter('unknown topic')).toEqual(Object.keys(topicsByKey));
  expect(await keysLeftAfter('everything')).toEqual([]);
  await keysLeftAfter('companies', 'removed:jobs');
  const latest = Object.keys(topicsByKey).filter((key) => store.getLatest(key));
  expect(latest).toEqual(['/jobs/1', '/jobs/2', '/about']);
});
