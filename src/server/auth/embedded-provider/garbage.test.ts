import { describe, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { authorizeUrl, exchange, openSignInPage, signIn } from './testing/sign-in.ts';

const board = setUpTestBoard();
const open = () => openBrowser(board.app);

const GARBAGE = [
  '\0',
  'a\0b',
  '',
  ' ',
  '%',
  '\r\nset-cookie: x=y',
  '"><script>alert(1)</script>',
  "' or 1=1 --",
  '__proto__',
  'constructor',
  '[object Object]',
  '{"a":',
  'a'.repeat(3_000),
  '🙂\ufffe',
  '-1',
  '99999999999999999999',
  'urn:x:y',
  'http://[',
];

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Expects that the response is not a server error and contains neither an injected script nor internal details. */
async function expectNoFailure(reply: Promise<{ status: number; html: string }>) {
  const { status, html } = await reply;
  expect(status).toBeLessThan(500);
  expect(html).not.toContain('<script>alert');
  expect(html).not.toMatch(/node_modules|select |at .*\.js:\d/);
}

describe('garbage that clients send', () => {
  test.each([
    'client_id',
    'redirect_uri',
    'response_type',
    'response_mode',
    'scope',
    'audience',
    'state',
    'nonce',
    'code_challenge',
    'code_challenge_method',
    'prompt',
    'max_age',
    'login_hint',
    'id_token_hint',
    'acr_values',
    'claims',
    'request',
    'request_uri',
    'resource',
    'registration',
    'ui_locales',
    'auth0Client',
    'a\0b',
  ])('garbage in the authorization parameter %j causes no server error', async (name) => {
    for (const value of GARBAGE) {
      await expectNoFailure(open().visit(authorizeUrl({ [name]: value })));
      await expectNoFailure(open().visit(authorizeUrl({ prompt: 'none', [name]: value })));
    }
    const twice = `${authorizeUrl()}&${encodeURIComponent(name)}=a`;
    await expectNoFailure(open().visit(`${twice}&${encodeURIComponent(name)}=b`));
  });

  test.each([
    'client_id',
    'redirect_uri',
    'grant_type',
    'code',
    'code_verifier',
    'client_secret',
    'client_assertion',
    'resource',
    'scope',
    'a\0b',
  ])('garbage in the token parameter %j causes no server error', async (name) => {
    const { code } = await signIn(open(), 'ada@example.com');
    for (const value of GARBAGE) {
      const { status } = await exchange(board.app, code, { [name]: value });
      expect(status).toBeLessThan(500);
    }
  });

  test.each([
    'client_id',
    'returnTo',
    'post_logout_redirect_uri',
    'id_token_hint',
    'state',
    'logout_hint',
    'xsrf',
    'logout',
  ])('garbage in the sign-out parameter %j causes no server error', async (name) => {
    const browser = open();
    await signIn(browser, 'ada@example.com');
    for (const value of GARBAGE) {
      const fields = { [name]: value };
      await expectNoFailure(browser.visit(`/v2/logout?${new URLSearchParams(fields)}`));
      await expectNoFailure(browser.visit(`/v2/logout/success?${new URLSearchParams(fields)}`));
      await expectNoFailure(browser.submit('/v2/logout', fields));
      await expectNoFailure(browser.submit('/v2/logout/confirm', fields));
    }
  });

  test('garbage in the URL of a sign-in causes no server error', async () => {
    for (const value of ['%00', 'a%00b', '%', '%E0%A4%A', '..%2f..', 'a'.repeat(3_000)]) {
      for (const path of [`/authorize/${value}`, `/authorize/sign-in/${value}`]) {
        await expectNoFailure(open().visit(path));
        await expectNoFailure(open().submit(path, { email: 'ada@example.com' }));
      }
    }
  });

  test('garbage in cookies causes no server error', async () => {
    const browser = open();
    const page = await openSignInPage(browser);
    const { location } = await browser.submit(page, { email: 'ada@example.com' });
    const values = ['\\0', '%00', '', '=', '"', 'a'.repeat(3_000), '; ;', '__proto__', 'é'];
    for (const value of values) {
      for (const [key, cookie] of browser.cookies) {
        const other = open();
        for (const [name, original] of browser.cookies) {
          other.cookies.set(name, name === key ? { ...cookie, value } : original);
        }
        for (const url of [page, location, authorizeUrl({ prompt: 'none' }), '/v2/logout']) {
          await expectNoFailure(other.visit(url));
        }
      }
    }
  });

  test('garbage in tokens for userinfo causes no server error', async () => {
    for (const token of ['a', 'a.b.c', '%00', `${'a'.repeat(3_000)}`, '', 'Bearer']) {
      const headers = { authorization: `Bearer ${token}` };
      await expectNoFailure(open().visit('/userinfo', { headers }));
    }
    await expectNoFailure(open().visit('/userinfo?access_token=%00'));
    await expectNoFailure(open().submit('/userinfo', { access_token: '\0' }));
  });

  test('garbage in bodies and methods causes no server error', async () => {
    const bodies = ['\0', '%', '%00=%00', '&&&=', '{"a":1}', 'a'.repeat(300_000), '[]=1&[]=2'];
    for (const url of ['/oauth/token', '/authorize', '/v2/logout/confirm', '/userinfo']) {
      for (const payload of bodies) {
        for (const type of [FORM['content-type'], 'application/json', 'text/plain', 'nonsense']) {
          const headers = { 'content-type': type };
          await expectNoFailure(open().visit(url, { method: 'POST', payload, headers }));
        }
      }
      for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const) {
        await expectNoFailure(open().visit(url, { method, headers: { origin: 'null' } }));
      }
    }
  });
});
