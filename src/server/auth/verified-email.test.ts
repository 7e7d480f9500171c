import { generateKeyPairSync } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { findAccount } from '#server/modules/accounts/queries.ts';
import { encodeToken, inSeconds, signRs256 } from '#server/testing/access-tokens.ts';
import { createAccount } from '#server/testing/factories.ts';
import { type KeyServer, publishedKey, startKeyServer } from '#server/testing/key-server.ts';
import { buildTestApp, setUpTestBoard } from '#server/testing/test-app.ts';

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
afterAll(() => provider.goDown());

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
  provider.answer = undefined;
  await app.close();
});

/** The provider's userinfo; its keys are as ever. */
function answerUserinfo(answer: RequestListener): void {
  provider.answer = (request, response) => {
    if (request.url === '/.well-known/jwks.json') {
      return response.end(JSON.stringify({ keys: provider.keys }));
    }
    return answer(request, response);
  };
}

const state = (profile: object) =>
  answerUserinfo((request, response) => {
    const known = request.headers.authorization === `Bearer ${token}`;
    response.writeHead(known ? 200 : 401).end(JSON.stringify(profile));
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

test('an account that is created gets the address that the provider has verified', async () => {
  state({ sub: ID, email: 'Ada@Example.com', email_verified: true });
  expect(await signUp()).toBe(201);
  expect(await findAccount(board.db, ID)).toMatchObject({
    email: 'written@example.com',
    verified_email: 'ada@example.com',
  });
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.join()).not.toMatch(/ada@example|written@example/i);
  expect(logged.join()).not.toContain(token.slice(-20));
  // Nobody is told what the provider knows.
  expect((await signIn()).body).not.toContain('ada@example.com');
});

test('somebody who signs in again gets it, and loses it where it is no longer verified', async () => {
  await createAccount(board.db, { id: ID });
  state({ sub: ID, email: 'ada@example.com', email_verified: true });
  expect((await signIn()).statusCode).toBe(200);
  expect(await verified()).toBe('ada@example.com');
  // The provider is not asked at each visit.
  const asked = provider.asked.length;
  expect((await signIn()).statusCode).toBe(200);
  expect(provider.asked).toHaveLength(asked);

  await app.close();
  app = await buildTestApp(board, {
    PUBLIC_URL: 'https://jobs.example',
    AUTH_DOMAIN: provider.origin,
    AUTH_CLIENT_ID: 'client',
    AUTH_AUDIENCE: AUDIENCE,
  });
  state({ sub: ID, email: 'ada@example.com', email_verified: false });
  expect((await signIn()).statusCode).toBe(200);
  expect(await verified()).toBeNull();
});

test('reading somebody else’s account says nothing of their address', async () => {
  await createAccount(board.db, { id: ID, role: 'siteadmin' });
  const other = await createAccount(board.db, { id: 'auth0|bo' });
  state({ sub: 'auth0|bo', email: 'ada@example.com', email_verified: true });
  const url = `/api/accounts/${encodeURIComponent(other.id)}`;
  await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect(await findAccount(board.db, other.id)).toMatchObject({ verified_email: null });
});

const profile = { sub: ID, email: 'ada@example.com', email_verified: true };
const answering = (body: unknown, status = 200): RequestListener => {
  return (_, response) =>
    void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
};

test.each<[string, RequestListener]>([
  ['an address that is not verified', answering({ ...profile, email_verified: false })],
  ['an address of which nothing is said', answering({ sub: ID, email: profile.email })],
  ['a text for true', answering({ ...profile, email_verified: 'true' })],
  ['no address', answering({ sub: ID, email_verified: true })],
  ['what is no address', answering({ ...profile, email: 'ada' })],
  ['a null character', answering({ ...profile, email: 'a\0@example.com' })],
  ['a long address', answering({ ...profile, email: `${'a'.repeat(255)}@example.com` })],
  ['the profile of somebody else', answering({ ...profile, sub: 'auth0|bo' })],
  ['an error', answering(profile, 500)],
  ['a page', answering('<html>ada@example.com')],
  ['a list', answering([profile])],
  ['a large profile', answering({ ...profile, more: 'x'.repeat(100_000) })],
  ['a redirect', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  ['half a response', (_, response) => response.writeHead(200, { 'content-length': 9 }).destroy()],
  ['silence', () => {}],
])('an account is created and stays unverified on %s', async (_, answer) => {
  answerUserinfo(answer);
  expect(await signUp()).toBe(201);
  expect(await verified()).toBeNull();
  expect(provider.asked).not.toContain('/elsewhere');
  expect(logged.join()).not.toMatch(/ada@example|written@example/i);
  expect(logged.join()).not.toContain(token.slice(-20));
});

test('what is known stays while the provider fails', async () => {
  await createAccount(board.db, { id: ID, verified_email: 'ada@example.com' });
  answerUserinfo(answering('', 503));
  expect((await signIn()).statusCode).toBe(200);
  expect(await verified()).toBe('ada@example.com');
});
