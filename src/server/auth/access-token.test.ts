import {
  constants,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountEndpoints } from '#shared/contract/accounts.ts';
import { inSeconds, type TokenOverrides, tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount } from '#tests/support/factories.ts';
import { type KeyServer, publishedKey, startKeyServer } from '#tests/support/key-server.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();

const ID = 'auth0|ada';

/** Every account endpoint, called with the caller's own id. */
const endpoints = Object.keys(accountEndpoints).map((name) => {
  const [method = '', path = ''] = name.split(' ');
  return { method, url: path.replace(':id', encodeURIComponent(ID)) };
});

/** The statuses that a site admin gets. The account already exists, so POST is refused with 409. */
const GRANTED: Record<string, number> = { GET: 200, PUT: 200, POST: 409 };

async function callAll(headers: Record<string, string>, query = '') {
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
  for (const reply of await callAll(headers, query)) {
    expect(reply.status).toBe(401);
    expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(reply.headers['www-authenticate']).toMatch(/^Bearer( error="invalid_token")?$/);
    expect(reply.body).toMatchObject({ status: 401, title: 'Unauthorized' });
  }
}

async function expectGranted(token: string) {
  for (const reply of await callAll(bearer(token))) {
    expect(reply.status).toBe(GRANTED[reply.method]);
  }
}

const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
const foreignJwk = foreign.publicKey.export({ format: 'jwk' });
const signWithForeignKey = (content: Buffer) => sign('sha256', content, foreign.privateKey);

const pemOf = (key: KeyObject) =>
  createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString();
const hmac = (secret: string, content: Buffer) =>
  createHmac('sha256', secret).update(content).digest();

test('every endpoint accepts a valid token', async () => {
  await expectGranted(await tokenFor(board.db, ID));
});

test('a token with several audiences is accepted, and so is the scheme `bearer` in lower case', async () => {
  const aud = ['https://other.example', 'http://localhost:3000/api'];
  await expectGranted(await tokenFor(board.db, ID, { claims: { aud } }));
  const token = await tokenFor(board.db, ID);
  const headers = { authorization: `bearer ${token}` };
  expect((await board.ask('GET', '/api/accounts', { headers })).status).toBe(200);
});

test('a clock difference of almost a minute is tolerated', async () => {
  await expectGranted(await tokenFor(board.db, ID, { claims: { exp: inSeconds(-50) } }));
  await board.db.execute('delete from accounts');
  await expectGranted(await tokenFor(board.db, ID, { claims: { nbf: inSeconds(50) } }));
});

test('a subject of 255 characters is accepted', async () => {
  const token = await tokenFor(board.db, 'x'.repeat(255));
  expect((await board.ask('GET', '/api/accounts', { token })).status).toBe(403);
});

const wrongTokens: [string, () => TokenOverrides][] = [
  ['that has expired', () => ({ claims: { exp: inSeconds(-70) } })],
  ['that is not valid yet', () => ({ claims: { nbf: inSeconds(70) } })],
  ['of another issuer', () => ({ claims: { iss: 'https://elsewhere.example/' } })],
  ['of the issuer without its slash', () => ({ claims: { iss: 'http://localhost:3000' } })],
  ['without an issuer', () => ({ claims: { iss: undefined } })],
  ['for another audience', () => ({ claims: { aud: 'https://elsewhere.example/api' } })],
  ['without an audience', () => ({ claims: { aud: undefined } })],
  [
    'for the client instead of the API (an ID token)',
    () => ({ claims: { aud: 'composable-jobs-3000' } }),
  ],
  ['without a subject', () => ({ claims: { sub: undefined } })],
  ['with an empty subject', () => ({ claims: { sub: '' } })],
  ['with a too long subject', () => ({ claims: { sub: 'x'.repeat(256) } })],
  ['with a null character in the subject', () => ({ claims: { sub: 'auth0|ada\0' } })],
  ['with a number as subject', () => ({ claims: { sub: 7 } })],
  ['with a list as subject', () => ({ claims: { sub: [ID] } })],
  ['without an expiry', () => ({ claims: { exp: undefined } })],
  ['with a string as expiry', () => ({ claims: { exp: '9999999999' } })],
  ['with the expiry "Infinity"', () => ({ claims: { exp: 'Infinity' } })],
  ['signed with another key under a known key id', () => ({ sign: signWithForeignKey })],
  [
    'signed with another key under an unknown key id',
    () => ({ header: { kid: 'other' }, sign: signWithForeignKey }),
  ],
  ['with an unknown key id', () => ({ header: { kid: 'other' } })],
  [
    'without a signature (alg none)',
    () => ({ header: { alg: 'none' }, sign: () => Buffer.alloc(0) }),
  ],
  [
    'without a signature (alg NONE)',
    () => ({ header: { alg: 'NONE' }, sign: () => Buffer.alloc(0) }),
  ],
  [
    'signed with HMAC and the public key as PEM',
    () => ({ header: { alg: 'HS256' }, sign: (content, key) => hmac(pemOf(key), content) }),
  ],
  [
    'signed with HMAC and the public key as PEM without its last line break',
    () => ({ header: { alg: 'HS256' }, sign: (content, key) => hmac(pemOf(key).trim(), content) }),
  ],
  [
    'signed with HMAC and the public key as JWK',
    () => ({
      header: { alg: 'HS256' },
      sign: (content, key) =>
        hmac(JSON.stringify(createPublicKey(key).export({ format: 'jwk' })), content),
    }),
  ],
  [
    'signed with RS384',
    () => ({ header: { alg: 'RS384' }, sign: (content, key) => sign('sha384', content, key) }),
  ],
  [
    'signed with PS256',
    () => ({
      header: { alg: 'PS256' },
      sign: (content, key) =>
        sign('sha256', content, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }),
    }),
  ],
  ['signed with a key in its own header', () => withOwnKey({ jwk: foreignJwk })],
  [
    'signed with a key in its own header and without a key id',
    () => withOwnKey({ jwk: foreignJwk, kid: undefined }),
  ],
  ['without an algorithm', () => ({ header: { alg: undefined } })],
  ['with a list as algorithm', () => ({ header: { alg: ['RS256'] } })],
  ['with an object as key id', () => ({ header: { kid: { toString: 'x' } } })],
  ['with a null character as key id', () => ({ header: { kid: '\0' } })],
  ['with an unknown critical header', () => ({ header: { crit: ['x'], x: 1 } })],
  ['with an empty list of critical headers', () => ({ header: { crit: [] } })],
  ['with a string as critical headers', () => ({ header: { crit: 'exp' } })],
  ['with an unencoded payload', () => ({ header: { b64: false, crit: ['b64'] } })],
  ['with a too short signature', () => ({ sign: () => Buffer.from('short') })],
];

function withOwnKey(header: Record<string, unknown>): TokenOverrides {
  return { header, sign: signWithForeignKey };
}

test.each(wrongTokens)('every endpoint refuses a token %s', async (_, overrides) => {
  await expectRefused(bearer(await tokenFor(board.db, ID, overrides())));
});

describe('a malformed credential is refused', () => {
  const encode = (text: string) => Buffer.from(text).toString('base64url');
  const head = encode('{"alg":"RS256"}');

  test.each([
    ['no header', {}],
    ['an empty header', { authorization: '' }],
    ['a scheme without a token', { authorization: 'Bearer' }],
    ['a scheme and a space', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: `Basic ${Buffer.from('ada:secret').toString('base64')}` }],
    ['one word', bearer('nonsense')],
    ['two words', bearer('one two')],
    ['dots', bearer('..')],
    ['two parts', bearer('a.b')],
    ['four parts', bearer('a.b.c.d')],
    ['an encrypted token', bearer(`${encode('{"alg":"dir","enc":"A256GCM"}')}..a.b.c`)],
    ['parts that are not base64', bearer('~~~.~~~.~~~')],
    ['a header that is not JSON', bearer(`${encode('{')}.e30.e30`)],
    ['a header that is a list', bearer(`${encode('[]')}.e30.e30`)],
    ['a header that is null', bearer(`${encode('null')}.e30.e30`)],
    ['a payload that is not JSON', bearer(`${head}.${encode('{')}.e30`)],
    ['a payload that is null', bearer(`${head}.${encode('null')}.e30`)],
    [
      'bytes that are not UTF-8',
      bearer(`${Buffer.from([255, 254]).toString('base64url')}.e30.e30`),
    ],
    ['__proto__ in the header', bearer(`${encode('{"__proto__":{"alg":"RS256"}}')}.e30.e30`)],
    ['a very long token', bearer('a'.repeat(12_000))],
    ['very many parts', bearer('.'.repeat(12_000))],
    ['a deeply nested header', bearer(`${encode('['.repeat(8_000))}.e30.e30`)],
  ])('on every endpoint: %s', async (_, headers: Record<string, string>) => {
    await expectRefused(headers);
  });

  test('every endpoint refuses a valid token outside the Authorization header', async () => {
    const token = await tokenFor(board.db, ID);
    await expectRefused({}, `?access_token=${token}`);
    await board.db.execute('delete from accounts');
    await expectRefused({ cookie: `access_token=${token}`, 'x-access-token': token });
    const body = { id: ID, access_token: token };
    expect((await board.ask('POST', '/api/accounts', { body })).status).toBe(401);
  });

  test('every endpoint refuses a valid token that is followed by other text', async () => {
    const token = await tokenFor(board.db, ID);
    for (const tail of ['.', '.x', ', Basic x', ' x', '=']) {
      await board.db.execute('delete from accounts');
      await expectRefused(bearer(`${token}${tail}`));
    }
  });
});

describe('URLs in a token are not fetched', () => {
  let server: KeyServer;
  beforeAll(async () => {
    server = await startKeyServer(publishedKey('foreign', foreign.privateKey));
  });
  afterAll(() => server.stop());

  test.each(['jku', 'x5u', 'iss'])(
    'the URL that a token has as its %s is not fetched',
    async (name) => {
      const { origin } = server;
      const token = await tokenFor(board.db, ID, {
        header: { kid: 'foreign', [name]: `${origin}/.well-known/jwks.json` },
        ...(name === 'iss' && { claims: { iss: `${origin}/` } }),
        sign: signWithForeignKey,
      });
      await expectRefused(bearer(token));
      expect(server.requestedUrls).toEqual([]);
    },
  );
});
