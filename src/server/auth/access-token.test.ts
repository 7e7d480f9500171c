import {
  constants,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSeconds, type TokenOverrides, tokenFor } from '#server/testing/access-tokens.ts';
import { createAccount } from '#server/testing/factories.ts';
import { type KeyServer, publishedKey, startKeyServer } from '#server/testing/key-server.ts';
import { setUpTestBoard } from '#server/testing/test-app.ts';
import { accountEndpoints } from '#shared/contract/accounts.ts';

const board = setUpTestBoard();

const ID = 'auth0|ada';

/** Every endpoint for people who are signed in, as its own person would call it. */
const endpoints = Object.keys(accountEndpoints).map((name) => {
  const [method = '', path = ''] = name.split(' ');
  return { method, url: path.replace(':id', encodeURIComponent(ID)) };
});

/** What someone who may do everything gets; with their account there, a POST is a 409. */
const GRANTED: Record<string, number> = { GET: 200, PUT: 200, POST: 409 };

async function askAll(headers: Record<string, string>, query = '') {
  await createAccount(board.db, { id: ID, role: 'siteadmin' });
  return Promise.all(
    endpoints.map(async ({ method, url }) => {
      const profile = { id: ID, name: 'Ada', email: 'ada@example.com', bio: '' };
      const body = method === 'GET' ? undefined : profile;
      return { method, ...(await board.ask(method, `${url}${query}`, { headers, body })) };
    }),
  );
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function expectRefused(headers: Record<string, string>, query = '') {
  for (const reply of await askAll(headers, query)) {
    expect(reply.status).toBe(401);
    expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(reply.headers['www-authenticate']).toMatch(/^Bearer( error="invalid_token")?$/);
    expect(reply.body).toMatchObject({ status: 401, title: 'Unauthorized' });
  }
}

async function expectGranted(token: string) {
  for (const reply of await askAll(bearer(token))) {
    expect(reply.status).toBe(GRANTED[reply.method]);
  }
}

const strange = generateKeyPairSync('rsa', { modulusLength: 2048 });
const strangeJwk = strange.publicKey.export({ format: 'jwk' });
const signStrangely = (content: Buffer) => sign('sha256', content, strange.privateKey);

const pemOf = (key: KeyObject) =>
  createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString();
const hmac = (secret: string, content: Buffer) =>
  createHmac('sha256', secret).update(content).digest();

test('a good token opens every endpoint', async () => {
  await expectGranted(await tokenFor(board.db, ID));
});

test('an audience among others, and a scheme in any case, are good', async () => {
  const aud = ['https://other.example', 'http://localhost:3000/api'];
  await expectGranted(await tokenFor(board.db, ID, { claims: { aud } }));
  const token = await tokenFor(board.db, ID);
  const headers = { authorization: `bearer ${token}` };
  expect((await board.ask('GET', '/api/accounts', { headers })).status).toBe(200);
});

test('clocks may differ by a minute', async () => {
  await expectGranted(await tokenFor(board.db, ID, { claims: { exp: inSeconds(-50) } }));
  await board.db.execute('delete from accounts');
  await expectGranted(await tokenFor(board.db, ID, { claims: { nbf: inSeconds(50) } }));
});

test('a subject of 255 characters is one', async () => {
  const token = await tokenFor(board.db, 'x'.repeat(255));
  expect((await board.ask('GET', '/api/accounts', { token })).status).toBe(403);
});

const wrongTokens: [string, () => TokenOverrides][] = [
  ['expired', () => ({ claims: { exp: inSeconds(-70) } })],
  ['not good yet', () => ({ claims: { nbf: inSeconds(70) } })],
  ['of another issuer', () => ({ claims: { iss: 'https://elsewhere.example/' } })],
  ['of an issuer without its slash', () => ({ claims: { iss: 'http://localhost:3000' } })],
  ['of no issuer', () => ({ claims: { iss: undefined } })],
  ['for another audience', () => ({ claims: { aud: 'https://elsewhere.example/api' } })],
  ['for no audience', () => ({ claims: { aud: undefined } })],
  ['that only says who signed in', () => ({ claims: { aud: 'composable-jobs-3000' } })],
  ['of nobody', () => ({ claims: { sub: undefined } })],
  ['of an empty subject', () => ({ claims: { sub: '' } })],
  ['of a subject too long', () => ({ claims: { sub: 'x'.repeat(256) } })],
  ['of a subject with a null character', () => ({ claims: { sub: 'auth0|ada\0' } })],
  ['of a subject that is a number', () => ({ claims: { sub: 7 } })],
  ['of a subject that is a list', () => ({ claims: { sub: [ID] } })],
  ['good for ever', () => ({ claims: { exp: undefined } })],
  ['whose end is no number', () => ({ claims: { exp: '9999999999' } })],
  ['whose end is beyond all numbers', () => ({ claims: { exp: 'Infinity' } })],
  ['signed with another key under the same name', () => ({ sign: signStrangely })],
  ['signed with an unknown key', () => ({ header: { kid: 'other' }, sign: signStrangely })],
  ['under the name of an unknown key', () => ({ header: { kid: 'other' } })],
  ['not signed', () => ({ header: { alg: 'none' }, sign: () => Buffer.alloc(0) })],
  ['not signed, in capitals', () => ({ header: { alg: 'NONE' }, sign: () => Buffer.alloc(0) })],
  [
    'signed with the public key as a secret, as PEM',
    () => ({ header: { alg: 'HS256' }, sign: (content, key) => hmac(pemOf(key), content) }),
  ],
  [
    'signed with the public key as a secret, as PEM without its last line break',
    () => ({ header: { alg: 'HS256' }, sign: (content, key) => hmac(pemOf(key).trim(), content) }),
  ],
  [
    'signed with the public key as a secret, as JWK',
    () => ({
      header: { alg: 'HS256' },
      sign: (content, key) =>
        hmac(JSON.stringify(createPublicKey(key).export({ format: 'jwk' })), content),
    }),
  ],
  [
    'signed by RS384',
    () => ({ header: { alg: 'RS384' }, sign: (content, key) => sign('sha384', content, key) }),
  ],
  [
    'signed by PS256',
    () => ({
      header: { alg: 'PS256' },
      sign: (content, key) =>
        sign('sha256', content, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }),
    }),
  ],
  ['signed with a key it brings along', () => withOwnKey({ jwk: strangeJwk })],
  [
    'signed with a key it brings along alone',
    () => withOwnKey({ jwk: strangeJwk, kid: undefined }),
  ],
  ['without an algorithm', () => ({ header: { alg: undefined } })],
  ['whose algorithm is no text', () => ({ header: { alg: ['RS256'] } })],
  ['whose key’s name is no text', () => ({ header: { kid: { toString: 'x' } } })],
  ['whose key’s name is a null character', () => ({ header: { kid: '\0' } })],
  ['with a demand nobody knows', () => ({ header: { crit: ['x'], x: 1 } })],
  ['with an empty list of demands', () => ({ header: { crit: [] } })],
  ['with demands that are no list', () => ({ header: { crit: 'exp' } })],
  ['whose content is not encoded', () => ({ header: { b64: false, crit: ['b64'] } })],
  ['with a signature that is too short', () => ({ sign: () => Buffer.from('short') })],
];

function withOwnKey(header: Record<string, unknown>): TokenOverrides {
  return { header, sign: signStrangely };
}

test.each(wrongTokens)('a token %s is refused everywhere', async (_, overrides) => {
  await expectRefused(bearer(await tokenFor(board.db, ID, overrides())));
});

describe('what is no token', () => {
  const encode = (text: string) => Buffer.from(text).toString('base64url');
  const head = encode('{"alg":"RS256"}');

  test.each([
    ['no header', {}],
    ['an empty header', { authorization: '' }],
    ['a scheme alone', { authorization: 'Bearer' }],
    ['a scheme and a space', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: `Basic ${Buffer.from('ada:secret').toString('base64')}` }],
    ['one word', bearer('nonsense')],
    ['two words', bearer('one two')],
    ['dots', bearer('..')],
    ['two parts', bearer('a.b')],
    ['four parts', bearer('a.b.c.d')],
    ['an encrypted token', bearer(`${encode('{"alg":"dir","enc":"A256GCM"}')}..a.b.c`)],
    ['parts that are no base64', bearer('~~~.~~~.~~~')],
    ['a header that is no JSON', bearer(`${encode('{')}.e30.e30`)],
    ['a header that is a list', bearer(`${encode('[]')}.e30.e30`)],
    ['a header that is null', bearer(`${encode('null')}.e30.e30`)],
    ['content that is no JSON', bearer(`${head}.${encode('{')}.e30`)],
    ['content that is null', bearer(`${head}.${encode('null')}.e30`)],
    ['bytes that are no text', bearer(`${Buffer.from([255, 254]).toString('base64url')}.e30.e30`)],
    ['names of the language', bearer(`${encode('{"__proto__":{"alg":"RS256"}}')}.e30.e30`)],
    ['a very long one', bearer('a'.repeat(12_000))],
    ['very many parts', bearer('.'.repeat(12_000))],
    ['a deep header', bearer(`${encode('['.repeat(8_000))}.e30.e30`)],
  ])('%s is refused everywhere', async (_, headers: Record<string, string>) => {
    await expectRefused(headers);
  });

  test('a good token anywhere but in the header', async () => {
    const token = await tokenFor(board.db, ID);
    await expectRefused({}, `?access_token=${token}`);
    await board.db.execute('delete from accounts');
    await expectRefused({ cookie: `access_token=${token}`, 'x-access-token': token });
    const body = { id: ID, access_token: token };
    expect((await board.ask('POST', '/api/accounts', { body })).status).toBe(401);
  });

  test('a good token with something after it', async () => {
    const token = await tokenFor(board.db, ID);
    for (const tail of ['.', '.x', ', Basic x', ' x', '=']) {
      await board.db.execute('delete from accounts');
      await expectRefused(bearer(`${token}${tail}`));
    }
  });
});

describe('addresses that a token names', () => {
  let server: KeyServer;
  beforeAll(async () => {
    server = await startKeyServer(publishedKey('strange', strange.privateKey));
  });
  afterAll(() => server.goDown());

  test.each(['jku', 'x5u', 'iss'])('%s is not followed', async (name) => {
    const { origin } = server;
    const token = await tokenFor(board.db, ID, {
      header: { kid: 'strange', [name]: `${origin}/.well-known/jwks.json` },
      ...(name === 'iss' && { claims: { iss: `${origin}/` } }),
      sign: signStrangely,
    });
    await expectRefused(bearer(token));
    expect(server.asked).toEqual([]);
  });
});
