import { generateKeyPairSync } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { findAccount } from '#server/modules/accounts/queries.ts';
import { encodeToken, inSeconds, signRs256 } from '#tests/support/access-tokens.ts';
import { createAccount } from '#tests/support/factories.ts';
import { type KeyServer, publishedKey, startKeyServer } from '#tests/support/key-server.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();
const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const AUDIENCE = 'https://jobs.example/api';
const ID = 'auth0|ada';

let provider: KeyServer;
let app: FastifyInstance;
let logged: string[];
let token: string;

beforeAll(async () => {
  provider = await startKeyServer(publishedKey('first', key));
  const claims = { iss: `${provider.origin}/`, aud: AUDIENCE, sub: ID, exp: inSeconds(3_600) };
  token = encodeToken({ alg: 'RS256', kid: 'first' }, claims, (content) => signRs256(content, key));
});
afterAll(() => provider.stop());

beforeEach(async () => {
  logged = [];
  const write = (line: string) => void logged.push(line);
  const settings = {
    PUBLIC_URL: 'https://jobs.example',
    AUTH_DOMAIN: provider.origin,
    AUTH_CLIENT_ID: 'client',
    AUTH_AUDIENCE: AUDIENCE,
  };
  app = await buildTestApp(board, settings, { logger: pino({ level: 'trace' }, { write }) });
});
afterEach(async () => {
  provider.handler = undefined;
  await app.close();
});

/** Replaces the userinfo response of the provider, but not its keys. */
function mockUserinfo(respond: RequestListener): void {
  provider.handler = (request, response) => {
    if (request.url === '/.well-known/jwks.json') {
      return response.end(JSON.stringify({ keys: provider.keys }));
    }
    return respond(request, response);
  };
}

const mockProfile = (profile: object) =>
  mockUserinfo((request, response) => {
    const isAuthorized = request.headers.authorization === `Bearer ${token}`;
    response.writeHead(isAuthorized ? 200 : 401).end(JSON.stringify(profile));
  });

async function signUp(): Promise<number> {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/accounts',
    headers: { authorization: `Bearer ${token}` },
    payload: {
      id: ID,
      name: 'Ada',
      email: 'written@example.com',
      verified_email: 'written@example.com',
      email_verified: true,
    },
  });
  return statusCode;
}

const signIn = () =>
  app.inject({
    url: `/api/accounts/${encodeURIComponent(ID)}`,
    headers: { authorization: `Bearer ${token}` },
  });

const verified = async () => (await findAccount(board.db, ID))?.verified_email;

test('a new account gets the email address that the provider has verified', async () => {
  mockProfile({ sub: ID, email: 'Ada@Example.com', email_verified: true });
  expect(await signUp()).toBe(201);
  expect(await findAccount(board.db, ID)).toMatchObject({
    email: 'written@example.com',
    verified_email: 'ada@example.com',
  });
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.join()).not.toMatch(/ada@example|written@example/i);
  expect(logged.join()).not.toContain(token.slice(-20));
  // The API never returns the verified address.
  expect((await signIn()).body).not.toContain('ada@example.com');
});

test('a later sign-in stores the verified address, and a sign-in without such an address removes it', async () => {
  await createAccount(board.db, { id: ID });
  mockProfile({ sub: ID, email: 'ada@example.com', email_verified: true });
  expect((await signIn()).statusCode).toBe(200);
  expect(await verified()).toBe('ada@example.com');
  // Later requests of the session do not call the provider again.
  const requests = provider.requestedUrls.length;
  expect((await signIn()).statusCode).toBe(200);
  expect(provider.requestedUrls).toHaveLength(requests);

  await app.close();
  app = await buildTestApp(board, {
    PUBLIC_URL: 'https://jobs.example',
    AUTH_DOMAIN: provider.origin,
    AUTH_CLIENT_ID: 'client',
    AUTH_AUDIENCE: AUDIENCE,
  });
  mockProfile({ sub: ID, email: 'ada@example.com', email_verified: false });
  expect((await signIn()).statusCode).toBe(200);
  expect(await verified()).toBeNull();
});

test("reading another person's account does not change its verified address", async () => {
  await createAccount(board.db, { id: ID, role: 'siteadmin' });
  const other = await createAccount(board.db, { id: 'auth0|bo' });
  mockProfile({ sub: 'auth0|bo', email: 'ada@example.com', email_verified: true });
  const url = `/api/accounts/${encodeURIComponent(other.id)}`;
  await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect(await findAccount(board.db, other.id)).toMatchObject({ verified_email: null });
});

const profile = { sub: ID, email: 'ada@example.com', email_verified: true };
const respondWith = (body: unknown, status = 200): RequestListener => {
  return (_, response) =>
    void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
};

test.each<[string, RequestListener]>([
  ['an unverified address', respondWith({ ...profile, email_verified: false })],
  ['an address without email_verified', respondWith({ sub: ID, email: profile.email })],
  ['the string "true"', respondWith({ ...profile, email_verified: 'true' })],
  ['no address', respondWith({ sub: ID, email_verified: true })],
  ['an invalid address', respondWith({ ...profile, email: 'ada' })],
  ['a null character', respondWith({ ...profile, email: 'a\0@example.com' })],
  ['a too long address', respondWith({ ...profile, email: `${'a'.repeat(255)}@example.com` })],
  ['the profile of another subject', respondWith({ ...profile, sub: 'auth0|bo' })],
  ['an error status', respondWith(profile, 500)],
  ['an HTML page', respondWith('<html>ada@example.com')],
  ['a list', respondWith([profile])],
  ['a large profile', respondWith({ ...profile, more: 'x'.repeat(100_000) })],
  ['a redirect', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  [
    'a truncated response',
    (_, response) => response.writeHead(200, { 'content-length': 9 }).destroy(),
  ],
  ['no response in time', () => {}],
])(
  'an account is created without a verified address if the provider sends %s',
  async (_, respond) => {
    mockUserinfo(respond);
    expect(await signUp()).toBe(201);
    expect(await verified()).toBeNull();
    expect(provider.requestedUrls).not.toContain('/elsewhere');
    expect(logged.join()).not.toMatch(/ada@example|written@example/i);
    expect(logged.join()).not.toContain(token.slice(-20));
  },
);

test('the stored address stays while the provider fails', async () => {
  await createAccount(board.db, { id: ID, verified_email: 'ada@example.com' });
  mockUserinfo(respondWith('', 503));
  expect((await signIn()).statusCode).toBe(200);
  expect(await verified()).toBe('ada@example.com');
});
