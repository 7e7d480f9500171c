import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '#server/testing/browser.ts';
import { buildTestApp, setUpTestBoard } from '#server/testing/test-app.ts';
import {
  answerOf,
  authorizeAddress,
  exchange,
  ORIGIN,
  openSignInPage,
  signIn,
} from './testing/sign-in.ts';

const board = setUpTestBoard();

/** The same board, whose provider serves everyone. */
let everywhere: FastifyInstance;
beforeAll(async () => {
  everywhere = await buildTestApp(board, { AUTH_EMBEDDED: 'true' });
});
afterAll(() => everywhere.close());

const ADDRESSES = [
  authorizeAddress(),
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

describe('who is served', () => {
  const outsiders: [string, InjectOptions][] = [
    ['another machine', { remoteAddress: '192.0.2.7' }],
    ['another machine, by IPv6', { remoteAddress: '2001:db8::7' }],
    ['another machine, by IPv4 within IPv6', { remoteAddress: '::ffff:192.0.2.7' }],
    ['what a proxy passes on', { headers: { 'x-forwarded-for': '192.0.2.7' } }],
    ['what a proxy passes on from this machine', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['what a proxy says the new way', { headers: { forwarded: 'for=192.0.2.7' } }],
    ['what a proxy says another way', { headers: { 'x-real-ip': '192.0.2.7' } }],
    ['what a proxy signs', { headers: { via: '1.1 proxy' } }],
    ['a proxy that leaves the header empty', { headers: { 'x-forwarded-for': '' } }],
    ['a site whose name was turned to this machine', { headers: { host: 'elsewhere.example' } }],
    ['a site that looks like it', { headers: { host: 'localhost.elsewhere.example:3000' } }],
    ['a name that is none', { headers: { host: '@' } }],
    ['a name with a path behind it', { headers: { host: 'localhost/.elsewhere.example' } }],
    ['a name with a path before it', { headers: { host: 'elsewhere.example/.localhost' } }],
    ['a name with somebody before it', { headers: { host: 'elsewhere.example@localhost' } }],
  ];

  test.each(outsiders)('%s is refused, unless told otherwise', async (_, options) => {
    for (const url of ADDRESSES) {
      for (const method of ['GET', 'POST'] as const) {
        const form = { 'content-type': 'application/x-www-form-urlencoded' };
        const headers = { ...options.headers, ...(method === 'POST' && form) };
        const payload = method === 'POST' ? { payload: 'email=siteadmin@example.com' } : {};
        const request = { ...options, method, url, headers, ...payload };
        const reply = await board.app.inject(request);
        expect([url, reply.statusCode]).toEqual([url, 403]);
        expect(reply.headers['content-type']).toContain('application/problem+json');
        expect((await everywhere.inject(request)).statusCode).not.toBe(403);
      }
    }
  });

  test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])(
    'this machine is served by the address %s',
    async (remoteAddress) => {
      const reply = await board.app.inject({ url: authorizeAddress(), remoteAddress });
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
  ])('this machine is served by the name %s', async (host) => {
    const reply = await board.app.inject({ url: authorizeAddress(), headers: { host } });
    expect(reply.statusCode).toBe(303);
  });

  test('a proxy that says nothing is told by its old HTTP, as nginx speaks it', async () => {
    const { port } = new URL(await board.app.listen({ port: 0, host: '127.0.0.1' }));
    const ask = async (version: string) => {
      const socket = connect(Number(port), '127.0.0.1');
      const request = `GET ${authorizeAddress()} HTTP/${version}`;
      socket.write(`${request}\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n`);
      return (await text(socket)).split(' ')[1];
    };
    expect(await ask('1.0')).toBe('403');
    expect(await ask('1.1')).toBe('303');
  });

  test('the board itself serves everyone, and takes the tokens of its own machine', async () => {
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

describe('what a request claims to have been sent to', () => {
  const forged = {
    host: 'evil.example:8443',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '8443',
    forwarded: 'host=evil.example;proto=https',
    'x-original-url': 'https://evil.example',
  };

  test('changes no address in any answer', async () => {
    const browser = openBrowser(everywhere);
    const asForged = { headers: forged };
    const seen = [];
    for (const url of ADDRESSES) seen.push(await browser.visit(url, asForged));
    const page = await openSignInPage(browser);
    seen.push(await browser.visit(page, asForged));
    const accepted = await browser.visit(page, {
      method: 'POST',
      payload: 'email=ada@example.com',
      headers: { ...forged, 'content-type': 'application/x-www-form-urlencoded' },
    });
    const last = await browser.visit(accepted.location, asForged);
    expect(answerOf(last)).toHaveProperty('code');
    for (const reply of [...seen, accepted, last]) {
      const said = JSON.stringify([reply.html, reply.location, reply.headers]);
      expect(said).not.toMatch(/evil|8443/);
      if (reply.location) expect(new URL(reply.location, ORIGIN).origin).toBe(ORIGIN);
    }
  });

  test('neither does an address that is given whole', async () => {
    const url = `http://evil.example${authorizeAddress()}`;
    const { status, location } = await openBrowser(everywhere).visit('/', { url });
    expect([status, new URL(location, ORIGIN).origin]).toEqual([303, ORIGIN]);
  });
});

test('on a site with https several tabs may sign in at once, and what nobody finishes is forgotten', async () => {
  const PUBLIC_URL = 'https://jobs.example';
  const app = await buildTestApp(board, { PUBLIC_URL, AUTH_EMBEDDED: 'true' });
  const browser = openBrowser(app);
  const begin = async () => {
    const { location } = await browser.visit(
      authorizeAddress({
        client_id: 'composable-jobs',
        redirect_uri: PUBLIC_URL,
        audience: `${PUBLIC_URL}/api`,
      }),
    );
    return location;
  };
  const tabs = [await begin(), await begin()];
  for (const [n, tab] of tabs.entries()) {
    expect((await browser.visit(tab)).status).toBe(200);
    const accepted = await browser.submit(tab, { email: `ada${n}@example.com` });
    expect(accepted.status).toBe(303);
    const answered = await browser.visit(accepted.location);
    // The second finds somebody else signed in, whom it signs out first.
    expect([200, 303]).toContain(answered.status);
    if (n === 0) expect(answered.location).toContain('code=');
  }
  for (let n = 0; n < 12; n += 1) await begin();
  const begun = [...browser.cookies.values()].filter(({ name }) => name.includes('~'));
  expect(begun.length).toBeLessThanOrEqual(4 * 6);
  await app.close();
});

test('on a site with https the provider names the site', async () => {
  const PUBLIC_URL = 'https://jobs.example';
  const app = await buildTestApp(board, { PUBLIC_URL, AUTH_EMBEDDED: 'true' });
  const discovery = await app.inject({ url: '/.well-known/openid-configuration' });
  expect(discovery.json().issuer).toBe('https://jobs.example/');
  await app.close();
});
