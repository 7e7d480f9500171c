import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { handleErrors } from '#server/http/api/error-handler.ts';
import { compression } from '#server/http/plugins/compression.ts';
import { shareDatabase } from '#server/http/rate-limits/database-share.ts';
import { shareMainThread } from '#server/http/rate-limits/main-thread-share.ts';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { pageLook } from '#tests/support/page-look.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { insertJobs } from '../feeds/testing/insert-jobs.ts';
import { xmlFaults } from '../feeds/testing/xml-faults.ts';
import { sitemapRoutes } from './sitemap-routes.ts';

const board = setUpTestBoard();
const ORIGIN = 'http://localhost:3000';

/** All documents that the tests have read. They are validated after the last test. */
const documents = { sitemap: [] as string[], siteindex: [] as string[] };
afterAll(async () => {
  expect(await xmlFaults(documents.sitemap, 'sitemap')).toEqual([]);
  expect(await xmlFaults(documents.siteindex, 'siteindex')).toEqual([]);
});

async function read(path: string, schema: 'sitemap' | 'siteindex', app = board.app) {
  const reply = await app.inject({ url: path });
  expect(reply.statusCode, path).toBe(200);
  expect(reply.headers['content-type']).toBe('application/xml; charset=utf-8');
  documents[schema].push(reply.body);
  const elements = [...reply.body.matchAll(/<loc>(.*?)<\/loc>(?:<lastmod>(.*?)<\/lastmod>)?/g)];
  expect(elements.filter(([, address]) => !address?.startsWith(`${ORIGIN}/`))).toEqual([]);
  return elements.map(([, address = '', modified]) => ({
    path: address.slice(ORIGIN.length),
    modified,
  }));
}

const pathsOf = (listed: { path: string }[]) => listed.map(({ path }) => path);

test('an empty board lists only its static pages', async () => {
  expect(pathsOf(await read('/sitemap.xml', 'siteindex'))).toEqual(['/sitemaps/pages.xml']);
  expect(pathsOf(await read('/sitemaps/pages.xml', 'sitemap'))).toEqual([
    ...['/', '/jobs', '/companies', '/developers', '/privacy'],
  ]);
});

test('the sitemaps list every open job and company with the last change of its page', async () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const loom = await createCompany(board.db, { updated_at: at(3) });
  const empty = await createCompany(board.db, { updated_at: at(1) });
  const changed = await createJob(board.db, {
    company_id: loom.id,
    date: at(2),
    updated_at: at(5),
  });
  const older = await createJob(board.db, {
    company_id: loom.id,
    date: at(4),
    updated_at: at(2),
  });
  await createJob(board.db, {
    company_id: loom.id,
    date: at(1),
    updated_at: at(6),
    closed_at: at(6),
  });
  const iso = (day: number) => at(day).toISOString();
  expect(await read('/sitemaps/jobs-1.xml', 'sitemap')).toEqual([
    { path: `/jobs/${changed.id}`, modified: iso(5) },
    // The page of the job also shows the company, which has changed after the job.
    { path: `/jobs/${older.id}`, modified: iso(3) },
  ]);
  expect(await read('/sitemaps/companies-1.xml', 'sitemap')).toEqual([
    // The last change of this page was that the third job was closed, so that the page no longer shows it.
    { path: `/companies/${loom.id}`, modified: iso(6) },
    { path: `/companies/${empty.id}`, modified: iso(1) },
  ]);
  expect(await read('/sitemap.xml', 'siteindex')).toEqual([
    { path: '/sitemaps/pages.xml', modified: undefined },
    { path: '/sitemaps/companies-1.xml', modified: iso(6) },
    { path: '/sitemaps/jobs-1.xml', modified: iso(5) },
  ]);
});

test('every listed URL is a page', async () => {
  await createJob(board.db);
  for (const part of await read('/sitemap.xml', 'siteindex')) {
    for (const { path } of await read(part.path, 'sitemap')) {
      expect((await board.app.inject({ url: path })).statusCode, path).toBe(200);
    }
  }
});

test.each(['jobs-2', 'jobs-0', 'jobs-01', 'jobs--1', 'jobs-x', 'jobs-', 'jobs-1e3', 'pages-1'])(
  'a part of a sitemap named %s does not exist',
  async (part) => {
    await createJob(board.db);
    const { statusCode } = await board.app.inject({ url: `/sitemaps/${part}.xml` });
    expect(statusCode).toBe(404);
  },
);

test('a part of a sitemap is compressed, supports conditional requests, and answers HEAD', async () => {
  const { id } = await createJob(board.db);
  const url = '/sitemaps/jobs-1.xml';
  const plain = await board.app.inject({ url });
  const zipped = await board.app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
  const etag = String(plain.headers.etag);
  const head = await board.app.inject({ method: 'HEAD', url });
  expect(head.headers).toMatchObject({ etag, 'content-type': plain.headers['content-type'] });
  expect(head.headers).not.toHaveProperty('content-length');
  expect(head.body).toBe('');
  const again = await board.app.inject({ url, headers: { 'if-none-match': etag } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  await board.db.execute(sql`update jobs set updated_at = now() where id = ${id}`);
  const changed = await board.app.inject({ url, headers: { 'if-none-match': etag } });
  expect(changed.statusCode).toBe(200);
});

/** An app whose sitemaps have small parts, over the same database. */
let small: FastifyInstance;

beforeEach(async () => {
  small = Fastify();
  handleErrors(small, pageLook());
  await compression(small);
  shareMainThread(small);
  shareDatabase(small, { db: board.db, readConnections: 10 });
  sitemapRoutes(small, { db: board.db, publicUrl: ORIGIN, textPages: () => [], partSize: 3_000 });
});
afterEach(() => small.close());

test.each([
  [3_000, [3_000]],
  [3_001, [3_000, 1]],
  [7_500, [3_000, 3_000, 1_500]],
])('%s jobs are each listed once, in parts of %j', async (count, sizes) => {
  await insertJobs(board.db, count);
  const parts = pathsOf(await read('/sitemap.xml', 'siteindex', small)).slice(2);
  expect(parts).toEqual(sizes.map((_, index) => `/sitemaps/jobs-${index + 1}.xml`));
  const listed = new Set<string>();
  for (const [index, part] of parts.entries()) {
    const paths = pathsOf(await read(part, 'sitemap', small));
    expect(paths).toHaveLength(sizes[index] ?? 0);
    for (const path of paths) listed.add(path);
  }
  expect(listed.size).toBe(count);
  const { statusCode } = await small.inject({ url: `/sitemaps/jobs-${sizes.length + 1}.xml` });
  expect(statusCode).toBe(404);
});

test('a new job changes only the last part of the sitemap', async () => {
  await insertJobs(board.db, 6_500);
  const tagOf = async (part: number) =>
    (await small.inject({ method: 'HEAD', url: `/sitemaps/jobs-${part}.xml` })).headers.etag;
  const before = [await tagOf(1), await tagOf(2), await tagOf(3)];
  await createJob(board.db, { id: 'fffffff0-0000-7000-8000-000000000000' });
  const after = [await tagOf(1), await tagOf(2), await tagOf(3)];
  expect(after.map((tag, index) => tag === before[index])).toEqual([true, true, false]);
});

test('new jobs are added to the last part of the sitemap until it is full', async () => {
  const tiny = Fastify();
  handleErrors(tiny, pageLook());
  shareMainThread(tiny);
  shareDatabase(tiny, { db: board.db, readConnections: 10 });
  sitemapRoutes(tiny, { db: board.db, publicUrl: ORIGIN, textPages: () => [], partSize: 3 });
  const listed = async (part: number) =>
    pathsOf(await read(`/sitemaps/jobs-${part}.xml`, 'sitemap', tiny));
  const { id, company_id } = await createJob(board.db);
  expect(await listed(1)).toEqual([`/jobs/${id}`]);
  await createJob(board.db, { company_id });
  expect(await listed(1)).toHaveLength(2);
  for (let number = 0; number < 3; number += 1) await createJob(board.db, { company_id });
  expect(await listed(1)).toHaveLength(3);
  expect(await listed(2)).toHaveLength(2);
  await tiny.close();
});

test('the sitemap index redirects from a URL with parameters to the URL without them', async () => {
  const { statusCode, headers } = await board.app.inject({ url: '/sitemap.xml?x=1' });
  expect([statusCode, headers.location]).toEqual([301, '/sitemap.xml']);
});

test('many slow readers of sitemaps hold no database connections between batches', async () => {
  await insertJobs(board.db, 3_000);
  const { pools } = board;
  const slow: Socket[] = [];
  for (let n = 0; n < 12; n += 1) slow.push(await openLine());
  const headers = 'Host: x\r\nAuthorization: Bearer x\r\nConnection: close\r\n';
  for (const socket of slow)
    socket.pause().write(`GET /sitemaps/jobs-1.xml HTTP/1.1\r\n${headers}\r\n`);
  const url = '/sitemaps/jobs-1.xml';
  expect((await small.inject({ url })).statusCode).toBe(200);
  const busy = () =>
    Object.values(pools).reduce(
      (sum, { totalCount, idleCount }) => sum + totalCount - idleCount,
      0,
    );
  await expect.poll(busy).toBe(0);
  const answers = await Promise.all(slow.map((socket) => text(socket)));
  for (const answer of answers) expect(answer).toContain('</urlset>');
});

/** Counts the batches that are read. Calls a function before each of them. */
function watchReads(beforeRead: (count: number) => Promise<void> = async () => {}) {
  const { reads } = board.db;
  const { run } = reads;
  const watch = { count: 0, stop: () => Object.assign(reads, { run }) };
  reads.run = async (name, statement) => {
    watch.count += 1;
    await beforeRead(watch.count);
    return run(name, statement);
  };
  return watch;
}

const failAt = (failing: number) => async (count: number) => {
  if (count === failing) throw new Error('the line is cut');
};

async function openLine() {
  if (!small.server.listening) await small.listen({ port: 0, host: '127.0.0.1' });
  const { port } = small.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

const requestOf = (encoding: string) =>
  `GET /sitemaps/jobs-1.xml HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${encoding}\r\nConnection: close\r\n\r\n`;

test.each(['identity', 'gzip', 'br'])(
  'if the database fails while a sitemap is sent, the response is cut off before its end: %s',
  async (encoding) => {
    await insertJobs(board.db, 3_000);
    const reads = watchReads(failAt(3));
    const socket = await openLine();
    socket.write(requestOf(encoding));
    let received = Buffer.alloc(0);
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
    });
    await once(socket, 'close');
    reads.stop();
    expect(received.toString('latin1')).not.toContain('</urlset>');
    // The response lacks the last chunk, which would mark it as complete:
    // https://www.rfc-editor.org/rfc/rfc9112#section-7.1
    expect(received.subarray(-5).toString()).not.toBe('0\r\n\r\n');
  },
);

test('if the database fails before the first batch of a sitemap, the response is an error', async () => {
  await insertJobs(board.db, 10);
  const reads = watchReads(failAt(1));
  const reply = await small.inject({ url: '/sitemaps/jobs-1.xml' });
  reads.stop();
  expect(reply.statusCode).toBe(500);
  expect(reply.headers['content-type']).toContain('application/problem+json');
});

test('when the client disconnects, the rest of a sitemap is no longer read from the database', async () => {
  await insertJobs(board.db, 3_000);
  const socket = await openLine();
  const response = new Promise<ServerResponse>((resolve) =>
    small.server.once('request', (_request, made) => resolve(made)),
  );
  const reads = watchReads(async (count) => {
    if (count !== 2) return;
    const closed = once(await response, 'close');
    socket.destroy();
    await closed;
  });
  socket.resume();
  socket.write(requestOf('identity'));
  await once(await response, 'close');
  await small.inject({ url: '/sitemaps/jobs-1.xml', method: 'HEAD' });
  expect(reads.count).toBe(2);
  reads.stop();
});

test('HEAD and conditional requests for a sitemap read no pages from the database', async () => {
  await insertJobs(board.db, 10);
  const { headers } = await small.inject({ method: 'HEAD', url: '/sitemaps/jobs-1.xml' });
  const reads = watchReads();
  await small.inject({ method: 'HEAD', url: '/sitemaps/jobs-1.xml' });
  await small.inject({
    url: '/sitemaps/jobs-1.xml',
    headers: { 'if-none-match': String(headers.etag) },
  });
  expect(reads.count).toBe(0);
  reads.stop();
});
