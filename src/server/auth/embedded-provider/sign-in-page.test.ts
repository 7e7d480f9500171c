import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { exchange, ORIGIN, openSignInPage, signIn } from './testing/sign-in.ts';

const board = setUpTestBoard();
const open = () => openBrowser(board.app);

describe('the sign-in page', () => {
  test('has an email field, the demo users and a note that explains the page', async () => {
    const browser = open();
    const { status, html, headers } = await browser.visit(await openSignInPage(browser));
    expect(status).toBe(200);
    expect(html).toContain('<title>Sign in · Test Board</title>');
    expect(html).toMatch(/<input id="email" name="email" type="email"[^>]*autocomplete="email"/);
    for (const email of ['user', 'companyadmin', 'siteadmin']) {
      expect(html).toContain(`<button name="email" value="${email}@example.com"`);
    }
    expect(html).toContain('accepts any email address without a password');
    expect(html).not.toContain('field-error');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    });
  });

  test('allows no scripts or frames of other sites, and submits only to the site', async () => {
    const browser = open();
    const { headers } = await browser.visit(await openSignInPage(browser));
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain(`form-action 'self' ${ORIGIN}`);
    expect(policy.join()).not.toContain('unsafe');
  });

  test.each([
    [' Ada.LOVELACE@Example.COM ', 'ada.lovelace@example.com', 'Ada Lovelace'],
    ['bo+jobs@example.com', 'bo+jobs@example.com', 'Bo'],
    ["o'hara_anne-marie@example.com", "o'hara_anne-marie@example.com", "O'hara Anne Marie"],
    ['a@localhost', 'a@localhost', 'A'],
    ['._.@example.com', '._.@example.com', '._.@example.com'],
    ['siteadmin@example.com', 'siteadmin@example.com', 'Demo Site Admin'],
    ['constructor@example.com', 'constructor@example.com', 'Constructor'],
  ])('the sign-in page accepts the address %j', async (input, email, name) => {
    const { code } = await signIn(open(), input);
    const { body } = await exchange(board.app, code);
    expect(decodeJwt(body.id_token)).toMatchObject({ sub: `embedded|${email}`, email, name });
  });

  test('accepts the longest possible address, and an account can be created with it', async () => {
    const email = `${'a'.repeat(234)}@example.com`;
    const { code } = await signIn(open(), email);
    const { access_token, id_token } = (await exchange(board.app, code)).body;
    const { sub = '', name } = decodeJwt<{ name: string }>(id_token);
    expect(sub).toHaveLength(255);
    const body = { id: sub, name, email };
    const reply = await board.ask('POST', '/api/accounts', { token: access_token, body });
    expect(reply.status).toBe(201);
  });

  test.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada lovelace@example.com',
    'ada@exa mple.com',
    'ada@example..com',
    'ada@-example.com',
    'adá@example.com',
    'ada@example.com\u0000',
    'ada@example.com, bo@example.com',
    `${'a'.repeat(235)}@example.com`,
    '"><script>alert(1)</script>',
  ])(
    'the sign-in page refuses the address %j, leaves it in the field and shows an error',
    async (input) => {
      const browser = open();
      const page = await openSignInPage(browser);
      const { status, html } = await browser.submit(page, { email: input });
      expect(status).toBe(400);
      expect(html).toContain('<title>Error: Sign in');
      expect(html).toContain('Enter an email address, such as name@example.com.');
      expect(html).toContain('aria-invalid="true" aria-describedby="email-error"');
      expect(html).not.toContain('<script>alert');
      const escaped = input
        .replaceAll('"', '&#34;')
        .replaceAll('<', '&#60;')
        .replaceAll('>', '&#62;');
      expect(html).toContain(`autofocus value="${escaped}"`);

      expect((await browser.submit(page, { email: 'ada@example.com' })).status).toBe(303);
    },
  );

  test('refuses a form without an email field, a form that is too large, and plain text', async () => {
    const browser = open();
    const page = await openSignInPage(browser);
    expect((await browser.submit(page, {})).status).toBe(400);
    expect((await browser.submit(page, { __proto__: 'x', name: 'Ada' })).status).toBe(400);
    expect((await browser.visit(page, { method: 'POST' })).status).toBe(400);
    const large = await browser.submit(page, { email: 'a'.repeat(20_000) });
    expect(large.status).toBe(413);
    const plain = { method: 'POST', payload: 'email=ada@example.com' } as const;
    const headers = { 'content-type': 'text/plain' };
    expect((await browser.visit(page, { ...plain, headers })).status).toBe(415);
  });
});

describe('sign-ins that cannot be continued', () => {
  test.each(['unknown', '%00', '..%2f..', 'a'.repeat(500)])(
    'with the unknown id %s',
    async (uid) => {
      const page = `/authorize/sign-in/${uid}`;
      for (const browser of [open(), await browserWithPendingSignIn()]) {
        for (const reply of [
          await browser.visit(page),
          await browser.submit(page, { email: 'ada@example.com' }),
        ]) {
          expect(reply.status).toBe(400);
          expect(reply.html).toContain('This sign-in has ended; start again.');
          expect(reply.html).toContain(`href="${ORIGIN}"`);
          expect(reply.location).toBe('');
        }
      }
    },
  );

  test('a sign-in is refused in another browser', async () => {
    const page = await openSignInPage(open());
    for (const browser of [open(), await browserWithPendingSignIn()]) {
      expect((await browser.visit(page)).status).toBe(400);
      expect((await browser.submit(page, { email: 'eve@example.com' })).status).toBe(400);
    }
  });

  test('a sign-in is refused after it is finished', async () => {
    const browser = open();
    const page = await openSignInPage(browser);
    const { location } = await browser.submit(page, { email: 'ada@example.com' });
    await browser.visit(location);
    expect((await browser.visit(page)).status).toBe(400);
    const again = await browser.visit(location);
    expect([again.status, again.location]).toEqual([400, '']);
    expect(again.html).toContain('Sign-in failed');
  });
});

async function browserWithPendingSignIn() {
  const browser = open();
  await openSignInPage(browser);
  return browser;
}
