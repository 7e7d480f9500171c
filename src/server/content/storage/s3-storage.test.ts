import dns from 'node:dns';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { describeError } from '#server/platform/logging/describe-error.ts';
import { s3Storage } from './s3-storage.ts';
import { StorageUnavailableError } from './storage-unavailable-error.ts';
import { type S3Server, startS3Server } from './testing/s3-server.ts';

let store: S3Server;
beforeEach(async () => {
  store = await startS3Server();
  vi.stubEnv('AWS_ACCESS_KEY_ID', store.keys.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', store.keys.secretAccessKey);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await store.goDown();
});

const content = Buffer.from('a logo');
const named = (n: number) => `${String(n).padStart(64, '0')}.webp`;
const A = named(1);

type Given = Parameters<typeof s3Storage>;

function bucket(given: Partial<Given[0]> = {}, timeouts?: Given[1]) {
  const address = {
    bucket: 'board',
    prefix: '',
    region: 'eu-central-1',
    endpoint: store.origin,
    pathStyle: true,
    ...given,
  };
  return s3Storage(address, timeouts);
}

/** Less than users wait for; a running board's own timeouts are seen in `uploads-in-bucket.test.ts`. */
const IMPATIENT = { deadline: 3_000, attempt: 1_000 };

/** What the storage says of its failure, as a log shows it. */
async function failure(happens: Promise<unknown>): Promise<string> {
  const error = await happens.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StorageUnavailableError);
  return JSON.stringify(describeError(error));
}

test('an object says what it is, and is named after its file', async () => {
  await bucket().put(A, content);
  expect([...store.objects]).toEqual([
    [
      A,
      {
        content,
        written: expect.any(Date),
        headers: {
          'content-type': 'image/webp',
          'cache-control': 'public, max-age=31536000, immutable',
        },
      },
    ],
  ]);
});

test('a prefix keeps boards apart, and what is others’ is not listed', async () => {
  const [one, other] = [bucket({ prefix: 'one/logos/' }), bucket({ prefix: 'other/' })];
  await one.put(A, content);
  expect([...store.objects.keys()]).toEqual([`one/logos/${A}`]);
  expect(await other.read(A)).toBeUndefined();
  const object = store.objects.get(`one/logos/${A}`);
  if (!object) throw new Error('it was not put');
  for (const name of ['one/logos/notes.txt', `one/logos/older/${A}`, `one/${A}`, named(2)]) {
    store.objects.set(name, object);
  }
  expect((await one.list()).map(({ name }) => name)).toEqual([A]);
});

test('a list goes on beyond a page', async () => {
  store.pageSize = 2;
  const names = [1, 2, 3, 4, 5].map(named);
  for (const name of names) await bucket().put(name, content);
  store.asked = [];
  expect((await bucket().list()).map(({ name }) => name)).toEqual(names);
  expect(store.asked).toHaveLength(3);
});

test.each([
  [true, /^PUT s3\.example:\d+\/board\/logos\/0+1\.webp$/],
  [false, /^PUT board\.s3\.example:\d+\/logos\/0+1\.webp$/],
])('the bucket is named where the store wants it (path style: %s)', async (pathStyle, asked) => {
  vi.spyOn(dns, 'lookup').mockImplementation(((
    _name: string,
    { all }: dns.LookupOptions,
    found: (error: null, address: unknown, family?: number) => void,
  ) =>
    all
      ? found(null, [{ address: '127.0.0.1', family: 4 }])
      : found(null, '127.0.0.1', 4)) as typeof dns.lookup);
  const endpoint = store.origin.replace('127.0.0.1', 's3.example');
  const storage = bucket({ endpoint, pathStyle, prefix: 'logos/' });
  await storage.put(A, content);
  expect(await storage.read(A)).toEqual(content);
  expect(await storage.list()).toHaveLength(1);
  expect(store.asked[0]).toMatch(asked);
});

test.each([
  ['another secret', { AWS_SECRET_ACCESS_KEY: 'wrong' }, 'SignatureDoesNotMatch (403)'],
  ['another key', { AWS_ACCESS_KEY_ID: 'wrong' }, 'InvalidAccessKeyId (403)'],
])('%s is refused, and nothing secret is told', async (_name, settings, said) => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const told = await failure(bucket().put(A, content));
  expect(told).toContain(`the bucket did not take an upload: ${said}`);
  expect(told).not.toMatch(/leaked|AKIDTEST|a-secret/);
  expect(store.objects.size).toBe(0);
});

test('a bucket that is not there is no missing file', async () => {
  expect(await failure(bucket({ bucket: 'another' }).read(A))).toContain('NoSuchBucket (404)');
});

describe('a store that fails', () => {
  test.each(['SlowDown', 'InternalError', 'cuts', 'cuts midway'] as const)('%s', async (fault) => {
    const storage = bucket();
    await storage.put(A, content);
    store.fault = fault;
    await failure(storage.read(A));
    store.fault = undefined;
    expect(await storage.read(A)).toEqual(content);
  });

  test('is asked again before that is told', async () => {
    store.fault = 'SlowDown';
    await failure(bucket().put(A, content));
    expect(store.asked.length).toBeGreaterThan(1);
  });

  test('is asked again where a request is lost', async () => {
    const storage = bucket({}, IMPATIENT);
    await storage.put(A, content);
    store.asked = [];
    store.fault = 'hangs';
    const reading = storage.read(A);
    await expect.poll(() => store.asked.length).toBe(1);
    store.fault = undefined;
    expect(await reading).toEqual(content);
  });

  test('is down', async () => {
    await store.goDown();
    expect(await failure(bucket().read(A))).toContain('ECONNREFUSED');
  });

  test.each(['hangs', 'hangs midway'] as const)(
    '%s: it takes as long as is said, then one request at a time, until it answers',
    async (fault) => {
      const storage = bucket({}, IMPATIENT);
      await storage.put(A, content);
      store.fault = fault;
      await failure(storage.read(A));
      let tried = false;
      const trying = failure(storage.read(A)).then(() => {
        tried = true;
      });
      expect(await failure(storage.read(A))).toContain('it does not answer');
      // At once, for the one that is being tried waits for as long once more.
      expect(tried).toBe(false);
      await trying;
      store.fault = undefined;
      expect(await storage.read(A)).toEqual(content);
      expect(await Promise.all([storage.read(A), storage.read(A)])).toEqual([content, content]);
    },
  );
});
