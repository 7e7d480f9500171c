import { eq, sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identity_state } from '#server/db/identity-tables.ts';
import { type Browser, openBrowser } from '#tests/support/browser.ts';
import { locksAwaited } from '#tests/support/locks.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';
import { deleteExpiredState } from './sessions.ts';
import {
  authorizationResponse,
  authorizeUrl,
  CLIENT_ID,
  exchange,
  ORIGIN,
  openSignInPage,
  signIn,
  signInSilently,
} from './testing/sign-in.ts';

const board = setUpTestBoard();

/** The app of another process on the same database. */
let other: Awaited<ReturnType<typeof buildTestApp>>;
beforeAll(async () => {
  other = await buildTestApp(board);
});
afterAll(() => other.close());

const open = () => openBrowser(board.app);

async function signedInBrowser(email = 'ada@example.com'): Promise<Browser> {
  const browser = open();
  await signIn(browser, email);
  return browser;
}

describe('a session', () => {
  test('survives a restart', async () => {
    const browser = await signedInBrowser();
    const next = await buildTestApp(board);
    browser.moveTo(next);
    const { code } = await signInSilently(browser);
    const { body } = await exchange(next, code);
    expect(decodeJwt(body.access_token).sub).toBe('embedded|ada@example.com');
    await next.close();
  });

  test('is shared by all processes, as is each step of a sign-in', async () => {
    const browser = open();
    const page = await openSignInPage(browser);
    browser.moveTo(other);
    const { location } = await browser.submit(page, { email: 'ada@example.com' });
    browser.moveTo(board.app);
    const { code } = authorizationResponse(await browser.visit(location));
    const { body } = await exchange(other, code);
    const headers = { authorization: `Bearer ${body.access_token}` };
    const url = '/api/accounts/embedded%7Cada%40example.com';
    for (const app of [board.app, other]) {
      expect((await app.inject({ url, headers })).statusCode).toBe(404);
    }
  });

  test('signs the browser in without showing a page', async () => {
    const browser = await signedInBrowser();
    expect(authorizationResponse(await browser.visit(authorizeUrl()))).toHaveProperty('code');
  });

  test('of another user replaces the existing session in this browser', async () => {
    const browser = await signedInBrowser();
    const page = await openSignInPage(browser, { prompt: 'login' });
    let reply = await browser.submit(page, { email: 'bo@example.com' });
    reply = await browser.visit(reply.location);
    // The library first ends the old session through a form, and then continues.
    const [, action = ''] = /action="([^"]+)"/.exec(reply.html) ?? [];
    reply = await browser.submit(action, hiddenFields(reply.html));
    const { code } = authorizationResponse(await browser.visit(reply.location));
    const { body } = await exchange(board.app, code);
    expect(decodeJwt(body.access_token).sub).toBe('embedded|bo@example.com');
    expect(await signInSilently(browser)).toHaveProperty('code');
  });

  test('has HttpOnly cookies with the server’s port in their names', async () => {
    const { headers } = await open().visit(authorizeUrl());
    const lines = [headers['set-cookie'] ?? []].flat();
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line).toMatch(/^identity_[a-z]+_3000(\.sig)?=/);
      expect(line.toLowerCase()).toMatch(/; samesite=lax(;|$)/);
      expect(line.toLowerCase()).toMatch(/; httponly(;|$)/);
    }
  });

  test('cannot be forged with a changed cookie', async () => {
    const browser = await signedInBrowser();
    for (const [key, cookie] of browser.cookies) {
      if (cookie.name.endsWith('.sig'))
        browser.cookies.set(key, { ...cookie, value: 'A'.repeat(27) });
    }
    expect(await signInSilently(browser)).toMatchObject({ error: 'login_required' });
  });
});

const hiddenFields = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

describe('logging out', () => {
  const logoutUrl = (returnTo: string, client_id: string | undefined = CLIENT_ID) =>
    `/v2/logout?${new URLSearchParams({ returnTo, ...(client_id && { client_id }) })}`;

  /** Submits the form like the script of the page. */
  async function logOut(browser: Browser, url: string) {
    const { status, html } = await browser.visit(url);
    expect(status).toBe(200);
    const [, action = ''] = /action="([^"]+)"/.exec(html) ?? [];
    return browser.submit(action, hiddenFields(html));
  }

  test('ends the session in every process and redirects to the site', async () => {
    const browser = await signedInBrowser();
    const { status, location } = await logOut(browser, logoutUrl(ORIGIN));
    expect(status).toBe(303);
    expect(new URL(location).href).toBe(`${ORIGIN}/`);
    expect(await signInSilently(browser)).toMatchObject({ error: 'login_required' });
    browser.moveTo(other);
    expect(await signInSilently(browser)).toMatchObject({ error: 'login_required' });
  });

  test('requires confirmation after a link on another site', async () => {
    const browser = await signedInBrowser();
    const visit = (site: string) =>
      browser.visit(logoutUrl(ORIGIN), { headers: { 'sec-fetch-site': site } });
    expect((await visit('cross-site')).html).not.toContain('<script>');
    expect((await visit('cross-site')).html).toContain('<button class="button">Log out</button>');
    for (const site of ['same-origin', 'same-site', 'none']) {
      expect((await visit(site)).html).toContain('<script>');
    }
    expect(await signInSilently(browser)).toHaveProperty('code');
  });

  test('leaves a session without a user, which is stored for an hour at most', async () => {
    await open().visit(logoutUrl(ORIGIN));
    const rows = await board.db.select().from(identity_state);
    const sessions = rows.filter(({ kind, payload }) => kind === 'Session' && !payload.accountId);
    expect(sessions.length).toBeGreaterThan(0);
    for (const { expires_at } of sessions) {
      expect(expires_at?.getTime()).toBeLessThanOrEqual(Date.now() + 3_600_000);
    }
  });

  test('ends only the session of this browser', async () => {
    const [one, two] = [await signedInBrowser(), await signedInBrowser()];
    await logOut(one, logoutUrl(ORIGIN));
    expect(await signInSilently(two)).toHaveProperty('code');
  });

  test('invalidates the old cookies', async () => {
    const browser = await signedInBrowser();
    const oldCookies = new Map(browser.cookies);
    await logOut(browser, logoutUrl(ORIGIN));
    for (const [key, cookie] of oldCookies) browser.cookies.set(key, cookie);
    expect(await signInSilently(browser)).toMatchObject({ error: 'login_required' });
  });

  test('ends a session even if a silent sign-in is storing it', async () => {
    const browser = await signedInBrowser();
    const copy = open();
    for (const [key, cookie] of browser.cookies) copy.cookies.set(key, cookie);
    const { html } = await browser.visit(logoutUrl(ORIGIN));
    // Both requests read the session and then wait for the lock on its row. The logout, which deletes the row, is first
    // in the queue.
    const requests: Promise<unknown>[] = [];
    await board.db.transaction(async (tx) => {
      await tx
        .select()
        .from(identity_state)
        .where(eq(identity_state.kind, 'Session'))
        .for('update');
      requests.push(browser.submit('/v2/logout/confirm', hiddenFields(html)));
      await expect.poll(() => locksAwaited(board.db)).toBe(1);
      requests.push(signInSilently(copy));
      await expect.poll(() => locksAwaited(board.db)).toBe(2);
    });
    await Promise.all(requests);
    expect(await signInSilently(copy)).toMatchObject({ error: 'login_required' });
  });

  test('redirects to the site even without a session', async () => {
    const { status, location } = await logOut(open(), logoutUrl(ORIGIN));
    expect([status, new URL(location).origin]).toEqual([303, ORIGIN]);
  });

  test('redirects to the site without a return URL', async () => {
    const browser = await signedInBrowser();
    const { location } = await logOut(browser, '/v2/logout');
    const last = await browser.visit(location);
    expect(new URL(last.location).origin).toBe(ORIGIN);
    expect(await signInSilently(browser)).toMatchObject({ error: 'login_required' });
  });

  test.each([
    'https://elsewhere.example',
    'https://elsewhere.example/?a=1&b=2',
    '//elsewhere.example',
    `${ORIGIN}.elsewhere.example`,
    `${ORIGIN}@elsewhere.example`,
    'javascript:alert(1)',
    '\0',
  ])('never redirects to another site: %j', async (returnTo) => {
    const browser = await signedInBrowser();
    const refused = await browser.visit(logoutUrl(returnTo));
    expect(refused.status).toBe(400);
    expect(refused.location).toBe('');
    expect(refused.html).toContain('Sign-in failed');
    expect(await signInSilently(browser)).toHaveProperty('code');

    const without = await logOut(browser, logoutUrl(returnTo, ''));
    const last = await browser.visit(without.location);
    expect(new URL(last.location).origin).toBe(ORIGIN);
  });

  test('refuses a form without a valid token', async () => {
    const browser = await signedInBrowser();
    await browser.visit(logoutUrl(ORIGIN));
    const reply = await browser.submit('/v2/logout/confirm', { xsrf: 'made-up', logout: 'yes' });
    expect(reply.status).toBe(400);
    expect(await signInSilently(browser)).toHaveProperty('code');
  });
});

test('only expired state is deleted', async () => {
  const browser = await signedInBrowser();
  const count = () => board.db.$count(identity_state);
  const before = await count();
  const soon = sql`now() + interval '1 minute'`;
  const values = { kind: 'Session', payload: {} };
  await board.db.insert(identity_state).values([
    { ...values, id: 'expired', expires_at: sql`now() - interval '1 second'` },
    { ...values, id: 'valid', expires_at: soon },
    { ...values, id: 'permanent', expires_at: null },
  ]);
  await deleteExpiredState(board.db);
  expect(await count()).toBe(before + 2);
  expect(await signInSilently(browser)).toHaveProperty('code');
});

test('an expired session is refused even while it is still stored', async () => {
  const browser = await signedInBrowser();
  await board.db.update(identity_state).set({ expires_at: sql`now() - interval '1 second'` });
  expect(await signInSilently(browser)).toMatchObject({ error: 'login_required' });
});
