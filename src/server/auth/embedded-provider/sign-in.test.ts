import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { requestContext } from './oidc-library.ts';
import {
  authorizationResponse,
  authorizeUrl,
  CLIENT_ID,
  exchange,
  ORIGIN,
  signIn,
  signInSilently,
} from './testing/sign-in.ts';

const board = setUpTestBoard();
const open = () => openBrowser(board.app);

describe('a complete sign-in', () => {
  test.each(['query', 'web_message'])(
    'a complete sign-in returns an access token and an ID token (%s)',
    async (response_mode) => {
      const answer = await signIn(open(), 'ada.lovelace@example.com', { response_mode });
      expect(answer).toMatchObject({ code: expect.any(String), state: 'a-state' });

      const { status, headers, body } = await exchange(board.app, answer.code);

      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['access-control-allow-origin']).toBe(ORIGIN);
      expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3_600 });
      expect(body).not.toHaveProperty('refresh_token');
      const sub = 'embedded|ada.lovelace@example.com';
      const iss = `${ORIGIN}/`;
      expect(decodeProtectedHeader(body.access_token)).toMatchObject({ alg: 'RS256' });
      expect(decodeJwt(body.access_token)).toMatchObject({ iss, sub, aud: `${ORIGIN}/api` });
      expect(decodeProtectedHeader(body.id_token)).toMatchObject({ alg: 'RS256' });
      expect(decodeJwt(body.id_token)).toMatchObject({
        iss,
        sub,
        aud: CLIENT_ID,
        nonce: 'a-nonce',
        name: 'Ada Lovelace',
        email: 'ada.lovelace@example.com',
      });
    },
  );

  test('grants API access with the access token, but not with the ID token', async () => {
    const { code } = await signIn(open(), 'ada@example.com');
    const { access_token, id_token } = (await exchange(board.app, code)).body;
    const body = { id: 'embedded|ada@example.com' };
    const create = (token: string) => board.ask('POST', '/api/accounts', { token, body });
    expect((await create(id_token)).status).toBe(401);
    expect((await create(access_token)).status).toBe(201);
  });

  test('disables the library’s AsyncLocalStorage, even after simultaneous sign-ins', async () => {
    const answers = await Promise.all(
      ['ada', 'grace', 'edsger'].map((name) => signIn(open(), `${name}@example.com`)),
    );
    for (const { code } of answers) {
      expect((await exchange(board.app, code)).status).toBe(200);
      expect(requestContext).toBeDefined();
      // Newer releases of Node lack this property. There, an unused storage costs nothing.
      expect(Object.getOwnPropertyDescriptor(requestContext, 'enabled')?.value ?? false).toBe(
        false,
      );
    }
  });

  test('the provider publishes its endpoints', async () => {
    const { status, body } = await board.ask('GET', '/.well-known/openid-configuration');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      issuer: `${ORIGIN}/`,
      authorization_endpoint: `${ORIGIN}/authorize`,
      token_endpoint: `${ORIGIN}/oauth/token`,
      end_session_endpoint: `${ORIGIN}/v2/logout`,
      jwks_uri: `${ORIGIN}/.well-known/jwks.json`,
    });
  });

  test('the provider publishes its keys without their private parts', async () => {
    const { body } = await board.ask('GET', '/.well-known/jwks.json');
    for (const key of body.keys) {
      expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    }
  });

  test('the provider returns no tokens to another site that knows the code', async () => {
    const { code } = await signIn(open(), 'ada@example.com');
    const reply = await exchange(board.app, code, {}, 'https://elsewhere.example');
    expect(reply.status).toBe(400);
    expect(reply.body).not.toHaveProperty('access_token');
    expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('a silent sign-in', () => {
  test('returns a code for the session', async () => {
    const browser = open();
    await signIn(browser, 'ada@example.com');
    const answer = await signInSilently(browser);
    expect(answer).toMatchObject({ code: expect.any(String), state: 'a-state' });
    const { body } = await exchange(board.app, answer.code);
    expect(decodeJwt(body.access_token).sub).toBe('embedded|ada@example.com');
  });

  test('without a session returns login_required, which is no failed request', async () => {
    const reply = await open().visit(
      authorizeUrl({ prompt: 'none', response_mode: 'web_message' }),
    );
    expect(reply.status).toBe(200);
    expect(authorizationResponse(reply)).toMatchObject({
      error: 'login_required',
      state: 'a-state',
    });
  });

  test('responds only to a frame of the site, and allows only its own scripts', async () => {
    const changes = { prompt: 'none', response_mode: 'web_message', state: '</script><script>x' };
    const reply = await open().visit(authorizeUrl(changes));
    const policy = String(reply.headers['content-security-policy']);
    expect(policy).toContain(`frame-ancestors ${ORIGIN}`);
    expect(policy).toMatch(/script-src 'self'( 'sha256-[^ ]+'){3}(;|$)/);
    expect(reply.headers).not.toHaveProperty('x-frame-options');
    expect(reply.html.match(/<script/g)).toHaveLength(1);
    expect(authorizationResponse(reply).state).toBe('</script><script>x');
  });
});

describe('refused authorization requests', () => {
  test.each([
    ['another redirect URI', { redirect_uri: 'https://elsewhere.example' }],
    ['another page of the site as redirect URI', { redirect_uri: `${ORIGIN}/jobs` }],
    ['a redirect URI with the same prefix', { redirect_uri: `${ORIGIN}.elsewhere.example` }],
    [
      'another redirect URI in a frame',
      { redirect_uri: 'https://elsewhere.example', prompt: 'none', response_mode: 'web_message' },
    ],
    ['no redirect URI and no client', { client_id: undefined, redirect_uri: undefined }],
    ['another client', { client_id: 'other' }],
  ])('an authorization request is refused without a redirect: %s', async (_, changes) => {
    const reply = await open().visit(authorizeUrl(changes));
    expect(reply.status).toBe(400);
    expect(reply.location).toBe('');
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.html).toContain('Sign-in failed');
    expect(reply.html).toContain(`href="${ORIGIN}"`);
  });

  test.each([
    ['no PKCE challenge', { code_challenge: undefined, code_challenge_method: undefined }],
    ['a plain PKCE challenge', { code_challenge_method: 'plain' }],
    ['the implicit flow', { response_type: 'token' }],
    ['the implicit flow for an ID token', { response_type: 'id_token' }],
    ['an unknown response mode', { response_mode: 'carrier_pigeon' }],
  ])(
    'an authorization request is refused with an error that the page gets: %s',
    async (_, changes) => {
      const reply = await open().visit(authorizeUrl(changes));
      expect(reply.html).not.toContain('<form');
      if (reply.location) expect(new URL(reply.location).origin).toBe(ORIGIN);
      const error = reply.location
        ? new URL(reply.location.replace('#', '?')).searchParams
        : undefined;
      expect([error?.get('error'), error?.get('code')]).toEqual([
        expect.stringMatching(/^(invalid_request|unsupported_response_\w+|unauthorized_client)$/),
        null,
      ]);
    },
  );
});

describe('a code', () => {
  test.each([
    ['with another PKCE verifier', { code_verifier: 'b'.repeat(43) }],
    ['without a PKCE verifier', { code_verifier: undefined }],
    ['for another redirect URI', { redirect_uri: 'https://elsewhere.example' }],
    ['of another client', { client_id: 'other' }],
    ['that was never issued', { code: 'made-up' }],
    ['with another grant type', { grant_type: 'refresh_token' }],
    ['with the password grant', { grant_type: 'password' }],
  ])('a code %s returns no tokens', async (_, changes) => {
    const { code } = await signIn(open(), 'ada@example.com');
    const { status, body } = await exchange(board.app, code, changes);
    expect([400, 401]).toContain(status);
    expect(body).toMatchObject({ error: expect.any(String) });
    expect(body).not.toHaveProperty('access_token');
  });

  test('returns tokens only once', async () => {
    const { code } = await signIn(open(), 'ada@example.com');
    expect((await exchange(board.app, code)).status).toBe(200);
    const again = await exchange(board.app, code);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
  });

  test('returns tokens to only one of several simultaneous requests', async () => {
    const { code } = await signIn(open(), 'ada@example.com');
    const replies = await Promise.all([1, 2, 3].map(() => exchange(board.app, code)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });
});
