import dns from 'node:dns';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { describeError } from '#server/platform/logging/describe-error.ts';
import { s3Storage } from './s3-storage.ts';
import { type S3Server, startS3Server } from './testing/s3-server.ts';
import { StorageUnavailableError } from './upload-storage.ts';

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

type Arguments = Parameters<typeof s3Storage>;

function bucket(
  overrides: Partial<Arguments[0]> = {},
  timeouts?: NonNullable<Arguments[1]>['timeouts'],
) {
  const address = {
    bucket: 'board',
    prefix: '',
    region: 'eu-central-1',
    endpoint: store.origin,
    pathStyle: true,
    ...overrides,
  };
  return s3Storage(address, { timeouts });
}

/** The timeouts in these tests (ms). They are shorter than in production, which `uploads-in-bucket.test.ts` covers. */
const SHORT_TIMEOUTS = { deadline: 3_000, attempt: 1_000 };

/** Returns the error of the storage as a log would show it. */
async function failure(operation: Promise<unknown>): Promise<string> {
  const error = await operation.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StorageUnavailableError);
  return JSON.stringify(describeError(error));
}

test('an object is stored under the file name, with its content type and cache policy', async () => {
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

test('a board reads and lists only the uploads under its own prefix', async () => {
  const [one, other] = [bucket({ prefix: 'one/logos/' }), bucket({ prefix: 'other/' })];
  await one.put(A, content);
  expect([...store.objects.keys()]).toEqual([`one/logos/${A}`]);
  expect(await other.read(A)).toBeUndefined();
  const object = store.objects.get(`one/logos/${A}`);
  if (!object) throw new Error('the object was not stored');
  for (const name of ['one/logos/notes.txt', `one/logos/older/${A}`, `one/${A}`, named(2)]) {
    store.objects.set(name, object);
  }
  expect((await one.list()).map(({ name }) => name)).toEqual([A]);
});

test('a list contains the files of all pages', async () => {
  store.pageSize = 2;
  const names = [1, 2, 3, 4, 5].map(named);
  for (const name of names) await bucket().put(name, content);
  store.requests = [];
  expect((await bucket().list()).map(({ name }) => name)).toEqual(names);
  expect(store.requests).toHaveLength(3);
});

test.each([
  [true, /^PUT s3\.example:\d+\/board\/logos\/0+1\.webp$/],
  [false, /^PUT board\.s3\.example:\d+\/logos\/0+1\.webp$/],
])('the bucket is addressed by path or host name (path style: %s)', async (pathStyle, expected) => {
  vi.spyOn(dns, 'lookup').mockImplementation(((
    _name: string,
    { all }: dns.LookupOptions,
    callback: (error: null, address: unknown, family?: number) => void,
  ) =>
    all
      ? callback(null, [{ address: '127.0.0.1', family: 4 }])
      : callback(null, '127.0.0.1', 4)) as typeof dns.lookup);
  const endpoint = store.origin.replace('127.0.0.1', 's3.example');
  const storage = bucket({ endpoint, pathStyle, prefix: 'logos/' });
  await storage.put(A, content);
  expect(await storage.read(A)).toEqual(content);
  expect(await storage.list()).toHaveLength(1);
  expect(store.requests[0]).toMatch(expected);
});

test.each([
  ['another secret', { AWS_SECRET_ACCESS_KEY: 'wrong' }, 'SignatureDoesNotMatch (403)'],
  ['another key', { AWS_ACCESS_KEY_ID: 'wrong' }, 'InvalidAccessKeyId (403)'],
])('a request with %s is refused without revealing secrets', async (_name, settings, reason) => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const message = await failure(bucket().put(A, content));
  expect(message).toContain(`the bucket did not store an upload: ${reason}`);
  expect(message).not.toMatch(/leaked|AKIDTEST|a-secret/);
  expect(store.objects.size).toBe(0);
});

test('a missing bucket is reported as a failure and not as a missing file', async () => {
  expect(await failure(bucket({ bucket: 'another' }).read(A))).toContain('NoSuchBucket (404)');
});

describe('a store that fails', () => {
  test.each(['SlowDown', 'InternalError', 'cuts', 'cuts midway'] as const)(
    'a store that fails to read serves the next read once it has recovered: %s',
    async (fault) => {
      const storage = bucket();
      await storage.put(A, content);
      store.fault = fault;
      await failure(storage.read(A));
      store.fault = undefined;
      expect(await storage.read(A)).toEqual(content);
    },
  );

  test('gets the same request again before the failure is reported', async () => {
    store.fault = 'SlowDown';
    await failure(bucket().put(A, content));
    expect(store.requests.length).toBeGreaterThan(1);
  });

  test('a store that has not responded in time gets the same request again', async () => {
    const storage = bucket({}, SHORT_TIMEOUTS);
    await storage.put(A, content);
    store.requests = [];
    store.fault = 'hangs';
    const reading = storage.read(A);
    await expect.poll(() => store.requests.length).toBe(1);
    store.fault = undefined;
    expect(await reading).toEqual(content);
  });

  test('a store that is down fails to read, with the reason', async () => {
    await store.goDown();
    expect(await failure(bucket().read(A))).toContain('ECONNREFUSED');
  });

  test.each(['hangs', 'hangs midway'] as const)(
    'a store gets one request at a time after a read has reached its deadline, until it recovers: %s',
    async (fault) => {
      const storage = bucket({}, SHORT_TIMEOUTS);
      await storage.put(A, content);
      store.fault = fault;
      await failure(storage.read(A));
      let hasFailed = false;
      const probe = failure(storage.read(A)).then(() => {
        hasFailed = true;
      });
      expect(await failure(storage.read(A))).toContain('it is unresponsive');
      // The second read fails at once, while the first one is still waiting for its deadline.
      expect(hasFailed).toBe(false);
      await probe;
      store.fault = undefined;
      expect(await storage.read(A)).toEqual(content);
      expect(await Promise.all([storage.read(A), storage.read(A)])).toEqual([content, content]);
    },
  );
});
