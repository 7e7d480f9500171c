import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { authorizeUrl } from '#server/auth/embedded-provider/testing/sign-in.ts';
import { tokenFor } from '../support/access-tokens.ts';
import { openBrowser } from '../support/browser.ts';
import { createAccount, createJob } from '../support/factories.ts';
import { multipartForm } from '../support/multipart.ts';
import { twoColors } from '../support/pictures.ts';
import { buildTestApp, loadTestBundle, NO_OVERLOAD, setUpTestBoard } from '../support/test-app.ts';
import { statement } from './statements.ts';

const board = setUpTestBoard();
const PUBLIC_URL = 'https://jobs.example';
let app: FastifyInstance;
/** An app whose pages fail to render. */
let failing: FastifyInstance;
beforeAll(async () => {
  const settings = { PUBLIC_URL, AUTH_EMBEDDED: 'true' };
  app = await buildTestApp(board, settings);
  const bundle = await loadTestBundle();
  const render = () =>
    Promise.reject(new Error('cannot be rendered: /etc/secret select * from jobs'));
  failing = await buildTestApp(board, settings, { web: { ...bundle, render } });
});
afterAll(() => Promise.all([app.close(), failing.close()]));

type Head = { status: number; headers: Record<string, unknown> };

function expectSafe(label: string, { headers }: Head, frames = "'none'") {
  const policy = new Map(
    String(headers['content-security-policy'])
      .split(';')
      .map((directive) => directive.trim().split(/ (.*)/s) as [string, string]),
  );
  expect([label, policy.get('object-src')]).toEqual([label, "'none'"]);
  expect([label, policy.get('base-uri')]).toEqual([label, "'none'"]);
  expect([label, policy.get('frame-ancestors')]).toEqual([label, frames]);
  const scripts = policy.get('script-src') ?? policy.get('default-src');
  expect(scripts).toMatch(/^'(self|none)'/);
  expect([label, scripts]).toEqual([
    label,
    expect.not.stringMatching(/unsafe|\*|https?:|data:|blob:/),
  ]);
  expect([label, headers['x-content-type-options']]).toEqual([label, 'nosniff']);
  expect([label, headers['referrer-policy']]).toEqual([
    label,
    expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
  ]);
  expect([label, headers['strict-transport-security']]).toEqual([label, 'max-age=31536000']);
  expect(headers).not.toHaveProperty('server');
  expect(headers).not.toHaveProperty('x-powered-by');
}

test(statement(18), async () => {
  const { id } = await createJob(board.db);
  const closed = await createJob(board.db, { closed_at: new Date(), closed_by: 'admin' });
  const admin = await createAccount(board.db, { role: 'siteadmin' });
  const claims = { iss: `${PUBLIC_URL}/`, aud: `${PUBLIC_URL}/api` };
  const token = await tokenFor(board.db, admin.id, { claims });
  const headers = { authorization: `Bearer ${token}` };
  const form = await multipartForm([{ content: await twoColors().png().toBuffer() }]);
  const upload = await app.inject({
    method: 'POST',
    url: '/api/upload',
    payload: form.body,
    headers: { ...headers, ...form.headers },
  });
  const requestsByStatus: [number, InjectOptions][] = [
    [200, { url: '/' }],
    [200, { url: `/jobs/${id}` }],
    [410, { url: `/jobs/${closed.id}` }],
    [404, { url: '/no/such/page' }],
    [302, { url: '/jobs?q=a&type=' }],
    [304, { url: '/about', headers: { 'if-none-match': '*' } }],
    [200, { url: '/about', method: 'HEAD' }],
    [200, { url: '/api/jobs' }],
    [200, { url: '/api/openapi.json' }],
    [200, { url: '/api/docs' }],
    [400, { url: '/api/jobs?limit=x' }],
    [401, { url: '/api/accounts' }],
    [
      201,
      {
        url: '/api/companies',
        method: 'POST',
        headers,
        payload: { name: 'A', description: 'b', website: 'https://a.example' },
      },
    ],
    [
      415,
      {
        url: '/api/jobs',
        method: 'POST',
        headers: { ...headers, 'content-type': 'text/plain' },
        payload: 'x',
      },
    ],
    [413, { url: '/api/jobs', method: 'POST', headers, payload: { title: 'x'.repeat(300_000) } }],
    [404, { url: '/api/none' }],
    [404, { url: '/api/jobs', method: 'OPTIONS' }],
    [200, { url: '/healthz' }],
    [200, { url: '/static/icon.svg' }],
    [404, { url: '/assets/none.js' }],
    [200, { url: upload.json().url }],
    [404, { url: '/uploads/none.webp' }],
    [200, { url: '/jobs.atom' }],
    [200, { url: '/jobs.json' }],
    [200, { url: '/sitemap.xml' }],
    [200, { url: '/robots.txt' }],
    [400, { url: '/oembed' }],
    [200, { url: `/previews/jobs/${id}.png` }],
    [400, { url: '/authorize' }],
    [200, { url: '/.well-known/openid-configuration' }],
    [400, { url: '/authorize/sign-in/x' }],
    [400, { url: '/oauth/token', method: 'POST' }],
  ];
  for (const [status, request] of requestsByStatus) {
    const response = await app.inject(request);
    const label = `${request.method ?? 'GET'} ${request.url}`;
    expect([label, response.statusCode]).toEqual([label, status]);
    expectSafe(label, { status, headers: response.headers });
  }
  expectSafe('upload', { status: 201, headers: upload.headers });
  const failed = await failing.inject({ url: '/' });
  expect(failed.statusCode).toBe(500);
  expectSafe('500', { status: 500, headers: failed.headers });

  // Some pages may be framed by other sites.
  const embed = await app.inject({ url: '/embed/jobs' });
  expectSafe('embed', { status: 200, headers: embed.headers }, '*');
  const silent = await openBrowser(app).visit(
    authorizeUrl({
      client_id: 'composable-jobs',
      redirect_uri: PUBLIC_URL,
      audience: `${PUBLIC_URL}/api`,
      prompt: 'none',
      response_mode: 'web_message',
    }),
  );
  expectSafe('silent sign-in', silent, PUBLIC_URL);

  // Provoke refusals of requests that are too large, and of too many requests. The clock is stopped, because a new
  // minute resets the count.
  vi.useFakeTimers({ toFake: ['Date'] });
  const none = { slots: 0, slotsPerNetwork: 0, waiting: 0, waitingPerNetwork: 0, maxWait: 0 };
  const settings = { PUBLIC_URL, RATE_LIMIT_SCALE: '0.001' };
  const busy = await buildTestApp(board, settings, {
    overloadLimits: { ...NO_OVERLOAD, reading: none, writing: none },
  });
  const strict = await buildTestApp(board, settings);
  for (const accept of ['text/html', 'application/json']) {
    const shed = await busy.inject({ url: '/about', headers: { accept } });
    expect(shed.statusCode).toBe(503);
    expectSafe('503', { status: 503, headers: shed.headers });
    for (let n = 0; n < 5; n += 1) await strict.inject({ url: '/about' });
    const rateLimited = await strict.inject({ url: '/about', headers: { accept } });
    expect(rateLimited.statusCode).toBe(429);
    expectSafe('429', { status: 429, headers: rateLimited.headers });
  }
  await Promise.all([busy.close(), strict.close()]);
  vi.useRealTimers();

  // Send malformed requests, which Node refuses before Fastify sees them.
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const long = `X: ${'x'.repeat(20_000)}`;
  expectSafe('no host', await rawAnswer(port, 'GET / HTTP/1.1\r\n\r\n'));
  expectSafe('no HTTP', await rawAnswer(port, 'GET / HTTP/1.1\r\nHost: a\r\nBroken\r\n\r\n'));
  expectSafe('431', await rawAnswer(port, `GET / HTTP/1.1\r\nHost: a\r\n${long}\r\n\r\n`));
});

async function rawAnswer(port: number, request: string): Promise<Head> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  const [status = '', ...lines] = (await text(socket)).split('\r\n\r\n')[0]?.split('\r\n') ?? [];
  expect(status).toMatch(/^HTTP\/1\.1 4\d\d /);
  const headers = lines.map((line) => {
    const [name = '', ...value] = line.split(': ');
    return [name.toLowerCase(), value.join(': ')];
  });
  return { status: Number(status.split(' ')[1]), headers: Object.fromEntries(headers) };
}

test(statement(20), async () => {
  const { id } = await createJob(board.db);
  const origins = [
    'https://evil.example',
    'null',
    `${PUBLIC_URL}.evil.example`,
    'http://jobs.example',
  ];
  const urls = [
    '/',
    '/api/jobs',
    `/api/jobs/${id}`,
    '/api/accounts',
    '/jobs.json',
    '/api/openapi.json',
    '/oauth/token',
    '/userinfo',
    '/.well-known/jwks.json',
    '/.well-known/openid-configuration',
  ];
  for (const origin of origins) {
    for (const url of urls) {
      for (const method of ['GET', 'POST', 'OPTIONS'] as const) {
        const { headers } = await app.inject({
          method,
          url,
          headers: {
            origin,
            'access-control-request-method': 'PUT',
            'access-control-request-headers': 'authorization',
          },
        });
        const corsHeaders = Object.keys(headers).filter((name) =>
          name.startsWith('access-control-'),
        );
        expect([method, url, corsHeaders]).toEqual([method, url, []]);
      }
    }
  }

  // No URL redirects to another site, whatever its parameters.
  const away = 'https://evil.example/';
  const redirected: string[] = [];
  for (const url of [
    '//evil.example',
    '//evil.example/%2f..',
    '/\\evil.example',
    '/%5cevil.example',
    '/%2f%2fevil.example',
    '///evil.example//',
    '/jobs//evil.example',
    `/jobs?q=&next=${away}`,
    `/?returnTo=${away}`,
    `/?redirect_uri=${away}&code=x&state=y`,
    '/.//evil.example',
    '/https://evil.example',
    '/jobs/%0d%0aLocation:%20https://evil.example',
    `/authorize?${new URLSearchParams({ client_id: 'composable-jobs', redirect_uri: away, response_type: 'code', scope: 'openid' })}`,
    `/v2/logout?returnTo=${away}`,
    `/v2/logout?post_logout_redirect_uri=${away}&client_id=composable-jobs`,
    '/sitemap.xml?x=//evil.example',
    '//evil.example/jobs/',
    '/jobs/?next=//evil.example',
    '/jobs?type=&q=//evil.example',
    '/jobs?q=%0d%0aLocation:%20https://evil.example&type=',
    '/companies?cursor=//evil.example',
    '/companies/?returnTo=https://evil.example',
  ]) {
    const { headers, statusCode } = await app.inject({
      url,
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    const { location } = headers;
    expect([url, statusCode < 500]).toEqual([url, true]);
    if (location === undefined) continue;
    redirected.push(url);
    expect([url, new URL(String(location), PUBLIC_URL).origin]).toEqual([url, PUBLIC_URL]);
    expect(location).not.toMatch(/[\r\n]/);
  }
  // Some URLs do redirect, so the assertions above are not vacuous.
  expect(redirected).toEqual([
    '///evil.example//',
    '/jobs//evil.example',
    `/jobs?q=&next=${away}`,
    '/https://evil.example',
    '/jobs/%0d%0aLocation:%20https://evil.example',
    '/sitemap.xml?x=//evil.example',
    '//evil.example/jobs/',
    '/jobs/?next=//evil.example',
    '/jobs?type=&q=//evil.example',
    '/jobs?q=%0d%0aLocation:%20https://evil.example&type=',
    '/companies/?returnTo=https://evil.example',
  ]);
});
