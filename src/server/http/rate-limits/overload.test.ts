import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount } from '#tests/support/factories.ts';
import { captureLog } from '#tests/support/log-lines.ts';
import {
  buildTestApp,
  loadTestBundle,
  NO_OVERLOAD,
  setUpTestBoard,
} from '#tests/support/test-app.ts';
import { OVERLOAD_LIMITS } from './overload.ts';

const board = setUpTestBoard();
let app: FastifyInstance;
afterEach(() => app.close());

/** Creates limits with this number of slots and, by default, without a queue. */
const limitsWith = (slots: number, slotsPerNetwork = slots, queue = {}) => {
  const limits = {
    slots,
    slotsPerNetwork,
    waiting: 0,
    waitingPerNetwork: 0,
    maxWait: 60_000,
    ...queue,
  };
  return { ...NO_OVERLOAD, reading: limits, writing: limits };
};

/**
 * Starts a server that renders no page before `goOn` is called. `full` resolves when one client network holds as many
 * slots as it may.
 */
async function startHeldBoard(
  slots: number,
  {
    slotsPerNetwork = slots,
    waiting = 0,
    waitingPerNetwork = 0,
    ...options
  }: {
    slotsPerNetwork?: number;
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
      ...options,
      overloadLimits: limitsWith(slots, slotsPerNetwork, { waiting, waitingPerNetwork }),
      web: {
        ...bundle,
        render: async (page) => {
          rendering += 1;
          if (rendering === slotsPerNetwork) arrived();
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

test('requests beyond the limit of concurrent requests are refused at once, but health probes are not', async () => {
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

test('the server answers every request of a burst, because requests wait for slots', async () => {
  const { slots, slotsPerNetwork, waitingPerNetwork } = OVERLOAD_LIMITS.reading;
  const queue = { waiting: 1_024, waitingPerNetwork };
  app = await buildTestApp(
    board,
    {},
    { overloadLimits: limitsWith(slots, slotsPerNetwork, queue) },
  );
  const search = async (_: unknown, n: number) =>
    (await app.inject({ url: `/jobs?q=word${n}` })).statusCode;
  const burst = await Promise.all(Array.from({ length: 100 }, search));
  expect(new Set(burst)).toEqual(new Set([200]));
});

test('the server refuses a network that fills its queue, and still answers others', async () => {
  const { goOn, full } = await startHeldBoard(3, {
    slotsPerNetwork: 2,
    waiting: 3,
    waitingPerNetwork: 2,
  });
  const ask = async (url: string, remoteAddress: string) =>
    (await app.inject({ url, remoteAddress })).statusCode;
  const held = ['/about', '/jobs', '/', '/privacy'].map((url) => ask(url, '192.0.2.1'));
  await full;
  expect(await ask('/api/jobs', '192.0.2.1')).toBe(503);
  expect(await ask('/api/jobs', '192.0.2.2')).toBe(200);
  goOn();
  expect(await Promise.all(held)).toEqual([200, 200, 200, 200]);
});

test('one network cannot take all slots', async () => {
  const { goOn, full } = await startHeldBoard(3, { slotsPerNetwork: 2 });
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

test('the server logs the number of refused requests each second instead of a line for each refused request', async () => {
  const log = captureLog();
  const { goOn, full } = await startHeldBoard(1, { logger: log.logger });
  const first = app.inject({ url: '/about' });
  await full;
  for (let n = 0; n < 3; n += 1) {
    expect((await app.inject({ url: '/privacy' })).statusCode).toBe(503);
  }
  const refusals = () => log.lines().reduce((sum, { requests = 0 }) => sum + requests, 0);
  await expect.poll(refusals).toBe(3);
  expect(log.lines().filter(({ status }) => status === 503)).toEqual([]);
  goOn();
  await first;
});

test('a write is accepted while reads hold all slots for reads', async () => {
  const { goOn, full } = await startHeldBoard(1);
  const headers = await headersOfAdmin();
  const reading = app.inject({ url: '/about' });
  await full;
  expect((await app.inject({ ...PREVIEW, headers })).statusCode).toBe(200);
  goOn();
  await reading;
});

test('simultaneous writes are limited, and reads are accepted meanwhile', async () => {
  app = await buildTestApp(board, {}, { overloadLimits: limitsWith(1) });
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
    const created = app.inject({
      method: 'POST',
      url: '/api/companies',
      payload: company,
      headers,
    });
    await expect.poll(waiting).toBe(1);
    expect(await preview()).toBe(503);
    expect((await app.inject({ url: '/about' })).statusCode).toBe(200);
    return { created };
  });
  expect((await writing.created).statusCode).toBe(201);
  expect(await preview()).toBe(200);
});

test('a client that sends its body slowly holds no slot', async () => {
  app = await buildTestApp(board, {}, { overloadLimits: limitsWith(1) });
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
  // Wait until the server waits for the body of this request.
  await once(slow, 'continue');
  const another = async () => (await app.inject({ ...PREVIEW, headers })).statusCode;
  await expect.poll(another).toBe(200);
  slow.destroy(new Error('gone'));
  await gone;
});

test('if the client disconnects, its request holds its slot until the handler ends, and not longer', async () => {
  const { goOn, full } = await startHeldBoard(1);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const disconnect = new AbortController();
  const aborted = fetch(`${address}/about`, { signal: disconnect.signal }).catch(() => 'gone');
  await full;
  disconnect.abort();
  expect(await aborted).toBe('gone');
  expect((await app.inject({ url: '/privacy' })).statusCode).toBe(503);
  goOn();
  await expect.poll(async () => (await app.inject({ url: '/privacy' })).statusCode).toBe(200);
});

test('the slot of a request is released after every kind of response', async () => {
  app = await buildTestApp(board, {}, { overloadLimits: limitsWith(1) });
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
  for (const { status, ...request } of [...endings, ...endings]) {
    const { statusCode } = await app.inject({ ...local, ...request });
    expect([request, statusCode]).toEqual([request, status]);
  }
});

// The limits are so low that every measurement exceeds them.
test.each([
  ['a nearly full heap', { heapUsed: 1e-6 }],
  ['high memory usage', { rss: 1 }],
])('%s makes the server refuse new requests', async (_, limit) => {
  app = await buildTestApp(board, {}, { overloadLimits: { ...NO_OVERLOAD, ...limit } });
  await expect.poll(async () => (await app.inject({ url: '/about' })).statusCode).toBe(503);
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
  // Ready means that a request would be served.
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503);
});
