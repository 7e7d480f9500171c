import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';
import {
  authorizationResponse,
  authorizeUrl,
  exchange,
  ORIGIN,
  openSignInPage,
  signIn,
} from './testing/sign-in.ts';

const board = setUpTestBoard();

/** An app whose embedded provider accepts remote clients. */
let open: FastifyInstance;
beforeAll(async () => {
  open = await buildTestApp(board, { AUTH_EMBEDDED: 'true' });
});
afterAll(() => open.close());

const PATHS = [
  authorizeUrl(),
  '/authorize/some-uid',
  '/authorize/sign-in/some-uid',
  '/oauth/token',
  '/userinfo',
  '/v2/logout',
  '/v2/logout/confirm',
  '/v2/logout/success',
  '/.well-known/jwks.json',
  '/.well-known/openid-configuration',
];

describe('the embedded provider', () => {
  const remoteClients: [string, InjectOptions][] = [
    ['another machine', { remoteAddress: '192.0.2.7' }],
    ['another machine over IPv6', { remoteAddress: '2001:db8::7' }],
    ['another machine over IPv4 mapped to IPv6', { remoteAddress: '::ffff:192.0.2.7' }],
    ['a request with X-Forwarded-For', { headers: { 'x-forwarded-for': '192.0.2.7' } }],
    ['a request forwarded from this machine', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['a request with Forwarded', { headers: { forwarded: 'for=192.0.2.7' } }],
    ['a request with X-Real-IP', { headers: { 'x-real-ip': '192.0.2.7' } }],
    ['a request with Via', { headers: { via: '1.1 proxy' } }],
    ['a request with an empty X-Forwarded-For', { headers: { 'x-forwarded-for': '' } }],
    ['a site that points its name to this machine', { headers: { host: 'elsewhere.example' } }],
    [
      'a site whose name starts with localhost',
      { headers: { host: 'localhost.elsewhere.example:3000' } },
    ],
    ['an invalid host', { headers: { host: '@' } }],
    ['a host followed by a path', { headers: { host: 'localhost/.elsewhere.example' } }],
    ['a host preceded by a path', { headers: { host: 'elsewhere.example/.localhost' } }],
    ['a host preceded by user info', { headers: { host: 'elsewhere.example@localhost' } }],
  ];

  test.each(remoteClients)(
    'the embedded provider refuses %s, unless AUTH_EMBEDDED is true',
    async (_, options) => {
      for (const url of PATHS) {
        for (const method of ['GET', 'POST'] as const) {
          const form = { 'content-type': 'application/x-www-form-urlencoded' };
          const headers = { ...options.headers, ...(method === 'POST' && form) };
          const payload = method === 'POST' ? { payload: 'email=siteadmin@example.com' } : {};
          const request = { ...options, method, url, headers, ...payload };
          const reply = await board.app.inject(request);
          expect([url, reply.statusCode]).toEqual([url, 403]);
          expect(reply.headers['content-type']).toContain('application/problem+json');
          expect((await open.inject(request)).statusCode).not.toBe(403);
        }
      }
    },
  );

  test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])(
    'the embedded provider accepts this machine at the address %s',
    async (remoteAddress) => {
      const reply = await board.app.inject({ url: authorizeUrl(), remoteAddress });
      expect(reply.statusCode).toBe(303);
    },
  );

  test.each([
    'localhost:3000',
    'localhost',
    'LOCALHOST:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
    'board.localhost:3000',
  ])('the embedded provider accepts this machine under the host %s', async (host) => {
    const reply = await board.app.inject({ url: authorizeUrl(), headers: { host } });
    expect(reply.statusCode).toBe(303);
  });

  test('refuses HTTP/1.0, which proxies such as nginx use and browsers do not', async () => {
    const { port } = new URL(await board.app.listen({ port: 0, host: '127.0.0.1' }));
    const ask = async (version: string) => {
      const socket = connect(Number(port), '127.0.0.1');
      const request = `GET ${authorizeUrl()} HTTP/${version}`;
      socket.write(`${request}\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n`);
      return (await text(socket)).split(' ')[1];
    };
    expect(await ask('1.0')).toBe('403');
    expect(await ask('1.1')).toBe('303');
  });

  test('does not restrict the API, which accepts the provider’s tokens from any machine', async () => {
    const remoteAddress = '192.0.2.7';
    expect((await board.app.inject({ url: '/api/jobs', remoteAddress })).statusCode).toBe(200);
    const { code } = await signIn(openBrowser(board.app), 'ada@example.com');
    const headers = {
      authorization: `Bearer ${(await exchange(board.app, code)).body.access_token}`,
    };
    const reply = await board.app.inject({ url: '/api/accounts', headers, remoteAddress });
    expect(reply.statusCode).toBe(403);
    expect(reply.json().detail).toBe('Your account may not do this.');
  });
});

describe('a forged host', () => {
  const forged = {
    host: 'evil.example:8443',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '8443',
    forwarded: 'host=evil.example;proto=https',
    'x-original-url': 'https://evil.example',
  };

  test('changes no URL in any response', async () => {
    const browser = openBrowser(open);
    const asForged = { headers: forged };
    const replies = [];
    for (const url of PATHS) replies.push(await browser.visit(url, asForged));
    const page = await openSignInPage(browser);
    replies.push(await browser.visit(page, asForged));
    const accepted = await browser.visit(page, {
      method: 'POST',
      payload: 'email=ada@example.com',
      headers: { ...forged, 'content-type': 'application/x-www-form-urlencoded' },
    });
    const last = await browser.visit(accepted.location, asForged);
    expect(authorizationResponse(last)).toHaveProperty('code');
    for (const reply of [...replies, accepted, last]) {
      const content = JSON.stringify([reply.html, reply.location, reply.headers]);
      expect(content).not.toMatch(/evil|8443/);
      if (reply.location) expect(new URL(reply.location, ORIGIN).origin).toBe(ORIGIN);
    }
  });

  test('in an absolute request URL changes no redirect', async () => {
    const url = `http://evil.example${authorizeUrl()}`;
    const { status, location } = await openBrowser(open).visit('/', { url });
    expect([status, new URL(location, ORIGIN).origin]).toEqual([303, ORIGIN]);
  });
});

test('the embedded provider uses the public URL as its issuer', async () => {
  const PUBLIC_URL = 'https://jobs.example';
  const app = await buildTestApp(board, { PUBLIC_URL, AUTH_EMBEDDED: 'true' });
  const discovery = await app.inject({ url: '/.well-known/openid-configuration' });
  expect(discovery.json().issuer).toBe('https://jobs.example/');
  await app.close();
});
