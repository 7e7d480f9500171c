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

/** Cannot be compressed much. */
const noise = (bytes: number) => Buffer.from(randomBytes(bytes / 2).toString('hex'));

function answer(topics: string[], bytes = 500): Promise<CachedResponse> {
  const fill = { ...newPendingResponse(), topics: new Set(topics) };
  const about = { demand: newRequestRate(), begun: performance.now() };
  return createCachedResponse(
    fill,
    about,
    {
      status: 200,
      headers: { etag: '"1"', 'content-type': 'text/html' },
      body: noise(bytes),
    },
    'br',
  );
}

test('what is kept stays under its bound, whatever the number of addresses', async () => {
  const kept = await answer(['jobs']);
  for (let n = 0; n < 100_000; n += 1) {
    store.set(`/jobs?company=${n}`, 'endless', kept);
    store.set(`/jobs/${n}`, 'few', kept);
  }
  expect(store.size()).toBeLessThanOrEqual(MEGABYTE);
  expect(store.size()).toBeGreaterThan(MEGABYTE / 2);
  store.drop('jobs');
  expect(store.size()).toBe(0);
});

test('what is asked for in more encodings takes more room, and is dropped for it', async () => {
  for (let n = 0; n < 100; n += 1) {
    const kept = await answer([], 30_000);
    store.set(`/jobs/${n}`, 'few', kept);
    const before = store.size();
    await makeRepresentation(kept, 'identity');
    await makeRepresentation(kept, 'gzip');
    store.grow(`/jobs/${n}`, kept);
    if (n < 3) expect(store.size()).toBeGreaterThan(before + 30_000);
    expect(store.size()).toBeLessThanOrEqual(MEGABYTE);
  }
});

test('what has been dropped does not come back by growing', async () => {
  const kept = await answer(['jobs']);
  store.set('/jobs', 'few', kept);
  store.drop('jobs');
  store.grow('/jobs', kept);
  expect(store.get('/jobs')).toBeUndefined();
});

test('what is larger than all that may be kept is not', async () => {
  store.set('/jobs', 'few', await answer(['jobs'], 4 * MEGABYTE));
  expect(store.get('/jobs')).toBeUndefined();
  expect(store.size()).toBe(0);
});

test('endless addresses push out their like alone', async () => {
  const kept = await answer([]);
  store.set('/', 'few', kept);
  for (let n = 0; n < 10_000; n += 1) store.set(`/jobs?q=${n}`, 'endless', kept);
  expect(store.get('/')).toBe(kept);
  expect(store.get('/jobs?q=9999')).toBe(kept);
  expect(store.get('/jobs?q=0')).toBeUndefined();
});

test('what is dropped is told, once', async () => {
  const job = await answer(['job:1', 'jobs']);
  store.set('/jobs/1', 'few', job);
  store.set('/jobs?q=x', 'endless', await answer(['jobs']));
  expect(store.drop('job:1')).toEqual([['/jobs/1', job]]);
  expect(store.drop('jobs').map(([address]) => address)).toEqual(['/jobs?q=x']);
  expect(store.drop('jobs')).toEqual([]);
});

test('a change drops what shows it', async () => {
  const shown = {
    '/jobs': ['jobs', 'companies'],
    '/jobs/1': ['job:1', 'companies'],
    '/jobs/2': ['job:2', 'companies'],
    '/about': [],
  };
  const left = async (...changes: string[]) => {
    for (const [address, topics] of Object.entries(shown)) {
      store.set(address, 'few', await answer(topics));
    }
    for (const changed of changes) store.drop(changed);
    return Object.keys(shown).filter((address) => store.get(address));
  };
  expect(await left('jobs', 'job:1')).toEqual(['/jobs/2', '/about']);
  expect(await left('job:*')).toEqual(['/jobs', '/about']);
  expect(await left('companies')).toEqual(['/about']);
  expect(await left('nothing known')).toEqual(Object.keys(shown));
  expect(await left('everything')).toEqual([]);
});
