import { eq, sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { identity_state } from '#server/db/identity-tables.ts';
import { accounts } from '#server/db/schema.ts';
import type { Browser } from '#tests/support/browser.ts';
import { createAccount } from '#tests/support/factories.ts';
import { createSetupAddress } from './setup.ts';
import { PUBLIC_URL, setUpProvenBoard } from './testing/proven-board.ts';

const board = setUpProvenBoard();
let people = 0;
const newAddress = () => `cy${people++}@example.org`;

const createPath = async () =>
  (await createSetupAddress(board.db, PUBLIC_URL)).slice(PUBLIC_URL.length);

/** Opens a setup link and submits its form. */
async function openSetup(browser: Browser, path: string) {
  const page = await browser.visit(path);
  const form = page.status === 200 ? await browser.submit(path, {}) : undefined;
  return { page, form };
}

async function roleOf(id_token: string) {
  const id = decodeJwt(id_token).sub ?? '';
  const [row] = await board.db.select().from(accounts).where(eq(accounts.id, id));
  return row?.role;
}

test('the person who signs in through a setup link becomes a site admin, once', async () => {
  const path = await createPath();
  const browser = board.open();
  const { page, form } = await openSetup(browser, path);
  expect(page.html).toContain('<h1 class="section-title">Set up Test Board</h1>');
  expect(form).toMatchObject({ status: 303, location: '/account' });
  const cookies = [form?.headers['set-cookie'] ?? []].flat();
  expect(cookies[0]).toMatch(
    /^__Host-identity_setup=[\w-]{43}; max-age=3600; path=\/; samesite=lax; httponly; secure$/,
  );
  const email = newAddress();
  const { id_token, access_token } = await board.signIn(email, browser);
  expect(await roleOf(id_token)).toBe('siteadmin');
  const path2 = `/api/accounts/${encodeURIComponent(decodeJwt(id_token).sub ?? '')}`;
  expect(await board.ask('GET', path2, access_token)).toMatchObject({
    status: 200,
    body: { role: 'siteadmin', email },
  });
  expect([...browser.cookies.values()].map(({ name }) => name)).not.toContain(
    '__Host-identity_setup',
  );
  const again = await openSetup(board.open(), path);
  expect(again.page.status).toBe(400);
  expect(again.page.html).toContain('already used or has expired');
});

test('opening the link changes nothing, so a program that follows links cannot use it up', async () => {
  const path = await createPath();
  const browser = board.open();
  await browser.visit(path);
  expect(browser.cookies.size).toBe(0);
  expect(await roleOf((await board.signIn(newAddress(), browser)).id_token)).toBeUndefined();
  expect((await openSetup(board.open(), path)).page.status).toBe(200);
});

test('of two people who open the same link, one becomes a site admin', async () => {
  const path = await createPath();
  const [one, two] = [board.open(), board.open()];
  await openSetup(one, path);
  await openSetup(two, path);
  const tokens = await Promise.all([
    board.signIn(newAddress(), one),
    board.signIn(newAddress(), two),
  ]);
  const roles = await Promise.all(tokens.map(({ id_token }) => roleOf(id_token)));
  expect(roles.filter((role) => role === 'siteadmin')).toHaveLength(1);
});

test('an existing account keeps its profile, and its role changes', async () => {
  const email = newAddress();
  const before = await createAccount(board.db, { verified_email: email, role: 'companyadmin' });
  const browser = board.open();
  await openSetup(browser, await createPath());
  await board.signIn(email, browser);
  const [after] = await board.db.select().from(accounts).where(eq(accounts.id, before.id));
  expect(after).toMatchObject({
    ...before,
    role: 'siteadmin',
    company_id: null,
    updated_at: expect.any(Date),
  });
});

test('a person who is already signed in must sign in again', async () => {
  const { browser } = await board.signIn(newAddress());
  expect(await board.signInSilently(browser)).toHaveProperty('code');
  await openSetup(browser, await createPath());
  expect(await board.signInSilently(browser)).toMatchObject({ error: 'login_required' });
});

test('an expired, replaced, forged or empty token is refused', async () => {
  const expired = await createPath();
  await board.db
    .update(identity_state)
    .set({ expires_at: sql`now() - interval '1 second'` })
    .where(eq(identity_state.kind, 'Setup'));
  const browser = board.open();
  const replaced = await createPath();
  await openSetup(browser, replaced);
  await createPath();
  for (const path of [expired, replaced, '/authorize/setup/forged', '/authorize/setup/%00']) {
    expect((await openSetup(board.open(), path)).page.status).toBe(400);
    expect((await board.open().submit(path, {})).status).toBe(400);
  }
  // A cookie with a replaced token makes nobody a site admin.
  expect(await roleOf((await board.signIn(newAddress(), browser)).id_token)).toBeUndefined();
});

test('only the hash of the token is stored', async () => {
  const token = (await createPath()).split('/').at(-1) ?? '';
  const rows = await board.db.select().from(identity_state);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('until the board has a site admin, it refuses writes', async () => {
  await createAccount(board.db, { id: 'embedded|siteadmin@example.com', role: 'siteadmin' });
  const { access_token, id_token } = await board.signIn(newAddress());
  const id = decodeJwt(id_token).sub ?? '';
  const profile = { id, name: 'Cy' };
  const refused = await board.ask('POST', '/api/accounts', access_token, profile);
  expect(refused).toMatchObject({
    status: 503,
    body: { detail: 'This board is not set up yet. Its operator has to add a site admin.' },
  });
  expect((await board.ask('GET', '/api/jobs', '')).status).toBe(200);
  expect((await board.ask('POST', '/api/jobs', '', {})).status).toBe(401);
  await createAccount(board.db, { role: 'siteadmin' });
  const created = await board.ask('POST', '/api/accounts', access_token, profile);
  expect(created.status).toBe(201);
});
