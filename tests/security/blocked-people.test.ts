import { eq, sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setUpProvenBoard } from '#server/auth/embedded-provider/testing/proven-board.ts';
import {
  exchange,
  openSignInPage,
  signIn,
} from '#server/auth/embedded-provider/testing/sign-in.ts';
import { accounts, companies } from '#server/db/schema.ts';
import { ACTORS } from '#server/db/with-actor.ts';
import { blockAccount, setRole, unblockAccount } from '#server/modules/accounts/commands.ts';
import { tokenFor } from '../support/access-tokens.ts';
import { openBrowser } from '../support/browser.ts';
import { createAccount } from '../support/factories.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { statement } from './statements.ts';

const board = setUpProvenBoard();
let demo: TestApp;
beforeAll(async () => {
  demo = await startTestApp();
});
afterAll(() => demo.close());

let admin: string;
beforeEach(async () => {
  admin = (await createAccount(board.db, { role: 'siteadmin' })).id;
});

const BLOCKED = 'A site admin has blocked this account';
const idOf = (token: string) => decodeJwt(token).sub ?? '';

/** Signs a person in for the first time, which creates the account. */
async function newPerson(email: string) {
  const signedIn = await board.signIn(email);
  const id = idOf(signedIn.access_token);
  const body = { id, name: 'Eve', email: '', bio: '' };
  expect((await board.ask('POST', '/api/accounts', signedIn.access_token, body)).status).toBe(201);
  return { id, ...signedIn };
}

test(statement(48), async () => {
  const { id, access_token: token, browser } = await newPerson('eve@example.com');
  // A sign-in that has begun before the block.
  const other = board.open();
  const { page, code } = await board.requestCode(other, 'eve@example.com');

  await blockAccount(board.db, { siteAdmin: admin }, id, 'Spam');
  for (const [method, path] of [
    ['GET', `/api/accounts/${encodeURIComponent(id)}`],
    ['PUT', `/api/accounts/${encodeURIComponent(id)}`],
    ['GET', '/api/sessions'],
    ['GET', '/api/memberships'],
    ['POST', '/api/claims'],
  ] as const) {
    expect((await board.ask(method, path, token)).status).toBe(401);
  }
  expect((await board.signInSilently(browser)).error).toBe('login_required');
  const entered = await other.submit(page, { action: 'code', code });
  expect([entered.status, entered.html.includes(BLOCKED)]).toEqual([403, true]);

  // A new sign-in also fails, but not the sign-in of a different person.
  const again = board.open();
  const asked = await board.requestCode(again, 'eve@example.com');
  expect((await again.submit(asked.page, { action: 'code', code: asked.code })).status).toBe(403);
  expect((await board.signIn('bo@example.com')).access_token).toBeTruthy();

  await unblockAccount(board.db, { siteAdmin: admin }, id);
  // The token of the session that was ended stays refused.
  expect((await board.ask('GET', '/api/sessions', token)).status).toBe(401);
  const back = await board.signIn('eve@example.com');
  expect((await board.ask('GET', '/api/sessions', back.access_token)).status).toBe(200);
});

test('a person who is blocked while signed in meets pages, never a document for programs', async () => {
  const { id, browser } = await newPerson('page@example.com');
  // The person has proven the address, and is blocked before the provider continues.
  const other = board.open();
  const { page, code } = await board.requestCode(other, 'page@example.com');
  const { location: next } = await other.submit(page, { action: 'code', code });
  await blockAccount(board.db, { siteAdmin: admin }, id, 'Spam');
  const visits = [
    await other.visit(next),
    await browser.visit('/'),
    await browser.visit('/account'),
    await browser.visit('/v2/logout'),
    await browser.visit('/authorize/callback/unknown'),
    await other.visit(page, {
      method: 'POST',
      payload: 'action=skip',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://elsewhere.example',
      },
    }),
  ];
  for (const { status, headers, location } of visits) {
    if (location) expect(status).toBe(303);
    else expect(headers['content-type']).toMatch(/^text\/html/);
  }
});

test('an authorization code that was issued before the block gives no token', async () => {
  const browser = openBrowser(demo.app);
  const { code } = await signIn(browser, 'eve@demo.example');
  const first = await exchange(demo.app, code);
  const id = idOf(first.body.access_token);
  await createAccount(demo.db, { id });
  const second = await signIn(openBrowser(demo.app), 'eve@demo.example');
  await blockAccount(demo.db, ACTORS.account, id, 'Spam');
  expect((await exchange(demo.app, second.code)).status).toBe(400);

  const refused = openBrowser(demo.app);
  const page = await openSignInPage(refused);
  const { status, html } = await refused.submit(page, { email: 'eve@demo.example' });
  // The person reads a page, and not the document that programs get.
  expect([status, html.includes(BLOCKED)]).toEqual([403, true]);
  expect(html).toContain('<h1 class="section-title">This account is blocked</h1>');
});

test('a person who is blocked during a request writes nothing more', async () => {
  await createAccount(demo.db, { id: 'auth0|root', role: 'siteadmin' });
  const second = await createAccount(demo.db, { role: 'siteadmin' });
  const token = await tokenFor(demo.db, second.id);
  const isWaiting = async () => {
    const { rows } = await demo.db.execute(
      sql`select from pg_stat_activity where wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };
  let response: Promise<{ statusCode: number }> | undefined;
  await demo.db.transaction(async (tx) => {
    await tx
      .update(accounts)
      .set({ blocked_at: new Date(), blocked_reason: 'Spam' })
      .where(eq(accounts.id, second.id));
    response = demo.app.inject({
      method: 'POST',
      url: '/api/companies',
      headers: { authorization: `Bearer ${token}` },
      payload: { name: 'Loom', description: 'We weave.', website: 'https://loom.example' },
    });
    await Promise.race([response, expect.poll(isWaiting).toBe(true)]);
  });
  expect((await response)?.statusCode).toBe(401);
  expect(await demo.db.$count(companies)).toBe(0);
});

test('a command cannot block the last site admin, either', async () => {
  for (const change of [
    () => setRole(board.db, ACTORS.account, admin, { role: 'user' }),
    () => blockAccount(board.db, ACTORS.account, admin, 'Spam'),
  ]) {
    await expect(change()).rejects.toThrow('last site admin');
  }
});
