import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type Logger, pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { encodeToken, inSeconds, signRs256 } from '#server/testing/access-tokens.ts';
import { type KeyServer, publishedKey, startKeyServer } from '#server/testing/key-server.ts';
import { accessTokens, type VerifyAccessToken } from './access-token.ts';

const AUDIENCE = 'https://jobs.example/api';
const MINUTE = 60_000;

const makeKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const [first, second] = [makeKey(), makeKey()];

let provider: KeyServer;
let verify: VerifyAccessToken;
let logged: string[];

beforeEach(async () => {
  provider = await startKeyServer(publishedKey('first', first));
  logged = [];
  const log: Logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  verify = accessTokens({ issuer: `${provider.origin}/`, audience: AUDIENCE, log });
});

afterEach(async () => {
  vi.useRealTimers();
  await provider.goDown();
});

function token(kid = 'first', key: KeyObject = first, sub = 'auth0|ada'): string {
  const claims = { iss: `${provider.origin}/`, aud: AUDIENCE, sub, exp: inSeconds(3_600) };
  return encodeToken({ alg: 'RS256', kid }, claims, (content) => signRs256(content, key));
}

/** The subject of a token that passes, else the status and text of the refusal. */
const outcome = (text: string) =>
  verify(text).catch(({ status, message }: { status: number; message: string }) => [
    status,
    message,
  ]);

const REFUSED = [401, 'The access token is not valid.'];
const UNREACHABLE = [503, 'The board cannot reach its identity provider. Please try again soon.'];

/** Makes the clock go on; everything else runs as ever. */
function later(milliseconds: number): void {
  const now = Date.now() + milliseconds;
  vi.useFakeTimers({ toFake: ['Date'], now });
}

test('the keys are fetched once for many tokens, at once and later', async () => {
  expect(provider.asked).toEqual([]);
  const subjects = ['ada', 'bo', 'cy', 'di'];
  const seen = await Promise.all(subjects.map((sub) => verify(token('first', first, sub))));
  expect(seen).toEqual(subjects);
  for (const sub of subjects) expect(await verify(token('first', first, sub))).toBe(sub);
  expect(provider.asked).toEqual(['/.well-known/jwks.json']);
});

test('made-up keys do not make the board hammer its provider', async () => {
  await verify(token());
  const invented = Array.from({ length: 20 }, (_, n) => token(`invented ${n}`, second));
  for (const text of invented) expect(await outcome(text)).toEqual(REFUSED);
  expect(provider.asked).toHaveLength(1);
  later(31_000);
  const outcomes = await Promise.all(invented.map(outcome));
  expect(outcomes).toEqual(invented.map(() => REFUSED));
  expect(provider.asked).toHaveLength(2);
});

test('a key that names no algorithm is for RS256 alone', async () => {
  const { alg: _, ...silent } = publishedKey('first', first);
  provider.keys.splice(0, 1, silent);
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

test('a new key is found when the first token signed with it comes', async () => {
  await verify(token());
  provider.keys.push(publishedKey('second', second));
  later(31_000);
  expect(await outcome(token('second', second))).toBe('auth0|ada');
  expect(await outcome(token())).toBe('auth0|ada');
});

test('a key that was withdrawn is good no longer than ten minutes', async () => {
  await verify(token());
  provider.keys = [publishedKey('second', second)];
  later(9 * MINUTE);
  expect(await outcome(token())).toBe('auth0|ada');
  later(2 * MINUTE);
  await outcome(token());
  await expect.poll(() => outcome(token())).toEqual(REFUSED);
  expect(provider.asked).toHaveLength(2);
});

test('while the provider is down, known keys are good, and others cannot be told', async () => {
  await verify(token());
  await provider.goDown();
  for (const minutes of [0, 1, 11, 60]) {
    later(minutes * MINUTE);
    expect(await outcome(token())).toBe('auth0|ada');
  }
  expect(await outcome(token('second', second))).toEqual(UNREACHABLE);
  expect(await outcome('nonsense')).toEqual(REFUSED);
  await provider.comeBack();
  provider.keys.push(publishedKey('second', second));
  expect(await outcome(token('second', second))).toBe('auth0|ada');
});

test('a provider that is down from the start is found when it is there', async () => {
  await provider.goDown();
  expect(await outcome(token())).toEqual(UNREACHABLE);
  expect(await outcome(token())).toEqual(UNREACHABLE);
  expect(logged.join()).toContain('keys could not be fetched');
  await provider.comeBack();
  expect(await outcome(token())).toBe('auth0|ada');
});

test.each<[string, KeyServer['answer']]>([
  ['an error', (_, response) => response.writeHead(500).end('{}')],
  ['a page', (_, response) => response.end('<html>')],
  ['no keys', (_, response) => response.end('{}')],
  ['null', (_, response) => response.end('null')],
  ['a redirect', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  ['half an answer', (_, response) => response.writeHead(200, { 'content-length': 9 }).destroy()],
])('%s instead of keys is the provider’s fault, not the caller’s', async (_, answer) => {
  provider.answer = answer;
  expect(await outcome(token())).toEqual(UNREACHABLE);
  expect(provider.asked).not.toContain('/elsewhere');
  expect(logged.join()).not.toContain(token().slice(0, 20));
  provider.answer = undefined;
  expect(await outcome(token())).toBe('auth0|ada');
});

test('keys of other kinds beside the one that counts do no harm', async () => {
  provider.keys.unshift(
    { kty: 'oct', kid: 'secret', k: 'AAAA', alg: 'HS256' },
    { kty: 'RSA', kid: 'damaged', alg: 'RS256', use: 'sig', n: '!', e: 'AQAB' },
    { kty: 'EC', kid: 'curve', crv: 'P-256', x: 'AA', y: 'AA' },
    { kty: 'unknown', kid: 'unknown' },
  );
  expect(await outcome(token())).toBe('auth0|ada');
});
