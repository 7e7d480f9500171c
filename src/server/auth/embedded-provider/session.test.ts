import { sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identity_state } from '#server/db/identity-tables.ts';
import { type Browser, openBrowser } from '#server/testing/browser.ts';
import { buildTestApp, setUpTestBoard } from '#server/testing/test-app.ts';
import { removeExpiredState } from './state.ts';
import {
  answerOf,
  askSilently,
  authorizeAddress,
  CLIENT_ID,
  exchange,
  ORIGIN,
  openSignInPage,
  signIn,
} from './testing/sign-in.ts';

const board = setUpTestBoard();

/** Another process over the same database. */
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
  test('outlives a restart', async () => {
    const browser = await signedInBrowser();
    const next = await buildTestApp(board);
    browser.moveTo(next);
    const { code } = await askSilently(browser);
    const { body } = await exchange(next, code);
    expect(decodeJwt(body.access_token).sub).toBe('embedded|ada@example.com');
    await next.close();
  });

  test('is shared by all processes, and so is each step of signing in', async () => {
    const browser = open();
    const page = await openSignInPage(browser);
    browser.moveTo(other);
    const { location } = await browser.submit(page, { email: 'ada@example.com' });
    browser.moveTo(board.app);
    const { code } = answerOf(await browser.visit(location));
    const { body } = await exchange(other, code);
    const headers = { authorization: `Bearer ${body.access_token}` };
    const url = '/api/accounts/embedded%7Cada%40example.com';
    for (const app of [board.app, other]) {
      expect((await app.inject({ url, headers })).statusCode).toBe(404);
    }
  });

  test('a browser that is signed in is not asked again', async () => {
    const browser = await signedInBrowser();
    expect(answerOf(await browser.visit(authorizeAddress()))).toHaveProperty('code');
  });

  test('signing in as someone else leaves the first person signed out', async () => {
    const browser = await signedInBrowser();
    const page = await openSignInPage(browser, { prompt: 'login' });
    let reply = await browser.submit(page, { email: 'bo@example.com' });
    reply = await browser.visit(reply.location);
    // The library ends the first session by a form, and goes on.
    const [, action = ''] = /action="([^"]+)"/.exec(reply.html) ?? [];
    reply = await browser.submit(action, hiddenFields(reply.html));
    const { code } = answerOf(await browser.visit(reply.location));
    const { body } = await exchange(board.app, code);
    expect(decodeJwt(body.access_token).sub).toBe('embedded|bo@example.com');
    expect(await askSilently(browser)).toHaveProperty('code');
  });

  test('its cookies are for the server alone, and hold the board’s port', async () => {
    const { headers } = await open().visit(authorizeAddress());
    const lines = [headers['set-cookie'] ?? []].flat();
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line).toMatch(/^identity_[a-z]+_3000(\.sig)?=/);
      expect(line.toLowerCase()).toMatch(/; samesite=lax(;|$)/);
      expect(line.toLowerCase()).toMatch(/; httponly(;|$)/);
    }
  });

  test('a cookie that is made up or changed is no session', async () => {
    const browser = await signedInBrowser();
    for (const [key, cookie] of browser.cookies) {
      if (cookie.name.endsWith('.sig'))
        browser.cookies.set(key, { ...cookie, value: 'A'.repeat(27) });
    }
    expect(await askSilently(browser)).toMatchObject({ error: 'login_required' });
  });
});

const hiddenFields = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

describe('logging out', () => {
  const address = (returnTo: string, client_id: string | undefined = CLIENT_ID) =>
    `/v2/logout?${new URLSearchParams({ returnTo, ...(client_id && { client_id }) })}`;

  /** Does what the page's script does. */
  async function logOut(browser: Browser, url: string) {
    const { status, html } = await browser.visit(url);
    expect(status).toBe(200);
    const [, action = ''] = /action="([^"]+)"/.exec(html) ?? [];
    return browser.submit(action, hiddenFields(html));
  }

  test('ends the session everywhere, and sends back to the board', async () => {
    const browser = await signedInBrowser();
    const { status, location } = await logOut(browser, address(ORIGIN));
    expect(status).toBe(303);
    expect(new URL(location).href).toBe(`${ORIGIN}/`);
    expect(await askSilently(browser)).toMatchObject({ error: 'login_required' });
    browser.moveTo(other);
    expect(await askSilently(browser)).toMatchObject({ error: 'login_required' });
  });

  test('another site may lead there, but the person decides', async () => {
    const browser = await signedInBrowser();
    const visit = (site: string) =>
      browser.visit(address(ORIGIN), { headers: { 'sec-fetch-site': site } });
    expect((await visit('cross-site')).html).not.toContain('<script>');
    expect((await visit('cross-site')).html).toContain('<button class="button">Log out</button>');
    for (const site of ['same-origin', 'same-site', 'none']) {
      expect((await visit(site)).html).toContain('<script>');
    }
    expect(await askSilently(browser)).toHaveProperty('code');
  });

  test('a visit that signs nobody in is forgotten after an hour', async () => {
    await open().visit(address(ORIGIN));
    const rows = await board.db.select().from(identity_state);
    const sessions = rows.filter(({ kind, payload }) => kind === 'Session' && !payload.accountId);
    expect(sessions.length).toBeGreaterThan(0);
    for (const { expires_at } of sessions) {
      expect(expires_at?.getTime()).toBeLessThanOrEqual(Date.now() + 3_600_000);
    }
  });

  test('ends the session of this browser, and no other', async () => {
    const [one, two] = [await signedInBrowser(), await signedInBrowser()];
    await logOut(one, address(ORIGIN));
    expect(await askSilently(two)).toHaveProperty('code');
  });

  test('a cookie kept from before opens nothing', async () => {
    const browser = await signedInBrowser();
    const kept = new Map(browser.cookies);
    await logOut(browser, address(ORIGIN));
    for (const [key, cookie] of kept) browser.cookies.set(key, cookie);
    expect(await askSilently(browser)).toMatchObject({ error: 'login_required' });
  });

  test('without a session it leads back all the same', async () => {
    const { status, location } = await logOut(open(), address(ORIGIN));
    expect([status, new URL(location).origin]).toEqual([303, ORIGIN]);
  });

  test('with nowhere to go back to it leads to the board', async () => {
    const browser = await signedInBrowser();
    const { location } = await logOut(browser, '/v2/logout');
    const last = await browser.visit(location);
    expect(new URL(last.location).origin).toBe(ORIGIN);
    expect(await askSilently(browser)).toMatchObject({ error: 'login_required' });
  });

  test.each([
    'https://elsewhere.example',
    'https://elsewhere.example/?a=1&b=2',
    '//elsewhere.example',
    `${ORIGIN}.elsewhere.example`,
    `${ORIGIN}@elsewhere.example`,
    'javascript:alert(1)',
    '\0',
  ])('never sends to another site: %j', async (returnTo) => {
    const browser = await signedInBrowser();
    const refused = await browser.visit(address(returnTo));
    expect(refused.status).toBe(400);
    expect(refused.location).toBe('');
    expect(refused.html).toContain('Sign-in failed');
    expect(await askSilently(browser)).toHaveProperty('code');

    const without = await logOut(browser, address(returnTo, ''));
    const last = await browser.visit(without.location);
    expect(new URL(last.location).origin).toBe(ORIGIN);
  });

  test('is not done by another site’s form', async () => {
    const browser = await signedInBrowser();
    await browser.visit(address(ORIGIN));
    const reply = await browser.submit('/v2/logout/confirm', { xsrf: 'made-up', logout: 'yes' });
    expect(reply.status).toBe(400);
    expect(await askSilently(browser)).toHaveProperty('code');
  });
});

test('what has expired is removed, and nothing else', async () => {
  const browser = await signedInBrowser();
  const count = () => board.db.$count(identity_state);
  const before = await count();
  const soon = sql`now() + interval '1 minute'`;
  const values = { kind: 'Session', payload: {} };
  await board.db.insert(identity_state).values([
    { ...values, id: 'expired', expires_at: sql`now() - interval '1 second'` },
    { ...values, id: 'good', expires_at: soon },
    { ...values, id: 'for ever', expires_at: null },
  ]);
  await removeExpiredState(board.db);
  expect(await count()).toBe(before + 2);
  expect(await askSilently(browser)).toHaveProperty('code');
});

test('what has expired is no session, though it is still stored', async () => {
  const browser = await signedInBrowser();
  await board.db.update(identity_state).set({ expires_at: sql`now() - interval '1 second'` });
  expect(await askSilently(browser)).toMatchObject({ error: 'login_required' });
});
