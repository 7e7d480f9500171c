import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount } from '#tests/support/factories.ts';
import { multipartForm } from '#tests/support/multipart.ts';
import { svg } from '#tests/support/pictures.ts';
import { end, freePort, makeDataDir, type Running, run } from '#tests/support/process.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { type S3Server, startS3Server } from './content/storage/testing/s3-server.ts';
import { uploads } from './db/schema.ts';

const DAY = 24 * 60 * 60 * 1_000;

let store: S3Server;
let database: TestDatabase;
let dataDir: string;
let token: string;
const started: Running[] = [];

beforeAll(async () => {
  store = await startS3Server();
  database = await openTestDatabase();
  dataDir = await makeDataDir();
  token = await tokenFor(database.db, (await createAccount(database.db, { role: 'siteadmin' })).id);
});
afterAll(async () => {
  // End all servers that tests have started, even if a test has failed.
  await Promise.all(started.map(end));
  await store.goDown();
  await database.close();
  await removeFolder(dataDir);
});

async function startServer(settings: Record<string, string> = {}) {
  const port = await freePort();
  const server = run('main', {
    PORT: String(port),
    PUBLIC_URL: 'http://localhost:3000',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    UPLOADS_URL: `s3://board/logos?region=auto&endpoint=${store.origin}`,
    AWS_ACCESS_KEY_ID: store.keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: store.keys.secretAccessKey,
    RATE_LIMIT_SCALE: '1000',
    // Disable the log of slow queries, because any query may be slow on a busy machine.
    SLOW_QUERY_MS: '0',
    ...settings,
  });
  started.push(server);
  await server.says('Composable Jobs is ready at');
  return { ...server, origin: `http://localhost:${port}` };
}

type Server = Awaited<ReturnType<typeof startServer>>;

async function upload(server: Server, color: string) {
  const content = Buffer.from(svg(`<rect width="9" height="9" fill="${color}"/>`));
  const form = await multipartForm([{ content }]);
  const response = await fetch(`${server.origin}/api/upload`, {
    method: 'POST',
    headers: { ...form.headers, authorization: `Bearer ${token}` },
    body: form.body,
  });
  return {
    status: response.status,
    body: (await response.json()) as { url: string; detail: string },
  };
}

async function statusOf(server: Server, path: string): Promise<number> {
  const response = await fetch(`${server.origin}${path}`);
  await response.arrayBuffer();
  return response.status;
}

const warnings = (server: Server) =>
  server
    .output()
    .split('\n')
    .filter((line) => /"level":"(warn|error)"/.test(line));

describe('two servers over one bucket', () => {
  let one: Server;
  beforeAll(async () => {
    one = await startServer({ PAGE_CACHE_MB: '0' });
  });
  afterAll(async () => {
    expect(await end(one)).toBe(0);
  });

  test('share their uploads, and each deletes unused uploads when it starts', async () => {
    const unused = await upload(one, '#ff0');
    expect(unused.status).toBe(201);
    await database.db.update(uploads).set({ touched_at: new Date(Date.now() - 2 * DAY) });
    const { status, body } = await upload(one, '#f00');
    expect(status).toBe(201);
    const name = body.url.slice('/uploads/'.length);
    const unusedName = unused.body.url.slice('/uploads/'.length);
    // Leave out the list of deleted people, which is also in the bucket.
    const logos = () => [...store.objects.keys()].filter((key) => !key.includes('/deletions/'));
    expect(logos().sort()).toEqual([`logos/${name}`, `logos/${unusedName}`].sort());
    const other = await startServer();
    await expect.poll(logos).toEqual([`logos/${name}`]);
    expect(await statusOf(other, unused.body.url)).toBe(404);
    for (const server of [one, other]) {
      const response = await fetch(`${server.origin}${body.url}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/webp');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(Buffer.from(await response.arrayBuffer())).toEqual(
        store.objects.get(`logos/${name}`)?.content,
      );
    }
    expect(await end(other)).toBe(0);
    expect([one, other].flatMap(warnings)).toEqual([]);
  });

  test('two servers serve everything but uploads while the bucket hangs or is down, and uploads again afterwards', async () => {
    const { body: stored } = await upload(one, '#0f0');
    const missing = `/uploads/${'0'.repeat(64)}.webp`;
    store.fault = 'hangs';
    const startedAt = performance.now();
    const many = Array.from({ length: 200 }, (_, n) =>
      statusOf(one, missing.replace('000', String(n).padStart(3, '0'))),
    );
    expect(await statusOf(one, '/healthz')).toBe(200);
    expect(new Set(await Promise.all(many))).toEqual(new Set([503]));
    expect(performance.now() - startedAt).toBeLessThan(9_000);
    const pending = statusOf(one, missing);
    for (const path of ['/jobs', '/api/jobs', '/readyz']) {
      expect(await statusOf(one, path)).toBe(200);
    }
    await store.goDown();
    expect(await pending).toBe(503);
    store.fault = undefined;
    const refused = await upload(one, '#00f');
    expect(refused).toMatchObject({
      status: 503,
      body: { detail: 'The board cannot reach its uploads. Please try again soon.' },
    });
    expect(await statusOf(one, '/jobs')).toBe(200);
    await store.comeBack();
    await expect.poll(() => statusOf(one, missing)).toBe(404);
    const { status, body } = await upload(one, '#00f');
    expect(status).toBe(201);
    expect(await statusOf(one, body.url)).toBe(200);
    expect(await statusOf(one, stored.url)).toBe(200);
  });
});

test('invalid credentials for the bucket are logged once for each task, but not revealed', async () => {
  const server = await startServer({ AWS_SECRET_ACCESS_KEY: 'another-secret' });
  await server.says('Unused uploads not removed');
  await server.says('List of deleted people not copied');
  expect(await statusOf(server, '/jobs')).toBe(200);
  const messages = warnings(server).map((line) => JSON.parse(line).err.message);
  expect(messages.sort()).toEqual([
    'the bucket did not list its uploads: SignatureDoesNotMatch (403)',
    'the bucket did not store an upload: SignatureDoesNotMatch (403)',
  ]);
  expect((await upload(server, '#0ff')).status).toBe(503);
  expect(server.output()).not.toMatch(/another-secret|AKIDTEST|leaked/);
  expect(await end(server)).toBe(0);
});
