import { desc, eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { identity_passkeys, identity_users } from '#server/db/identity-tables.ts';
import { mails } from '#server/db/mail-tables.ts';
import { MAX_PASSKEYS } from '#shared/limits.ts';
import { createAuthenticator } from '#tests/support/software-authenticator.ts';
import { PUBLIC_URL, passkeyOptions, setUpProvenBoard } from './testing/proven-board.ts';

const board = setUpProvenBoard();

let people = 0;
const newAddress = () => `fay${people++}@example.org`;

/** Signs in with a code in a browser that supports passkeys. Returns the location of the next page. */
async function signInByCode(browser = board.open(), email = newAddress()) {
  const { page, code } = await board.requestCode(browser, email);
  const { location } = await browser.submit(page, { action: 'code', code, passkeys: 'yes' });
  return { browser, page, email, location };
}

/** Accepts the offer. Returns the tokens and the authenticator with the new passkey. */
async function addPasskey() {
  const { browser, page, email } = await signInByCode();
  const { html } = await browser.visit(page);
  const authenticator = createAuthenticator(PUBLIC_URL);
  const response = JSON.stringify(authenticator.register(passkeyOptions(html)));
  const { status, location } = await browser.submit(page, { action: 'add-passkey', response });
  expect(status).toBe(303);
  return { ...(await board.finish(browser, location)), browser, email, authenticator };
}

test('a person who has signed in with a code is offered a passkey, and signs in with it in another browser', async () => {
  const { id_token, authenticator } = await addPasskey();
  const tokens = await board.signInByPasskey(board.open(), authenticator.authenticate);
  expect(decodeJwt(tokens?.id_token ?? '')).toMatchObject({
    sub: decodeJwt(id_token).sub,
    email: decodeJwt(id_token).email,
    email_verified: true,
  });
  const again = await board.signInByPasskey(board.open(), authenticator.authenticate);
  expect(decodeJwt(again?.id_token ?? '').sub).toBe(decodeJwt(id_token).sub);
});

test('the offer explains passkeys and gives the device the names of the site and the person', async () => {
  const { browser, page, email, location } = await signInByCode();
  expect(location).toBe(page);
  const { html } = await browser.visit(page);
  expect(html).toContain('Sign in faster next time');
  expect(passkeyOptions(html)).toMatchObject({
    rp: { id: 'jobs.example', name: 'Test Board' },
    user: { name: email },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
  });
});

test('a person who declines the offer is signed in, and not asked again in this browser', async () => {
  const { browser, page, email } = await signInByCode();
  const declined = await browser.submit(page, { action: 'skip' });
  expect(declined.status).toBe(303);
  expect(await board.finish(browser, declined.location)).toHaveProperty('access_token');
  const later = board.open();
  for (const [key, cookie] of browser.cookies) {
    if (cookie.name.includes('no-passkey')) later.cookies.set(key, cookie);
  }
  const again = await signInByCode(later, email);
  expect(again.location).not.toBe(again.page);
  const elsewhere = await signInByCode(board.open(), email);
  expect(elsewhere.location).toBe(elsewhere.page);
});

test('a browser without passkeys gets no offer, and neither does a person who has a passkey', async () => {
  expect(await board.signIn(newAddress())).toHaveProperty('access_token');
  const { email } = await addPasskey();
  const { page, location } = await signInByCode(board.open(), email);
  expect(location).not.toBe(page);
});

test('if a passkey cannot be added, the page says so, and the person can continue without a passkey', async () => {
  const { browser, page } = await signInByCode();
  for (const response of ['', 'null', '{}', JSON.stringify({ id: 'x', type: 'public-key' })]) {
    const { status, html } = await browser.submit(page, { action: 'add-passkey', response });
    expect([status, html]).toEqual([400, expect.stringContaining('The passkey was not added.')]);
  }
  const { location } = await browser.submit(page, { action: 'skip' });
  expect(await board.finish(browser, location)).toHaveProperty('access_token');
});

test('the person gets a mail about a passkey that was added at a sign-in', async () => {
  const { email } = await addPasskey();
  const sent = await board.db.select().from(mails).where(eq(mails.to_address, email));
  expect(sent.map(({ subject }) => subject)).toContain(
    'A passkey was added to your account at Test Board',
  );
});

test(`a person with ${MAX_PASSKEYS} passkeys cannot add one at a sign-in`, async () => {
  const { browser, page } = await signInByCode();
  const options = passkeyOptions((await browser.visit(page)).html);
  const [user] = await board.db
    .select()
    .from(identity_users)
    .orderBy(desc(identity_users.id))
    .limit(1);
  await board.db.insert(identity_passkeys).values(
    Array.from({ length: MAX_PASSKEYS }, () => ({
      id: crypto.randomUUID(),
      credential_id: crypto.randomUUID(),
      user_id: user?.id ?? '',
      public_key: '',
      counter: 0,
      transports: [],
      name: 'Phone',
    })),
  );
  const response = JSON.stringify(createAuthenticator(PUBLIC_URL).register(options));
  const { status, location } = await browser.submit(page, { action: 'add-passkey', response });
  expect(status).toBe(303);
  expect(
    await board.db.$count(identity_passkeys, eq(identity_passkeys.user_id, user?.id ?? '')),
  ).toBe(MAX_PASSKEYS);
  expect(await board.finish(browser, location)).toHaveProperty('access_token');
});

test('a person cannot sign in with a removed or unknown passkey, but still with a code', async () => {
  const { authenticator, email, id_token } = await addPasskey();
  await board.db
    .delete(identity_passkeys)
    .where(eq(identity_passkeys.credential_id, authenticator.id));
  const browser = board.open();
  expect(await board.signInByPasskey(browser, authenticator.authenticate)).toBeUndefined();
  const { id_token: byCode } = await board.signIn(email, browser);
  expect(decodeJwt(byCode).sub).toBe(decodeJwt(id_token).sub);
});

test('the sign-in page asks for a passkey in the suggestions of the email field and by a button', async () => {
  const browser = board.open();
  const { page } = await board.requestCode(browser, newAddress());
  const { html } = await browser.visit(`${page}?step=email`);
  expect(html).toContain('autocomplete="username webauthn"');
  expect(html).toContain('Sign in with a passkey');
  expect(passkeyOptions(html)).toMatchObject({
    rpId: 'jobs.example',
    userVerification: 'required',
  });
  // The challenge stays the same until it is used, so that a page in another tab stays valid.
  const again = await browser.visit(`${page}?step=email`);
  expect(passkeyOptions(again.html).challenge).toBe(passkeyOptions(html).challenge);
});
