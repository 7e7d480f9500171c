import { sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { identity_codes } from '#server/db/identity-tables.ts';
import { mail_state, mails } from '#server/db/mail-tables.ts';
import { accounts } from '#server/db/schema.ts';
import { CODE_DIGITS, CODE_LIMITS, CODE_TRIES } from '#shared/limits.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { createAccount, createMail } from '#tests/support/factories.ts';
import { locksAwaited } from '#tests/support/locks.ts';
import { buildTestApp } from '#tests/support/test-app.ts';
import { requestCode } from './codes.ts';
import { loadKeys } from './keys.ts';
import { openProvenPage, PUBLIC_URL, setUpProvenBoard } from './testing/proven-board.ts';

const board = setUpProvenBoard();

let people = 0;
/** An address that no other test uses. */
const newAddress = () => `ada${people++}@example.org`;

describe('a sign-in with a code', () => {
  test('a sign-in with a code asks for an address, sends a code, and signs in the person who enters it', async () => {
    const email = newAddress();
    const browser = board.open();
    const page = await openProvenPage(browser);
    const first = await browser.visit(page);
    expect(first.html).toContain('<label class="field-label" for="email">Email</label>');
    expect(first.html).not.toContain('demo');
    const sent = await browser.submit(page, { action: 'email', email: ` ${email.toUpperCase()} ` });
    expect([sent.status, sent.location]).toEqual([303, page]);
    const second = await browser.visit(page);
    expect(second.html).toContain(`We sent a code to <b>${email}</b>`);
    expect(second.html).toContain('inputmode="numeric" autocomplete="one-time-code"');
    const [code = ''] = await board.codesTo(email);
    expect(code).toMatch(/^\d{4} \d{4}$/);
    const typed = ` ${code.replace(' ', '-')}`;
    const { id_token, access_token } = (await board.enterCode(browser, page, typed)) ?? {};
    const claims = decodeJwt(id_token ?? '');
    expect(claims).toMatchObject({ email, email_verified: true, name: expect.any(String) });
    expect(claims.sub).toMatch(/^user\|[\da-f-]{36}$/);
    expect(decodeJwt(access_token ?? '')).toMatchObject({
      iss: `${PUBLIC_URL}/`,
      aud: `${PUBLIC_URL}/api`,
      sub: claims.sub,
    });
  });

  test('finds the same user again, in another browser and with another spelling of the address', async () => {
    const email = newAddress();
    const one = await board.signIn(email);
    const again = await board.signIn(email);
    expect(decodeJwt(again.id_token).sub).toBe(decodeJwt(one.id_token).sub);
    const [shouted] = [email.toUpperCase()];
    const browser = board.open();
    const page = await openProvenPage(browser);
    await browser.submit(page, { action: 'email', email: shouted });
    const code = (await board.codesTo(email)).at(-1) ?? '';
    const { id_token = '' } = (await board.enterCode(browser, page, code)) ?? {};
    expect(decodeJwt(id_token).sub).toBe(decodeJwt(one.id_token).sub);
  });

  test('a sign-in accepts a code that is entered after three minutes, and refuses it after ten', async () => {
    const age = (minutes: number) =>
      board.db.update(identity_codes).set({
        expires_at: sql`${identity_codes.expires_at} - ${minutes} * interval '1 minute'`,
      });
    const browser = board.open();
    const late = await board.requestCode(browser, newAddress());
    await age(3);
    expect(await board.enterCode(browser, late.page, late.code)).toBeDefined();
    const other = board.open();
    const expired = await board.requestCode(other, newAddress());
    await age(11);
    expect(await board.enterCode(other, expired.page, expired.code)).toBeUndefined();
    expect((await other.visit(expired.page)).html).toContain('This code is no longer valid');
  });

  test('a sign-in sends a new code on request, which replaces the earlier one', async () => {
    const email = newAddress();
    const browser = board.open();
    const { page, code } = await board.requestCode(browser, email);
    expect((await browser.submit(page, { action: 'resend' })).status).toBe(303);
    const [, second = ''] = await board.codesTo(email);
    expect(second).not.toBe(code);
    expect(await board.enterCode(browser, page, code)).toBeUndefined();
    expect(await board.enterCode(browser, page, second)).toBeDefined();
  });

  test('a sign-in lets the person correct the address, and binds the code to the new address', async () => {
    const [wrong, right] = [newAddress(), newAddress()];
    const browser = board.open();
    const { page, code: first } = await board.requestCode(browser, wrong);
    expect((await browser.visit(`${page}?step=email`)).html).toContain('for="email"');
    await browser.submit(page, { action: 'email', email: right });
    expect(await board.enterCode(browser, page, first)).toBeUndefined();
    const [code = ''] = await board.codesTo(right);
    const { id_token = '' } = (await board.enterCode(browser, page, code)) ?? {};
    expect(decodeJwt(id_token).email).toBe(right);
  });

  test.each([
    ['full-width', 0xff10],
    ['Arabic', 0x660],
    ['Devanagari', 0x966],
  ])('a sign-in accepts a code in %s digits', async (_, zero) => {
    const browser = board.open();
    const { page, code } = await board.requestCode(browser, newAddress());
    const typed = code.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));
    expect(await board.enterCode(browser, page, typed)).toBeDefined();
  });

  test('a sign-in says how many tries are left, and asks for a new code after the last', async () => {
    const browser = board.open();
    const { page, code } = await board.requestCode(browser, newAddress());
    // A text without eight digits is no try.
    const text = await browser.submit(page, { action: 'code', code: 'wrong' });
    expect(text.html).toContain(`You have ${CODE_TRIES} tries left`);
    for (let left = CODE_TRIES - 1; left > 0; left -= 1) {
      const { status, html } = await browser.submit(page, { action: 'code', code: '2222 2222' });
      expect([status, html]).toEqual([400, expect.stringContaining(`You have ${left} tr`)]);
      expect(html).toContain('aria-invalid="true" aria-describedby="code-error"');
    }
    const last = await browser.submit(page, { action: 'code', code: '2222 2222' });
    expect(last.html).toContain('This code is no longer valid. Send a new one.');
    expect(await board.enterCode(browser, page, code)).toBeUndefined();
  });

  test.each([
    {},
    { action: 'email' },
    { action: 'email', email: 'ada' },
    { action: 'email', email: 'ada@example.org, eve@example.org' },
    { action: 'email', email: 'ada@example.org\r\nBcc: eve@example.org' },
    { action: 'email', email: 'ad\u212a@example.org' },
    { action: 'email', email: `${'a'.repeat(243)}@example.org` },
    { action: 'unknown' },
    { email: 'ada@example.org' },
  ])('a sign-in refuses the form %j', async (fields) => {
    const browser = board.open();
    const page = await openProvenPage(browser);
    const { status, html } = await browser.submit(page, fields as Record<string, string>);
    expect(status).toBe(400);
    expect(html).toContain('Enter an email address, such as name@example.com.');
  });

  test('a sign-in ignores a code or a request for a new code before an address has been entered', async () => {
    for (const fields of [{ action: 'resend' }, { action: 'code', code: '4829 1305' }]) {
      const browser = board.open();
      const page = await openProvenPage(browser);
      const { status, location } = await browser.submit(page, fields);
      expect([status, location]).toEqual([303, page]);
      expect((await browser.visit(page)).html).toContain('for="email"');
    }
  });

  test('a sign-in accepts one of two addresses that are entered at the same time, from different networks', async () => {
    const browser = board.open();
    const page = await openProvenPage(browser);
    let replies: ReturnType<typeof browser.submit>[] = [];
    await board.db.transaction(async (tx) => {
      await tx.execute(sql`lock table identity_codes in share mode`);
      replies = ['198.51.100.1', '203.0.113.1'].map((remoteAddress) =>
        browser.visit(page, {
          method: 'POST',
          remoteAddress,
          payload: new URLSearchParams({ action: 'email', email: newAddress() }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      );
      await expect.poll(() => locksAwaited(board.db)).toBe(2);
    });
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([303, 303]);
  });

  test('the number of codes for an address is limited, even in several sign-ins at once', async () => {
    const email = newAddress();
    const attempts = Array.from({ length: CODE_LIMITS.perMailboxAndHour + 4 }, async () => {
      const browser = board.open();
      const page = await openProvenPage(browser);
      return browser.submit(page, { action: 'email', email });
    });
    const replies = await Promise.all(attempts);
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    expect(refused[0]?.html).toContain('Too many codes were requested.');
    expect(await board.codesTo(email)).toHaveLength(CODE_LIMITS.perMailboxAndHour);
  });
});

describe('the number of codes', () => {
  /** Requests codes with the default limits, and moves time on by making codes older. */
  async function setUpLimits() {
    const email = newAddress();
    const keys = await loadKeys(board.db);
    let requests = 0;
    return {
      async request(network: string, count = 1) {
        let accepted = 0;
        for (let n = 0; n < count; n += 1) {
          requests += 1;
          const request = { interaction: `${email} ${requests}`, email, network };
          if (await requestCode(board.db, request, { keys, scale: 1, send: async () => true })) {
            accepted += 1;
          }
        }
        return accepted;
      },
      async wait(minutes: number) {
        const passed = sql`${minutes} * interval '1 minute'`;
        await board.db.update(identity_codes).set({
          created_at: sql`${identity_codes.created_at} - ${passed}`,
          expires_at: sql`${identity_codes.expires_at} - ${passed}`,
        });
      },
    };
  }

  test('a mailbox has at most 75 tries in any 24 hours, from any networks, so a guess succeeds less often than once in a million', async () => {
    const { request, wait } = await setUpLimits();
    let codes = 0;
    for (let n = 0; n < 20; n += 1) {
      codes += await request(`198.51.100.${n}`);
      await wait(60);
    }
    expect(codes * CODE_TRIES).toBe(75);
    expect((codes * CODE_TRIES) / 10 ** CODE_DIGITS).toBeLessThan(1 / 1_000_000);
    // The first code was requested 24 hours ago, and was valid for another ten minutes.
    await wait(4 * 60 + 5);
    expect(await request('203.0.113.1')).toBe(0);
    await wait(6);
    expect(await request('203.0.113.1', 2)).toBe(1);
  });

  test('a stranger in one network does not use up the codes of an address, so its owner can still sign in', async () => {
    const { request, wait } = await setUpLimits();
    const { hour, day } = CODE_LIMITS.perMailboxAndNetwork;
    expect(await request('198.51.100.1', 5)).toBe(hour);
    expect(await request('203.0.113.1')).toBe(1);
    let codes: number = hour;
    for (let n = 0; n < 5; n += 1) {
      await wait(61);
      codes += await request('198.51.100.1', 5);
    }
    expect(codes).toBe(day);
    await wait(61);
    expect(await request('203.0.113.1', 2)).toBe(2);
  });

  test('the networks of one IPv6 /48 network count as one network', async () => {
    const { request } = await setUpLimits();
    const networks = ['2001:db8:7:1::', '2001:db8:7:2::', '2001:db8:7:3::', '2001:db8:7:4::'];
    let codes = 0;
    for (const network of networks) codes += await request(network);
    expect(codes).toBe(CODE_LIMITS.perMailboxAndNetwork.hour);
  });
});

describe('the account', () => {
  test('is created by the first sign-in, and its verified address is the proven one', async () => {
    await createAccount(board.db, { role: 'siteadmin' });
    const email = newAddress();
    const { access_token, id_token } = await board.signIn(email);
    const id = decodeJwt(id_token).sub ?? '';
    const profile = { id, name: 'Ada', email: 'typed@example.org' };
    const created = await board.ask('POST', '/api/accounts', access_token, profile);
    expect(created).toMatchObject({ status: 201, body: { role: 'user' } });
    const path = `/api/accounts/${encodeURIComponent(id)}`;
    const changed = { name: 'Ada', email: 'other@example.org', bio: '' };
    expect(await board.ask('PUT', path, access_token, changed)).toMatchObject({ status: 200 });
    const rows = await board.db.select().from(accounts);
    expect(rows.find((row) => row.id === id)).toMatchObject({
      email: 'other@example.org',
      verified_email: email,
    });
  });
});

test('several tabs may sign in at once, but the oldest unfinished sign-ins are deleted', async () => {
  const browser = board.open();
  const email = newAddress();
  const one = await board.requestCode(browser, email);
  const two = await board.requestCode(browser, email);
  expect(await board.enterCode(browser, one.page, one.code)).toBeDefined();
  expect(await board.enterCode(browser, two.page, two.code)).toBeDefined();
  const busy = board.open();
  for (let n = 0; n < 12; n += 1) await openProvenPage(busy);
  const pendingCookies = [...busy.cookies.values()].filter(({ name }) => name.includes('~'));
  expect(pendingCookies.length).toBeLessThanOrEqual(4 * 6);
});

test('a board that cannot send mail does not ask for an address, and refuses an address that a browser sends, with this reason', async () => {
  const app = await buildTestApp(board, { PUBLIC_URL, AUTH_EMBEDDED: 'true' });
  const browser = openBrowser(app);
  const page = await openProvenPage(browser);
  const { html: asked } = await browser.visit(page);
  expect(asked).toContain('cannot send codes by email');
  expect(asked).not.toContain('type="email"');
  const { status, html } = await browser.submit(page, { action: 'email', email: newAddress() });
  expect([status, html]).toEqual([503, expect.stringContaining('cannot send mail')]);
  expect(html).toContain('data-passkey="passkey"');
  await app.close();
});

test('while mail is paused, the page says that the mail with the code waits; the code works once the mail is sent', async () => {
  await board.db.insert(mail_state).values({ paused_at: new Date(), pause_reason: 'admin' });
  const browser = board.open();
  const { page, code } = await board.requestCode(browser, newAddress());
  const waiting = (await browser.visit(page)).html;
  expect(waiting).toContain('has paused its mail');
  expect(waiting).not.toContain('We sent a code');
  await board.db.delete(mail_state);
  expect((await browser.visit(page)).html).toContain('We sent a code');
  expect(await board.enterCode(browser, page, code)).toBeDefined();
});

test('while many networks wait for codes, the page says to everyone that mail is slow', async () => {
  await board.db.delete(mails);
  const [first, second] = [board.open(), board.open()];
  const { page } = await board.requestCode(first, newAddress());
  const other = await board.requestCode(second, newAddress());
  const pages = async () => [(await first.visit(page)).html, (await second.visit(other.page)).html];
  const note = expect.stringContaining('Mail is slow');
  for (let n = 0; n < 60; n += 1) {
    await createMail(board.db, { status: 'queued', finished_at: null, turn: 0 });
    if (n === 58) expect(await pages()).not.toContainEqual(note);
  }
  expect(await pages()).toEqual([note, note]);
  await board.db.delete(mails);
});
