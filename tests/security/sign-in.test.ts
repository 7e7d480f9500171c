import { eq, sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { codeMail } from '#server/auth/embedded-provider/code-mail.ts';
import { redeemCode, requestCode } from '#server/auth/embedded-provider/codes.ts';
import { loadKeys } from '#server/auth/embedded-provider/keys.ts';
import { createSetupAddress } from '#server/auth/embedded-provider/setup.ts';
import {
  openProvenPage,
  PUBLIC_URL,
  passkeyOptions,
} from '#server/auth/embedded-provider/testing/proven-board.ts';
import { authorizeUrl } from '#server/auth/embedded-provider/testing/sign-in.ts';
import { OTHER_KEY, OWN_KEY } from '#server/auth/embedded-provider/testing/stand-in-openid.ts';
import { setUpUpstreamBoard } from '#server/auth/embedded-provider/testing/upstream-board.ts';
import { findOrCreateUser } from '#server/auth/embedded-provider/users.ts';
import {
  identity_codes,
  identity_passkeys,
  identity_state,
  identity_users,
} from '#server/db/identity-tables.ts';
import { mails } from '#server/db/mail-tables.ts';
import { accounts } from '#server/db/schema.ts';
import { networkOf } from '#server/http/rate-limits/client-network.ts';
import { SEND_MAIL } from '#server/mail/jobs.ts';
import { createOutbox } from '#server/mail/outbox.ts';
import { createSender } from '#server/mail/sender.ts';
import { testMail } from '#server/mail/test-mail.ts';
import { startQueue } from '#server/queue/queue.ts';
import { CODE_LIMITS, CODE_TRIES } from '#shared/limits.ts';
import type { Browser } from '../support/browser.ts';
import { createAccount } from '../support/factories.ts';
import { startMailCatcher } from '../support/mail-catcher.ts';
import { createAuthenticator } from '../support/software-authenticator.ts';
import { statement } from './statements.ts';

const board = setUpUpstreamBoard();
let people = 0;
const newAddress = () => `person${people++}@example.org`;

/** Submits a form from another client network. */
const submitFrom = (browser: Browser, network: string, url: string, fields: object) =>
  browser.visit(url, {
    method: 'POST',
    remoteAddress: network,
    payload: new URLSearchParams(fields as Record<string, string>).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

/** The number of guesses that bypass the pages. The work for each is the same, so a few show the effect of many. */
const GUESSES = 100;

const network = (n: number) => `198.18.${Math.floor(n / 250)}.${n % 250}`;

test(statement(36), async () => {
  const [email, other] = [newAddress(), newAddress()];
  const [browser, attacker] = [board.open(), board.open()];
  const { page, code } = await board.requestCode(browser, email);
  const own = await board.requestCode(attacker, other);
  // The code is refused in a different sign-in, and in a different browser that has the page of this sign-in.
  expect(await board.enterCode(attacker, own.page, code)).toBeUndefined();
  for (const stranger of [attacker, board.open()]) {
    const { status, html } = await stranger.submit(page, { action: 'code', code });
    expect([status, html]).toEqual([400, expect.stringContaining('This sign-in has ended')]);
  }
  // Of several simultaneous uses of the code in one browser, one succeeds.
  const uses = await Promise.all(
    Array.from({ length: CODE_TRIES - 1 }, () => browser.submit(page, { action: 'code', code })),
  );
  const toProvider = uses.filter(({ location }) => /\/authorize\/[\w-]+$/.test(location));
  expect(toProvider.filter(({ location }) => !location.includes('sign-in'))).toHaveLength(1);
  // A replay is refused, because the code and the sign-in have both been used already.
  expect(await board.enterCode(browser, page, code)).toBeUndefined();
  const late = board.open();
  const expired = await board.requestCode(late, newAddress());
  await board.db.update(identity_codes).set({ expires_at: sql`now()` });
  expect(await board.enterCode(late, expired.page, expired.code)).toBeUndefined();
  // The database contains no code, except in mails that wait.
  const stored = JSON.stringify(await board.db.select().from(identity_codes));
  for (const secret of [code, code.replace(' ', '')]) expect(stored).not.toContain(secret);
});

test(statement(37), async () => {
  const keys = await loadKeys(board.db);
  const email = newAddress();
  const browser = board.open();
  const { page, code } = await board.requestCode(browser, email);
  const interaction = page.split('/').at(-1) ?? '';
  // Guess from many networks, each with the page of the same sign-in.
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      submitFrom(browser, network(n), page, { action: 'code', code: `2222 ${1_000 + n}` }),
    ),
  );
  expect(replies.filter(({ html }) => /You have \d/.test(html))).toHaveLength(CODE_TRIES - 1);
  // Bypass the pages, so that no limit per network stops the tries.
  for (let n = 0; n < GUESSES; n += 1) {
    const guess = { interaction, code: String(10_000_000 + n) };
    expect(await redeemCode(board.db, guess, keys)).toEqual({ triesLeft: 0 });
  }
  expect(await board.enterCode(browser, page, code)).toBeUndefined();
  const [row] = await board.db.select().from(identity_codes).where(eq(identity_codes.email, email));
  expect(row).toMatchObject({ tries: CODE_TRIES, closed_at: null });
  // Many sign-ins for one email address do not help: each has five tries, but the address gets only a few codes.
  const opened = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const guesser = board.open();
      const own = await openProvenPage(guesser);
      const fields = { action: 'email', email };
      return (await submitFrom(guesser, network(100 + n), own, fields)).status;
    }),
  );
  expect(opened.filter((status) => status === 303)).toHaveLength(CODE_LIMITS.perMailboxAndHour - 1);
  expect(await board.codesTo(email)).toHaveLength(CODE_LIMITS.perMailboxAndHour);
});

test(statement(38), async () => {
  const known = newAddress();
  await board.signIn(known);
  await createAccount(board.db, { email: known, verified_email: known, role: 'siteadmin' });
  const query = vi.spyOn(pg.Client.prototype, 'query');
  /**
   * Requests a code and enters a wrong one. Returns everything that a client sees, and the statements of the database.
   */
  async function attempt(email: string) {
    query.mockClear();
    const browser = board.open();
    const page = await openProvenPage(browser);
    const pages = [
      await browser.submit(page, { action: 'email', email }),
      await browser.visit(page),
      await browser.submit(page, { action: 'code', code: '4829 1305' }),
      await browser.submit(page, { action: 'resend' }),
    ];
    const visible = pages.map(({ status, html }) => ({
      status,
      html: html.replaceAll(email, 'EMAIL'),
    }));
    const texts = query.mock.calls.map(([text]) =>
      typeof text === 'string' ? text : (text as { text: string }).text,
    );
    return { visible, statements: texts.filter((text) => !/rate_limit_counts/.test(text)) };
  }
  const [first, second] = [await attempt(known), await attempt(newAddress())];
  query.mockRestore();
  expect(first.statements.length).toBeGreaterThan(10);
  expect(first).toEqual(second);

  // Mail bombing: neither many sign-ins nor one that asks again and again sends more than a few mails.
  const stranger = newAddress();
  const browser = board.open();
  const page = await openProvenPage(browser);
  await browser.submit(page, { action: 'email', email: stranger });
  for (let n = 0; n < 10; n += 1) {
    await submitFrom(browser, network(n), page, { action: 'resend' });
    const other = board.open();
    const own = await openProvenPage(other);
    await submitFrom(other, network(n), own, { action: 'email', email: stranger.toUpperCase() });
  }
  expect(await board.codesTo(stranger)).toHaveLength(CODE_LIMITS.perMailboxAndHour);
  await board.db
    .update(identity_codes)
    .set({ created_at: sql`${identity_codes.created_at} - interval '1 hour'` });
  await board.db.update(mails).set({ created_at: sql`${mails.created_at} - interval '1 hour'` });
  // No other response shows whether an account has this address.
  expect((await board.ask('GET', '/api/accounts', '')).status).toBe(401);
});

test(statement(39), async () => {
  const provider = (subject: string, verifiedEmail: string | undefined) =>
    findOrCreateUser(board.db, {
      issuer: 'https://id.example',
      subject,
      verifiedEmail,
      name: 'Eve',
    });
  const email = newAddress();
  const victim = decodeJwt((await board.signIn(email)).id_token).sub;
  await createAccount(board.db, { id: victim ?? '', role: 'siteadmin', email });
  // The other provider states the address, but has not verified it.
  expect(await provider('eve', undefined)).not.toBe(victim);
  // The person has only typed the address into the account form.
  const typed = newAddress();
  const admin = await createAccount(board.db, { email: typed, role: 'siteadmin' });
  expect(await provider('mallory', typed)).not.toBe(admin.id);
  // The address was only entered at the demo sign-in, which asks for no proof.
  const demo = newAddress();
  await createAccount(board.db, {
    id: `embedded|${demo}`,
    email: demo,
    verified_email: demo,
    role: 'siteadmin',
  });
  expect(decodeJwt((await board.signIn(demo)).id_token).sub).not.toBe(`embedded|${demo}`);
  // The same subject at a different provider belongs to a different person.
  const same = { subject: email, verifiedEmail: undefined, name: 'Eve' };
  expect(await findOrCreateUser(board.db, { ...same, issuer: 'https://evil.example' })).not.toBe(
    victim,
  );
});

test(statement(40), async () => {
  const email = newAddress();
  const browser = board.open();
  const setup = new URL(await createSetupAddress(board.db, PUBLIC_URL)).pathname;
  const page = await openProvenPage(browser);
  const before = new Map(browser.cookies);
  const sent = await browser.submit(page, { action: 'email', email });
  for (const { headers } of [
    await browser.visit(page),
    await browser.visit(`${page}?step=email`),
    await browser.visit(setup),
    sent,
  ]) {
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/);
    expect(headers['content-security-policy']).toMatch(
      /form-action 'self' https:\/\/jobs.example;/,
    );
    expect(headers['cache-control'] ?? 'no-store').toBe('no-store');
  }
  // Forged forms are refused, even with the cookies that a browser would not send with them.
  const [code = ''] = await board.codesTo(email);
  const forms = [
    { url: page, fields: { action: 'email', email: 'eve@example.org' } },
    { url: page, fields: { action: 'code', code } },
    { url: page, fields: { action: 'resend' } },
    { url: page, fields: { action: 'passkey', response: '{}' } },
    { url: page, fields: { action: 'add-passkey', response: '{}' } },
    { url: page, fields: { action: 'skip' } },
    { url: setup, fields: {} },
  ];
  for (const { url, fields } of forms) {
    for (const origin of ['https://evil.example', 'null', 'http://jobs.example']) {
      const { status, headers } = await browser.visit(url, {
        method: 'POST',
        payload: new URLSearchParams(fields as Record<string, string>).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
      });
      expect([status, headers['set-cookie']]).toEqual([403, undefined]);
    }
  }
  expect(await board.codesTo(email)).toHaveLength(1);
  expect(await board.codesTo('eve@example.org')).toEqual([]);
  // A forged Host header appears in no link, no redirect and no mail.
  const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: PUBLIC_URL };
  const visits = [
    await browser.visit(page, { headers: forged }),
    await browser.visit(page, {
      method: 'POST',
      payload: 'action=resend',
      headers: { ...forged, 'content-type': 'application/x-www-form-urlencoded' },
    }),
  ];
  const sentMails = await board.db.select().from(mails).where(eq(mails.to_address, email));
  expect(JSON.stringify([visits, sentMails])).not.toContain('evil.example');
  expect(sentMails.at(-1)?.content).not.toHaveProperty('button');
  // There are no open redirects: neither the page nor the provider leads elsewhere.
  for (const query of [
    '?returnTo=https://evil.example',
    '?step=//evil.example',
    '?next=//evil.example',
  ]) {
    const { html, location } = await browser.visit(`${page}${query}`);
    expect(`${html}${location}`).not.toContain('evil.example');
  }
  const elsewhere = authorizeUrl({
    client_id: 'composable-jobs',
    redirect_uri: 'https://evil.example',
  });
  expect(await browser.visit(elsewhere)).toMatchObject({ status: 400, location: '' });
  // There is no session fixation: cookies from before the sign-in have no session.
  const newest = (await board.codesTo(email)).at(-1) ?? '';
  expect(await board.enterCode(browser, page, newest)).toBeDefined();
  const attacker = board.open();
  for (const [key, cookie] of before) attacker.cookies.set(key, cookie);
  expect(await board.signInSilently(attacker)).toMatchObject({ error: 'login_required' });
  expect(await board.signInSilently(browser)).toHaveProperty('code');
});

test(statement(41), async () => {
  const path = new URL(await createSetupAddress(board.db, PUBLIC_URL)).pathname;
  const [owner, thief, late] = [board.open(), board.open(), board.open()];
  // A guessed setup link is refused, and so is one that was used.
  expect((await thief.submit(`${path}x`, {})).status).toBe(400);
  expect((await owner.submit(path, {})).status).toBe(303);
  const before = await board.signIn(newAddress(), thief);
  const refused = await board.ask('POST', '/api/accounts', before.access_token, {
    id: decodeJwt(before.id_token).sub,
  });
  expect(refused.status).toBe(503);
  const { id_token } = await board.signIn(newAddress(), owner);
  expect((await late.submit(path, {})).status).toBe(400);
  await board.signIn(newAddress(), late);
  const admins = await board.db.select().from(accounts).where(eq(accounts.role, 'siteadmin'));
  expect(admins.map(({ id }) => id)).toEqual([decodeJwt(id_token).sub]);
  const stored = JSON.stringify(await board.db.select().from(identity_state));
  expect(stored).not.toContain(path.split('/').at(-1));
});

test(statement(42), async () => {
  /** Adds a passkey after a sign-in with a code. */
  async function withPasskey(email = newAddress()) {
    const browser = board.open();
    const { page, code } = await board.requestCode(browser, email);
    await browser.submit(page, { action: 'code', code, passkeys: 'yes' });
    const options = passkeyOptions((await browser.visit(page)).html);
    const authenticator = createAuthenticator(PUBLIC_URL);
    const add = (response: object) =>
      browser.submit(page, { action: 'add-passkey', response: JSON.stringify(response) });
    return { browser, page, options, authenticator, add };
  }
  // When a passkey is added, each wrong response uses up its challenge, so a right response after a wrong one also
  // fails.
  const wrong = [
    { origin: 'https://evil.example' },
    { origin: 'https://jobs.example.evil.example' },
    { origin: 'http://jobs.example' },
    { rpId: 'evil.example' },
    { challenge: 'AAAA' },
    { isVerified: false },
  ];
  for (const change of wrong) {
    const { add, authenticator, options } = await withPasskey();
    expect((await add(authenticator.register(options, change))).status).toBe(400);
    expect((await add(authenticator.register(options))).status).toBe(400);
  }
  expect(await board.db.select().from(identity_passkeys)).toEqual([]);
  // The credential of one person cannot be added for another.
  const owner = await withPasskey();
  expect((await owner.add(owner.authenticator.register(owner.options))).status).toBe(303);
  const thief = await withPasskey();
  const stolen = { credentialId: owner.authenticator.id };
  expect((await thief.add(thief.authenticator.register(thief.options, stolen))).status).toBe(400);
  expect(await board.db.select().from(identity_passkeys)).toHaveLength(1);
  // A sign-in fails with a different site, challenge, key or person, or if the device has not verified the person.
  const { authenticator } = owner;
  for (const change of wrong) {
    const refused = board.signInByPasskey(board.open(), (options) =>
      authenticator.authenticate(options, change),
    );
    expect(await refused).toBeUndefined();
  }
  const byOtherKey = board.signInByPasskey(board.open(), (options) =>
    createAuthenticator(PUBLIC_URL).authenticate(options, stolen),
  );
  expect(await byOtherKey).toBeUndefined();
  // A replay fails: in the same sign-in, in a different sign-in, and in a different browser with the page of the same
  // sign-in.
  const browser = board.open();
  const page = await openProvenPage(browser);
  const options = passkeyOptions((await browser.visit(page)).html);
  const response = JSON.stringify(authenticator.authenticate(options));
  const submit = (from: Browser, url: string) => from.submit(url, { action: 'passkey', response });
  expect((await submit(board.open(), page)).html).toContain('This sign-in has ended');
  const other = board.open();
  expect((await submit(other, await openProvenPage(other))).status).toBe(400);
  const uses = await Promise.all([submit(browser, page), submit(browser, page)]);
  expect(uses.map(({ status }) => status).sort()).toEqual([303, 400]);
  // A copied authenticator is refused, because its signature counter is not higher than the last one.
  const counted = { counter: 7 };
  const sign = (given: object) =>
    board.signInByPasskey(board.open(), (asked) => authenticator.authenticate(asked, given));
  expect(await sign(counted)).toBeDefined();
  expect(await sign(counted)).toBeUndefined();
  expect(await sign({ counter: 0 })).toBeUndefined();
  expect(await sign({ counter: 8 })).toBeDefined();
  // Nobody adds a passkey to a sign-in that has proven nothing.
  const early = board.open();
  const unproven = await openProvenPage(early);
  const added = {
    action: 'add-passkey',
    response: JSON.stringify(authenticator.register(options)),
  };
  expect((await early.submit(unproven, added)).status).toBe(400);
  expect((await early.submit(unproven, { action: 'skip' })).status).toBe(400);
});

test(statement(43), async () => {
  const { google, openid, github } = board.standIns;
  const email = newAddress();
  const victim = decodeJwt((await board.signIn(email)).id_token).sub;
  await createAccount(board.db, { id: victim ?? '', role: 'siteadmin', email });
  const honest = { sub: 'victim', email, email_verified: true, hd: 'example.org' };
  google.claims = honest;
  expect((await board.signInAt('google')).sub).toBe(victim);
  const users = await board.db.$count(identity_users);

  // Forged ID tokens are refused: with other keys, without a signature, for a different request, audience or issuer, or
  // from yesterday.
  const hour = Math.floor(Date.now() / 1_000) - 3_600;
  for (const { key = OWN_KEY, claims = {} } of [
    { key: OTHER_KEY },
    { key: 'none' as const },
    { claims: { nonce: 'another' } },
    { claims: { nonce: undefined } },
    { claims: { aud: 'another' } },
    { claims: { aud: ['board.client', 'another'], azp: 'another' } },
    { claims: { iss: openid.origin } },
    { claims: { exp: hour } },
  ]) {
    Object.assign(google, { key, claims: { ...honest, ...claims } });
    const browser = board.open();
    const { page, callback } = await board.start(browser, 'google');
    const { location } = await board.openCallback(browser, callback);
    expect(location).toBe(`${page}?step=email&failed=google`);
  }
  Object.assign(google, { key: OWN_KEY, claims: honest });

  // Login CSRF and fixation fail: the provider's response to one browser is opened in another browser, with the sign-in
  // of either browser.
  const [attacker, browser] = [board.open(), board.open()];
  const { callback } = await board.start(attacker, 'google');
  const own = await openProvenPage(browser);
  const { location } = await attacker.visit(callback);
  for (const stranger of [browser, board.open()]) {
    for (const path of [callback, location]) {
      const { status, html } = await board.openCallback(stranger, path);
      expect([status, html]).toEqual([400, expect.stringContaining('This sign-in has ended')]);
    }
  }
  const moved = location.replace(/^.*(?=\/google\/)/, own);
  expect((await browser.visit(moved)).location).toBe(`${own}?step=email&failed=google`);

  // A mix-up fails: the response of one provider is sent to the redirect URI of another provider, which would get the
  // code.
  const atOther = location.replace('/google/', '/openid/');
  expect((await attacker.visit(callback.replace('/google', '/openid'))).status).toBe(400);
  expect((await attacker.visit(atOther)).location).toContain('failed=openid');
  expect(openid.requests).toEqual([]);

  // Of several simultaneous uses of the provider's response, one succeeds; later ones fail.
  const uses = await Promise.all([1, 2, 3, 4].map(() => attacker.visit(location)));
  const finished = uses.filter((use) => !use.location.includes('failed'));
  expect(finished).toHaveLength(1);
  expect((await attacker.visit(location)).location).toContain('failed=google');
  await board.finish(attacker, finished[0]?.location ?? '');
  expect((await attacker.visit(location)).status).toBe(400);

  // The same subject at a different provider, and email addresses that no provider has verified, lead to other
  // accounts.
  openid.claims = { sub: 'victim' };
  expect((await board.signInAt('openid')).sub).not.toBe(victim);
  openid.claims = { sub: 'eve', email, email_verified: 'true' };
  expect((await board.signInAt('openid')).sub).not.toBe(victim);
  google.claims = { sub: 'eve', email, email_verified: true };
  expect((await board.signInAt('google')).sub).not.toBe(victim);
  github.emails = [{ email, primary: true, verified: false }];
  expect((await board.signInAt('github')).sub).not.toBe(victim);
  expect(await board.db.$count(identity_users)).toBe(users + 4);

  // Open redirects and headers.
  const evil = await attacker.visit(
    `${callback}&next=https://evil.example&code=https://evil.example`,
  );
  expect(`${evil.html}${evil.location}`).not.toContain('evil.example');
  expect(evil.headers['content-security-policy']).toMatch(/frame-ancestors 'none'/);
});

test(statement(55), async () => {
  await board.db.delete(mails);
  const from = { name: '', address: 'jobs@jobs.example' };
  const outbox = createOutbox({ delivery: 'smtp', from });
  // Bypass the pages, with the default limits.
  const send = codeMail(outbox, { name: 'Board', origin: PUBLIC_URL });
  const options = { keys: await loadKeys(board.db), scale: 1, send };
  const ask = (from: string, interaction: string) =>
    requestCode(board.db, { interaction, email: newAddress(), network: networkOf(from) }, options);
  // The network of the first person has many people, who have got their codes.
  for (let n = 0; n < 20; n += 1) await ask(network(900), `colleague ${n}`);
  await board.db.update(mails).set({ status: 'sent', finished_at: new Date() });
  const other = 'other@example.com';
  await board.db.transaction((tx) => outbox.queue(tx, { to: other, ...testMail('Board') }));
  // 22 networks of one owner request 660 codes. The flood ends early once each of them was refused.
  let [accepted, refused] = [0, 0];
  for (let n = 0; n < 660 && refused < 22; n += 1) {
    if (await ask(`2001:db8:7:${n % 22}::${n}`, `flood ${n}`)) accepted += 1;
    else refused += 1;
  }
  const known = newAddress();
  await createAccount(board.db, { email: known, verified_email: known });
  const people = [known, newAddress()];
  for (const [n, email] of people.entries()) {
    const browser = board.open();
    const page = await openProvenPage(browser);
    await submitFrom(browser, network(900 + n), page, { action: 'email', email });
    // The code that is replaced would be useless on arrival, so it is not sent.
    await submitFrom(browser, network(900 + n), page, { action: 'resend' });
  }
  const catcher = await startMailCatcher();
  onTestFinished(() => catcher.close());
  const logger = pino({ level: 'silent' });
  const sender = createSender({
    db: board.db,
    server: { host: '127.0.0.1', port: catcher.port, tls: 'none', login: undefined },
    config: { from, rate: 60_000 },
    site: { name: 'Board', origin: PUBLIC_URL },
    logger,
  });
  const queue = await startQueue({ pool: board.pool(), tasks: { [SEND_MAIL]: sender }, logger });
  onTestFinished(() => queue.stop());
  const sentTo = () => catcher.mails.map(({ to }) => [to].flat()[0]?.text);
  await expect.poll(sentTo).toEqual(expect.arrayContaining(people));
  const firstMinute = sentTo().slice(0, 60);
  expect(firstMinute).toEqual(expect.arrayContaining(people));
  expect(firstMinute).not.toContain(other);
  expect(sentTo().filter((to) => people.includes(to ?? ''))).toHaveLength(people.length);
  expect(accepted).toBe(4 * CODE_LIMITS.perNetworkAndHour);
});

test(statement(56), async () => {
  const spellings = (
    [
      ['ada@example.net', 'ADA@example.net', 'ada+jobs@example.net', 'ada+a+b@Example.net'],
      ['ada.lace@gmail.com', 'a.d.a.lace@googlemail.com', 'Adalace+jobs@gmail.com'],
    ] as const
  ).map((addresses) =>
    Array.from({ length: 20 }, (_, n) =>
      addresses[n % addresses.length]?.replace('+jobs', `+${n}`),
    ),
  );
  for (const [mailbox, addresses] of spellings.entries()) {
    const statuses = await Promise.all(
      addresses.map(async (email, n) => {
        const browser = board.open();
        const page = await openProvenPage(browser);
        const fields = { action: 'email', email };
        return (await submitFrom(browser, network(500 + 20 * mailbox + n), page, fields)).status;
      }),
    );
    expect(statuses.filter((status) => status === 303)).toHaveLength(CODE_LIMITS.perMailboxAndHour);
  }
  // Other mailboxes count separately, and so do people: each address has an account of its own.
  const subjects = ['ada@gmail.example', 'a.da@gmail.example', 'a.da+jobs@gmail.example'].map(
    async (email) => decodeJwt((await board.signIn(email)).id_token).sub,
  );
  expect(new Set(await Promise.all(subjects)).size).toBe(3);
});
