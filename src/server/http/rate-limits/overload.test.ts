import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { tokenFor } from '#server/testing/access-tokens.ts';
import { createAccount } from '#server/testing/factories.ts';
import { keepLog } from '#server/testing/log-lines.ts';
import {
  buildTestApp,
  loadTestBundle,
  NO_OVERLOAD,
  setUpTestBoard,
} from '#server/testing/test-app.ts';
import { OVERLOAD_LIMITS } from './overload.ts';

const board = setUpTestBoard();
let app: FastifyInstance;
afterEach(() => app.close());

/** So many slots, and no line to wait in. */
const places = (slots: number, slotsPerNetwork = slots, line = {}) => {
  const limits = {
    slots,
    slotsPerNetwork,
    waiting: 0,
    waitingPerNetwork: 0,
    maxWait: 60_000,
    ...line,
  };
  return { ...NO_OVERLOAD, reading: limits, writing: limits };
};

/** A board that renders no page before `goOn` is called, which one network fills. */
async function startHeldBoard(
  atOnce: number,
  {
    ofOne = atOnce,
    waiting = 0,
    waitingPerNetwork = 0,
    ...given
  }: {
    ofOne?: number;
    waiting?: number;
    waitingPerNetwork?: number;
    logger?: FastifyBaseLogger;
  } = {},
) {
  const bundle = await loadTestBundle();
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let rendering = 0;
  let arrived = () => {};
  const full = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  app = await buildTestApp(
    board,
    {},
    {
      ...given,
      overloadLimits: places(atOnce, ofOne, { waiting, waitingPerNetwork }),
      web: {
        ...bundle,
        render: async (page) => {
          rendering += 1;
          if (rendering === ofOne) arrived();
          await held;
          return bundle.render(page);
        },
      },
    },
  );
  return { goOn, full };
}

const PREVIEW = {
  method: 'POST',
  url: '/api/descriptions/preview',
  payload: { description: 'words' },
} as const;

async function headersOfAdmin() {
  const { id } = await createAccount(board.db, { role: 'siteadmin' });
  return { authorization: `Bearer ${await tokenFor(board.db, id)}` };
}

test('what is more than can be done is turned away at once, and probes are not', async () => {
  const { goOn, full } = await startHeldBoard(3);
  const first = Promise.all(['/about', '/jobs', '/'].map((url) => app.inject({ url })));
  await full;

  for (const url of ['/privacy', '/api/jobs', '/jobs.atom']) {
    const refused = await app.inject({ url });
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.headers['cache-control']).toBe('no-store');
    expect(refused.json()).toMatchObject({ status: 503, requestid: expect.any(String) });
  }
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  const shown = await app.inject({ url: '/privacy', headers: { accept: 'text/html,*/*' } });
  expect(shown.statusCode).toBe(503);
  expect(shown.headers['retry-after']).toBe('1');
  expect(shown.headers['cache-control']).toBe('no-store');
  expect(shown.body).toContain('<h1 class="section-title">One moment, please</h1>');
  expect(shown.body).toContain('Try again');

  goOn();
  expect((await first).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect((await app.inject({ url: '/privacy' })).statusCode).toBe(200);
});

test('a burst waits for slots and is answered, however many come at once', async () => {
  const { slots, slotsPerNetwork, waitingPerNetwork } = OVERLOAD_LIMITS.reading;
  const line = { waiting: 1_024, waitingPerNetwork };
  app = await buildTestApp(board, {}, { overloadLimits: places(slots, slotsPerNetwork, line) });
  const search = async (_: unknown, n: number) =>
    (await app.inject({ url: `/jobs?q=word${n}` })).statusCode;
  const burst = await Promise.all(Array.from({ length: 100 }, search));
  expect(new Set(burst)).toEqual(new Set([200]));
});

test('a network that fills its line is refused, and others are still answered', async () => {
  const { goOn, full } = await startHeldBoard(3, { ofOne: 2, waiting: 3, waitingPerNetwork: 2 });
  const ask = async (url: string, remoteAddress: string) =>
    (await app.inject({ url, remoteAddress })).statusCode;
  const held = ['/about', '/jobs', '/', '/privacy'].map((url) => ask(url, '192.0.2.1'));
  await full;
  expect(await ask('/api/jobs', '192.0.2.1')).toBe(503);
  expect(await ask('/api/jobs', '192.0.2.2')).toBe(200);
  goOn();
  expect(await Promise.all(held)).toEqual([200, 200, 200, 200]);
});

test('one network leaves places to others', async () => {
  const { goOn, full } = await startHeldBoard(3, { ofOne: 2 });
  const ask = async (url: string, remoteAddress: string) =>
    (await app.inject({ url, remoteAddress })).statusCode;
  const first = Promise.all(['/about', '/jobs'].map((url) => ask(url, '192.0.2.1')));
  await full;
  expect(await ask('/api/jobs', '192.0.2.1')).toBe(503);
  expect(await ask('/api/jobs', '192.0.2.2')).toBe(200);
  goOn();
  expect(await first).toEqual([200, 200]);
  expect(await ask('/api/jobs', '192.0.2.1')).toBe(200);
});

test('how many were turned away is told each second, and not each of them', async () => {
  const log = keepLog();
  const { goOn, full } = await startHeldBoard(1, { logger: log.logger });
  const first = app.inject({ url: '/about' });
  await full;
  for (let n = 0; n < 3; n += 1) {
    expect((await app.inject({ url: '/privacy' })).statusCode).toBe(503);
  }
  const told = () => log.lines().reduce((sum, { requests = 0 }) => sum + requests, 0);
  await expect.poll(told).toBe(3);
  expect(log.lines().filter(({ status }) => status === 503)).toEqual([]);
  goOn();
  await first;
});

test('who writes is not kept out by who reads', async () => {
  const { goOn, full } = await startHeldBoard(1);
  const headers = await headersOfAdmin();
  const reading = app.inject({ url: '/about' });
  await full;
  expect((await app.inject({ ...PREVIEW, headers })).statusCode).toBe(200);
  goOn();
  await reading;
});

test('no more is written at once than can be, and who reads is not kept out by it', async () => {
  app = await buildTestApp(board, {}, { overloadLimits: places(1) });
  const headers = await headersOfAdmin();
  const preview = async () => (await app.inject({ ...PREVIEW, headers })).statusCode;
  const waiting = async () =>
    (
      await board.db.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rows.length;
  const writing = await board.db.transaction(async (tx) => {
    await tx.execute(sql`lock table companies in access exclusive mode`);
    const company = { name: 'Loom', description: 'We weave.', website: 'https://loom.example' };
    const asked = app.inject({ method: 'POST', url: '/api/companies', payload: company, headers });
    await expect.poll(waiting).toBe(1);
    expect(await preview()).toBe(503);
    expect((await app.inject({ url: '/about' })).statusCode).toBe(200);
    return { asked };
  });
  expect((await writing.asked).statusCode).toBe(201);
  expect(await preview()).toBe(200);
});

test('who sends slowly keeps nobody out meanwhile', async () => {
  app = await buildTestApp(board, {}, { overloadLimits: places(1) });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const headers = await headersOfAdmin();
  const { port } = app.server.address() as AddressInfo;
  const slow = request({
    port,
    host: '127.0.0.1',
    method: PREVIEW.method,
    path: PREVIEW.url,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': 99,
      expect: '100-continue',
    },
  });
  const gone = new Promise((resolve) => slow.on('error', resolve));
  slow.flushHeaders();
  // It has come as far as its body.
  await once(slow, 'continue');
  const another = async () => (await app.inject({ ...PREVIEW, headers })).statusCode;
  await expect.poll(another).toBe(200);
  slow.destroy(new Error('gone'));
  await gone;
});

test('who goes away keeps the place until the work is done, and no longer', async () => {
  const { goOn, full } = await startHeldBoard(1);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const leaving = new AbortController();
  const left = fetch(`${address}/about`, { signal: leaving.signal }).catch(() => 'gone');
  await full;
  leaving.abort();
  expect(await left).toBe('gone');
  expect((await app.inject({ url: '/privacy' })).statusCode).toBe(503);
  goOn();
  await expect.poll(async () => (await app.inject({ url: '/privacy' })).statusCode).toBe(200);
});

test('a place is given up however the answer ends', async () => {
  app = await buildTestApp(board, {}, { overloadLimits: places(1) });
  const local = { remoteAddress: '127.0.0.1' };
  const endings = [
    { url: '/about', status: 200 },
    { url: '/api/nothing', status: 404 },
    { url: '/api/accounts', status: 401 },
    { url: '/api/jobs?limit=0', status: 400 },
    { url: '/static/icon.svg', status: 200 },
    { url: '/static/nothing', status: 404 },
    { url: '/sitemaps/pages.xml', status: 200 },
    { url: '/authorize', status: 400 },
    { url: '/.well-known/openid-configuration', status: 200 },
    { url: '/authorize/sign-in/x', status: 400 },
    { url: '/about', method: 'HEAD' as const, status: 200 },
    { url: '/api/jobs', method: 'POST' as const, status: 401 },
  ];
  for (const { status, ...question } of [...endings, ...endings]) {
    const { statusCode } = await app.inject({ ...local, ...question });
    expect([question, statusCode]).toEqual([question, status]);
  }
});

// So little that every sample is above.
test.each([
  ['an event loop that comes late to everything', { eventLoopDelay: 1e-9 }],
  ['a heap that is nearly full', { heapUsed: 1e-6 }],
  ['a process that takes much memory', { rss: 1 }],
])('%s turns away what is not yet begun', async (_, limit) => {
  app = await buildTestApp(board, {}, { overloadLimits: { ...NO_OVERLOAD, ...limit } });
  await expect.poll(async () => (await app.inject({ url: '/about' })).statusCode).toBe(503);
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
});
