import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type Logger, pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { encodeToken, inSeconds, signRs256 } from '#tests/support/access-tokens.ts';
import { type KeyServer, publishedKey, startKeyServer } from '#tests/support/key-server.ts';
import { accessTokens } from './access-token.ts';

const AUDIENCE = 'https://jobs.example/api';
const MINUTE = 60_000;

const makeKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const [first, second] = [makeKey(), makeKey()];

let provider: KeyServer;
/** Verifies a token. Returns its subject. */
let verify: (token: string) => Promise<string>;
let logged: string[];

beforeEach(async () => {
  provider = await startKeyServer(publishedKey('first', first));
  logged = [];
  const log: Logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const verifyToken = accessTokens({ issuer: `${provider.origin}/`, audience: AUDIENCE, log });
  verify = async (text) => (await verifyToken(text)).id;
});

afterEach(async () => {
  vi.useRealTimers();
  await provider.stop();
});

function token(kid = 'first', key: KeyObject = first, sub = 'auth0|ada'): string {
  const claims = { iss: `${provider.origin}/`, aud: AUDIENCE, sub, exp: inSeconds(3_600) };
  return encodeToken({ alg: 'RS256', kid }, claims, (content) => signRs256(content, key));
}

/** Verifies a token. Returns its subject, or the status and message of the refusal. */
const outcome = (text: string) =>
  verify(text).catch(({ status, message }: { status: number; message: string }) => [
    status,
    message,
  ]);

const REFUSED = [401, 'The access token is invalid. Sign in again.'];
const UNAVAILABLE = [503, 'The identity provider is unavailable. Try again soon.'];

/** Advances the clock without affecting timers. */
function advanceClock(milliseconds: number): void {
  const now = Date.now() + milliseconds;
  vi.useFakeTimers({ toFake: ['Date'], now });
}

test('the keys are fetched only once, even if many tokens are verified at the same time', async () => {
  expect(provider.requestedUrls).toEqual([]);
  const subjects = ['ada', 'bo', 'cy', 'di'];
  const seen = await Promise.all(subjects.map((sub) => verify(token('first', first, sub))));
  expect(seen).toEqual(subjects);
  for (const sub of subjects) expect(await verify(token('first', first, sub))).toBe(sub);
  expect(provider.requestedUrls).toEqual(['/.well-known/jwks.json']);
});

test('forged key ids cause only a limited number of fetches', async () => {
  await verify(token());
  const forged = Array.from({ length: 20 }, (_, n) => token(`forged ${n}`, second));
  for (const text of forged) expect(await outcome(text)).toEqual(REFUSED);
  expect(provider.requestedUrls).toHaveLength(1);
  advanceClock(31_000);
  const outcomes = await Promise.all(forged.map(outcome));
  expect(outcomes).toEqual(forged.map(() => REFUSED));
  expect(provider.requestedUrls).toHaveLength(2);
});

test('a token is accepted only with RS256, and its key need not name an algorithm', async () => {
  const { alg: _, ...withoutAlg } = publishedKey('first', first);
  provider.keys.splice(0, 1, withoutAlg);
  expect(await outcome(token())).toBe('auth0|ada');
  const claims = {
    iss: `${provider.origin}/`,
    aud: AUDIENCE,
    sub: 'auth0|ada',
    exp: inSeconds(3_600),
  };
  const rs384 = encodeToken({ alg: 'RS384', kid: 'first' }, claims, (content) =>
    sign('sha384', content, first),
  );
  const ps256 = encodeToken({ alg: 'PS256', kid: 'first' }, claims, (content) =>
    sign('sha256', content, {
      key: first,
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: 32,
    }),
  );
  for (const text of [rs384, ps256]) expect(await outcome(text)).toEqual(REFUSED);
});

test('a new key is fetched for the first token that it signs', async () => {
  await verify(token());
  provider.keys.push(publishedKey('second', second));
  advanceClock(31_000);
  expect(await outcome(token('second', second))).toBe('auth0|ada');
  expect(await outcome(token())).toBe('auth0|ada');
});

test('a withdrawn key is accepted for at most ten minutes', async () => {
  await verify(token());
  provider.keys = [publishedKey('second', second)];
  advanceClock(9 * MINUTE);
  expect(await outcome(token())).toBe('auth0|ada');
  advanceClock(2 * MINUTE);
  await outcome(token());
  await expect.poll(() => outcome(token())).toEqual(REFUSED);
  expect(provider.requestedUrls).toHaveLength(2);
});

test('while the provider is down, known keys are accepted and other tokens get a 503', async () => {
  await verify(token());
  await provider.stop();
  for (const minutes of [0, 1, 11, 60]) {
    advanceClock(minutes * MINUTE);
    expect(await outcome(token())).toBe('auth0|ada');
  }
  expect(await outcome(token('second', second))).toEqual(UNAVAILABLE);
  expect(await outcome('nonsense')).toEqual(REFUSED);
  await provider.comeBack();
  provider.keys.push(publishedKey('second', second));
  expect(await outcome(token('second', second))).toBe('auth0|ada');
});

test('a provider that was down when the server started is used once it is up', async () => {
  await provider.stop();
  expect(await outcome(token())).toEqual(UNAVAILABLE);
  expect(await outcome(token())).toEqual(UNAVAILABLE);
  expect(logged.join()).toContain('keys unavailable');
  await provider.comeBack();
  expect(await outcome(token())).toBe('auth0|ada');
});

test.each<[string, KeyServer['handler']]>([
  ['an error status', (_, response) => response.writeHead(500).end('{}')],
  ['an HTML page', (_, response) => response.end('<html>')],
  ['no keys', (_, response) => response.end('{}')],
  ['null', (_, response) => response.end('null')],
  ['a redirect', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  [
    'a truncated response',
    (_, response) => response.writeHead(200, { 'content-length': 9 }).destroy(),
  ],
])('the server answers 503 if the provider sends %s instead of keys', async (_, respond) => {
  provider.handler = respond;
  expect(await outcome(token())).toEqual(UNAVAILABLE);
  expect(provider.requestedUrls).not.toContain('/elsewhere');
  expect(logged.join()).not.toContain(token().slice(0, 20));
  provider.handler = undefined;
  expect(await outcome(token())).toBe('auth0|ada');
});

test('keys of other kinds are ignored', async () => {
  provider.keys.unshift(
    { kty: 'oct', kid: 'secret', k: 'AAAA', alg: 'HS256' },
    { kty: 'RSA', kid: 'damaged', alg: 'RS256', use: 'sig', n: '!', e: 'AQAB' },
    { kty: 'EC', kid: 'curve', crv: 'P-256', x: 'AA', y: 'AA' },
    { kty: 'unknown', kid: 'unknown' },
  );
  expect(await outcome(token())).toBe('auth0|ada');
});
