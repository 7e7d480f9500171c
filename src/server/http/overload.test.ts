import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { tokenFor } from '#server/testing/access-tokens.ts';
import { createAccount } from '#server/testing/factories.ts';
import { buildTestApp, loadTestBundle, setUpTestBoard } from '#server/testing/test-app.ts';
import { OVERLOAD_LIMITS } from './overload.ts';

const board = setUpTestBoard();
let app: FastifyInstance;
afterEach(() => app.close());

const places = (number: number) => {
  const each = { reading: number, writing: number };
  return { eventLoopDelay: 0, atOnce: each, ofOne: each };
};

/** A board that renders no page before `goOn` is called. */
async function startHeldBoard(atOnce: number) {
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
      overloadLimits: places(atOnce),
      web: {
        ...bundle,
        render: async (page) => {
          rendering += 1;
          if (rendering === atOnce) arrived();
          await held;
          return bundle.render(page);
        },
      },
    },
  );
  return { goOn, full };
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
  expect(shown.body).toContain('<h1 class="section-title">One moment, please</h1>');
  expect(shown.body).toContain('Try again');

  goOn();
  expect((await first).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect((await app.inject({ url: '/privacy' })).statusCode).toBe(200);
});

test('who writes is not kept out by who reads', async () => {
  const { goOn, full } = await startHeldBoard(1);
  const { id } = await createAccount(board.db, { role: 'siteadmin' });
  const token = await tokenFor(board.db, id);
  const reading = app.inject({ url: '/about' });
  await full;
  const preview = await app.inject({
    method: 'POST',
    url: '/api/descriptions/preview',
    payload: { description: 'words' },
    headers: { authorization: `Bearer ${token}` },
  });
  expect(preview.statusCode).toBe(200);
  goOn();
  await reading;
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

test('an event loop that comes late to everything turns away what is not yet begun', async () => {
  // Less than the clock can tell: every sample is above.
  app = await buildTestApp(
    board,
    {},
    { overloadLimits: { ...OVERLOAD_LIMITS, eventLoopDelay: 1e-9 } },
  );
  await expect
    .poll(async () => (await app.inject({ url: '/about' })).statusCode, { timeout: 20_000 })
    .toBe(503);
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
});
