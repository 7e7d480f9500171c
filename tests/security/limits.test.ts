import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { MAX_LOGO_BYTES, RATE_LIMITS } from '#shared/limits.ts';
import { tokenFor } from '../support/access-tokens.ts';
import { createAccount } from '../support/factories.ts';
import { buildTestApp, loadTestBundle, setUpTestBoard } from '../support/test-app.ts';
import { statement } from './statements.ts';

const board = setUpTestBoard();
afterEach(() => {
  vi.useRealTimers();
});

test(statement(22), async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 60_000) * 60_000 + 10_000 });
  const scale = 0.05;
  const settings = { RATE_LIMIT_SCALE: String(scale), TRUST_PROXY: '10.0.0.1' };
  const one = await buildTestApp(board, settings);
  const other = await buildTestApp(board, settings);
  const call = (app: FastifyInstance, question: InjectOptions, from: string, forged = '') =>
    app.inject({
      ...question,
      remoteAddress: from,
      headers: {
        ...(forged && {
          'x-forwarded-for': forged,
          'x-real-ip': forged,
          forwarded: `for=${forged}`,
        }),
      },
    });
  const limited: [keyof typeof RATE_LIMITS, InjectOptions, string][] = [
    ['signIn', { method: 'POST', url: '/authorize/sign-in/x' }, '127.0.0.1'],
    ['write', { method: 'POST', url: '/api/jobs' }, '192.0.2.1'],
    ['upload', { method: 'POST', url: '/api/upload' }, '192.0.2.1'],
    ['search', { method: 'GET', url: '/api/jobs?q=a' }, '192.0.2.1'],
  ];
  for (const [limitName, question, from] of limited) {
    const limit = RATE_LIMITS[limitName] * scale;
    for (let n = 0; n < limit; n += 1) {
      const { statusCode } = await call(one, question, from, `198.51.100.${n}`);
      expect([limitName, n, statusCode === 429]).toEqual([limitName, n, false]);
    }
    const refused = await call(one, question, from, '198.51.100.200');
    expect([limitName, refused.statusCode]).toEqual([limitName, 429]);
    expect(Number(refused.headers['retry-after'])).toBe(50);
    expect((await call(one, question, '127.0.0.2')).statusCode).not.toBe(429);
    // A second process shares the counts of requests.
    let more = 0;
    const isRefused = async () => {
      const { statusCode } = await call(other, question, from);
      if (statusCode !== 429) more += 1;
      return statusCode === 429;
    };
    await expect.poll(isRefused, { interval: 50 }).toBe(true);
    expect([limitName, more <= Math.max(2, limit / 2)]).toEqual([limitName, true]);
  }
  for (const TRUST_PROXY of ['true', '1', '*']) {
    expect(() => readConfig({ TRUST_PROXY })).toThrow('TRUST_PROXY must be addresses');
  }
  await Promise.all([one.close(), other.close()]);
});

/** The paths whose body the sign-in library reads. */
const LIBRARY = ['/oauth/token', '/v2/logout/confirm'];

test(statement(24), async () => {
  const { initialConfig, server } = board.app;
  expect(initialConfig).toMatchObject({
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    handlerTimeout: 60_000,
    bodyLimit: 262_144,
  });
  expect(server).toMatchObject({
    timeout: 60_000,
    keepAliveTimeout: 72_000,
    requestTimeout: 30_000,
    headersTimeout: 10_000,
    maxHeadersCount: 0,
  });
  for (const path of [
    '/.git/config',
    '/.git/HEAD',
    '/.env',
    '/static/../.env',
    '/assets/..%2f..%2fpackage.json',
    '/static/%2e%2e/package.json',
    '/package.json',
    '/data/postgres/password',
    '/static',
    '/static/',
    '/assets/',
    '/demo-logos/',
    '/uploads/',
    '/assets/.vite/manifest.json',
    '/documentation',
    '/server-status',
    '/metrics',
  ]) {
    const { statusCode, body } = await board.app.inject({ url: path });
    expect([path, [307, 403, 404].includes(statusCode)]).toEqual([path, true]);
    expect(body).not.toMatch(/Index of|"dependencies"|repositoryformatversion/);
  }
  const assets = readdirSync(join(import.meta.dirname, '../../dist/client/assets'));
  expect(assets.length).toBeGreaterThan(5);
  expect(assets.filter((name) => name.endsWith('.map'))).toEqual([]);
  const { id } = await createAccount(board.db, { role: 'siteadmin' });
  const authorization = `Bearer ${await tokenFor(board.db, id)}`;
  for (const [url, type, bytes] of [
    ['/authorize/sign-in/x', 'application/x-www-form-urlencoded', 20_000],
    ['/oauth/token', 'application/x-www-form-urlencoded', 300_000],
    ['/v2/logout/confirm', 'application/x-www-form-urlencoded', 300_000],
    ['/api/companies', 'application/json', 300_000],
    ['/api/upload', 'multipart/form-data; boundary=b', MAX_LOGO_BYTES + 100_000],
  ] as const) {
    const { statusCode } = await board.app.inject({
      method: 'POST',
      url,
      payload: 'x'.repeat(bytes),
      headers: { 'content-type': type, authorization },
    });
    // The sign-in library answers 400 instead of 413.
    expect([url, statusCode]).toEqual([url, LIBRARY.includes(url) ? 400 : 413]);
  }

  const { port } = new URL(await board.app.listen({ host: '127.0.0.1', port: 0 }));
  const send = async (head: string) => {
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`${head}\r\nHost: a\r\nConnection: close\r\nX-Said: echo-me\r\n\r\n`);
    return text(socket);
  };
  expect(await send('GET /healthz HTTP/1.1')).toMatch(/^HTTP\/1\.1 200 /);
  for (const head of [
    'TRACE /',
    'TRACE /api/jobs',
    'PROPFIND /',
    'PATCH /',
    'TRACK /',
    'DEBUG /',
  ]) {
    const response = await send(`${head} HTTP/1.1`);
    expect([head, response.slice(0, 12)]).toEqual([head, expect.stringMatching(/ 40[045]$/)]);
    expect(response).not.toContain('echo-me');
  }
  for (const authority of ['127.0.0.1:22', 'evil.example:443']) {
    expect(await send(`CONNECT ${authority} HTTP/1.1`)).not.toMatch(/^HTTP\/1\.1 2|echo-me/);
  }
  const long = `X-Long: ${'x'.repeat(16 * 1024)}`;
  expect(await send(`GET / HTTP/1.1\r\n${long}`)).toMatch(/^HTTP\/1\.1 431 /);

  // A graceful shutdown still answers open requests. `main.test.ts` tests the signal.
  const bundle = await loadTestBundle();
  let begin = () => {};
  const started = new Promise<void>((resolve) => {
    begin = resolve;
  });
  let go = () => {};
  const stopping = new Promise<void>((resolve) => {
    go = resolve;
  });
  const render: typeof bundle.render = async (page) => {
    begin();
    await stopping;
    return bundle.render(page);
  };
  const ending = await buildTestApp(board, {}, { web: { ...bundle, render } });
  const address = await ending.listen({ host: '127.0.0.1', port: 0 });
  const pending = fetch(`${address}/about`);
  await started;
  const closed = ending.close();
  go();
  const response = await pending;
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringContaining('</html>'),
  ]);
  await closed;
  await expect(fetch(`${address}/about`)).rejects.toThrow();
});
