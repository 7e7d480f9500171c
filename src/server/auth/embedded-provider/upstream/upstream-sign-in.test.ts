import { eq, sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, test } from 'vitest';
import { identity_links, identity_state, identity_users } from '#server/db/identity-tables.ts';
import { RATE_LIMITS } from '#shared/limits.ts';
import { createAccount } from '#tests/support/factories.ts';
import { captureLog, HOSTILE } from '#tests/support/log-lines.ts';
import { openProvenPage, PUBLIC_URL } from '../testing/proven-board.ts';
import { sendJson } from '../testing/stand-in.ts';
import { OTHER_KEY } from '../testing/stand-in-openid.ts';
import { setUpUpstreamBoard, type UpstreamKey } from '../testing/upstream-board.ts';

const log = captureLog();
const registry = new Registry();
const board = setUpUpstreamBoard({ logger: log.logger, registry });
const { standIns } = board;

afterEach(() => {
  standIns.google.reset();
  standIns.openid.reset();
  Object.assign(standIns.github, {
    user: { id: 1, login: 'ada', name: null },
    emails: [],
    override: undefined,
  });
  log.forget();
});

let people = 0;
/** An address, and a subject of the same person, that no other test uses. */
function newPerson() {
  const n = people++;
  return { email: `ada${n}@gmail.com`, sub: `subject-${n}`, id: 1_000 + n };
}

/** Sets what a provider says about the person at the next sign-in. */
function be(key: UpstreamKey, { email, sub, id }: ReturnType<typeof newPerson>, name = 'Ada L.') {
  if (key === 'github') {
    standIns.github.user = { id, login: 'ada', name };
    standIns.github.emails = [
      { email: 'old@example.org', primary: false, verified: true },
      { email, primary: true, verified: true },
    ];
  } else standIns[key].claims = { sub, email, email_verified: true, name };
}

const openRequests = () => board.db.$count(identity_state, eq(identity_state.kind, 'Upstream'));

const userByCode = async (email: string) => decodeJwt((await board.signIn(email)).id_token).sub;

/** Expects that the response is refused, and returns the page to which it leads. */
async function expectFailure(
  key: UpstreamKey,
  reason: string | RegExp,
  change: (callback: URL) => void = () => {},
) {
  const browser = board.open();
  const { page, callback } = await board.start(browser, key);
  const url = new URL(callback, PUBLIC_URL);
  change(url);
  const users = await board.db.$count(identity_users);
  const { status, location } = await board.openCallback(browser, url.pathname + url.search);
  expect([status, location]).toEqual([303, `${page}?step=email&failed=${key}`]);
  expect(await board.db.$count(identity_users)).toBe(users);
  const name = { google: 'Google', github: 'GitHub', openid: 'Acme &#38; Sons' }[key];
  const shown = await browser.visit(location);
  expect(shown.html).toContain(`${name} did not sign you in. Try again, or use your email.`);
  expect(shown.html).toContain('<title>Error: Sign in');
  await expect.poll(reasons).toEqual([expect.stringMatching(new RegExp(`^${key}: `))]);
  if (typeof reason === 'string') expect(reasons()).toEqual([`${key}: ${reason}`]);
  else expect(reasons()[0]).toMatch(reason);
  return { browser, page };
}

/** The reasons in the lines of finished requests. */
const reasons = () =>
  log.lines().flatMap(({ msg, reason }) => (msg === 'Request completed' && reason ? [reason] : []));

describe('the sign-in page', () => {
  test('links to each provider below the email field, and escapes its name', async () => {
    const browser = board.open();
    const page = await openProvenPage(browser);
    const { html } = await browser.visit(page);
    for (const [key, name] of [
      ['google', 'Google'],
      ['github', 'GitHub'],
      ['openid', 'Acme &#38; Sons'],
    ]) {
      expect(html).toMatch(
        new RegExp(
          `<a class="button button-secondary" href="${page}/${key}">.*Continue with ${name}</a>`,
        ),
      );
    }
    expect(html.indexOf('for="email"')).toBeLessThan(html.indexOf('Continue with'));
    // The form with an error has the links, too.
    const refused = await browser.submit(page, { action: 'email', email: 'ada' });
    expect(refused.html).toContain(`href="${page}/google"`);
    expect((await browser.visit(`${page}?failed=<b>`)).html).not.toContain('did not sign you in');
  });

  test('leads to the provider with PKCE, state and nonce, and asks for no more than the identity', async () => {
    const browser = board.open();
    const page = await openProvenPage(browser);
    const address = new URL(await board.choose(browser, page, 'google'));
    expect(address.origin + address.pathname).toBe(`${standIns.google.origin}/authorize`);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'board.client',
      redirect_uri: `${PUBLIC_URL}/authorize/callback/google`,
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const github = new URL(await board.choose(browser, page, 'github'));
    expect(Object.fromEntries(github.searchParams)).toMatchObject({
      redirect_uri: `${PUBLIC_URL}/authorize/callback/github`,
      scope: 'read:user user:email',
      code_challenge_method: 'S256',
    });
    expect(github.searchParams.has('nonce')).toBe(false);
  });

  test('the URLs of unknown providers respond with 404', async () => {
    const browser = board.open();
    const page = await openProvenPage(browser);
    for (const path of [
      `${page}/evil`,
      `${page}/evil/callback?state=x`,
      '/authorize/callback/evil',
    ]) {
      expect((await browser.visit(path)).status).toBe(404);
    }
  });
});

describe.each(['google', 'github', 'openid'] as const)('a sign-in with %s', (key) => {
  test('a sign-in at a provider signs in a new person, with the verified address and the name in the profile', async () => {
    const person = newPerson();
    be(key, { ...person, email: person.email.toUpperCase() });
    const before = await openRequests();
    const claims = await board.signInAt(key);
    expect(claims).toMatchObject({ name: 'Ada L.', email: person.email, email_verified: true });
    expect(claims.sub).toMatch(/^user\|[\da-f-]{36}$/);
    const [link] = await board.db
      .select()
      .from(identity_links)
      .where(eq(identity_links.user_id, claims.sub ?? ''));
    expect(link).toMatchObject({
      issuer: key === 'github' ? 'https://github.com' : standIns[key].origin,
      subject: key === 'github' ? String(person.id) : person.sub,
      verified_email: person.email,
    });
    await expect.poll(() => log.text()).toContain('User signed in');
    for (const secret of [person.email, 'an-access-token', 'gho_token', 'code-', 'a-secret']) {
      expect(log.text()).not.toContain(secret);
    }
    expect(await openRequests()).toBe(before);
  });

  test('a sign-in at a provider finds the same user again after the address has changed', async () => {
    const person = newPerson();
    be(key, person);
    const { sub } = await board.signInAt(key);
    be(key, { ...person, email: newPerson().email });
    expect((await board.signInAt(key)).sub).toBe(sub);
  });

  test('a code and a provider sign in the same user, whichever has proven the address first', async () => {
    const [one, two] = [newPerson(), newPerson()];
    const byCode = await userByCode(one.email);
    be(key, one);
    expect((await board.signInAt(key)).sub).toBe(byCode);
    be(key, two);
    const { sub } = await board.signInAt(key);
    expect(await userByCode(two.email)).toBe(sub);
  });

  test('a sign-in at a provider signs in a person without an address', async () => {
    const person = newPerson();
    be(key, person);
    if (key === 'github') standIns.github.emails = [];
    else standIns[key].claims = { sub: person.sub, name: 'Ada L.' };
    const claims = await board.signInAt(key);
    expect(claims).toMatchObject({ name: 'Ada L.' });
    expect(claims).not.toHaveProperty('email');
    expect((await board.signInAt(key)).sub).toBe(claims.sub);
  });

  test('a sign-in leads back to the sign-in page if the person cancels at the provider', async () => {
    await expectFailure(key, 'access_denied', ({ searchParams }) => {
      searchParams.delete('code');
      searchParams.set('error', 'access_denied');
      searchParams.set('error_description', HOSTILE);
    });
    expect(log.text()).not.toMatch(/wilma|fatal/);
  });

  test('a sign-in leads back to the sign-in page if the code is not from the provider', async () => {
    const expected = key === 'github' ? 'bad_verification_code' : 'invalid_grant';
    await expectFailure(key, expected, ({ searchParams }) => {
      searchParams.set('code', 'a-made-up-code');
    });
    expect(log.text()).not.toContain('made-up');
  });
});

test('any process may continue the sign-in, and over http, the cookies are limited to the path of the sign-in', async () => {
  const ORIGIN = 'http://192.168.0.9:3000';
  const [one, two] = [
    await board.startFresh({ PUBLIC_URL: ORIGIN }),
    await board.startFresh({ PUBLIC_URL: ORIGIN }),
  ];
  const browser = one.open();
  const page = await openProvenPage(browser, {
    client_id: 'composable-jobs-3000',
    redirect_uri: ORIGIN,
    audience: `${ORIGIN}/api`,
  });
  const paths = [...browser.cookies.values()].map(({ path }) => path);
  expect(paths).toContain(page);
  be('google', newPerson());
  const callback = await board.respond(await board.choose(browser, page, 'google'), ORIGIN);
  browser.moveTo(two.app);
  const { location } = await board.openCallback(browser, callback);
  expect(new URL(location, ORIGIN).pathname).toBe(page.replace('/sign-in', ''));
  await Promise.all([one.app.close(), two.app.close()]);
});

test.each(['/authorize/sign-in/x/google', '/authorize/sign-in/x/google/callback'])(
  '%s counts against the rate limit like other steps of a sign-in',
  async (path) => {
    const { app, open } = await board.startFresh({ RATE_LIMIT_SCALE: '1' });
    const browser = open();
    let calls = 0;
    // A new minute may begin between two calls, and counts start from zero then.
    for (; calls < 3 * RATE_LIMITS.signIn; calls += 1) {
      const { status } = await browser.visit(path);
      if (status === 429) break;
      expect(status).toBe(400);
    }
    expect(calls).toBeLessThanOrEqual(2 * RATE_LIMITS.signIn);
    await app.close();
  },
);

test.each(['google', 'openid', 'github'] as const)(
  'a blocked person who comes back from %s meets a page that says so',
  async (key) => {
    be(key, newPerson());
    const { sub: id = '' } = await board.signInAt(key);
    await createAccount(board.db, { id, blocked_at: new Date(), blocked_reason: 'Spam' });
    const browser = board.open();
    const { callback } = await board.start(browser, key);
    const { status, headers, html } = await board.openCallback(browser, callback);
    expect([status, headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    expect(html).toContain('<h1 class="section-title">This account is blocked</h1>');
  },
);

test('the same subject at a different provider is a different person', async () => {
  const person = newPerson();
  standIns.google.claims = { sub: person.sub };
  standIns.openid.claims = { sub: person.sub };
  expect((await board.signInAt('google')).sub).not.toBe((await board.signInAt('openid')).sub);
});

describe('addresses that prove nothing', () => {
  test.each([false, undefined, 'true', 1, null])(
    'an address proves nothing if email_verified is %j',
    async (value) => {
      const { email, sub } = newPerson();
      const owner = await userByCode(email);
      standIns.openid.claims = { sub, email, email_verified: value };
      const claims = await board.signInAt('openid');
      expect(claims.sub).not.toBe(owner);
      expect(claims).not.toHaveProperty('email');
      expect(await userByCode(email)).toBe(owner);
    },
  );

  test.each([
    [
      { primary: true, verified: false },
      { primary: false, verified: true },
    ],
    [
      { primary: false, verified: true },
      { primary: false, verified: true },
    ],
  ])(
    'an address proves nothing if it is not the verified primary address at GitHub: %j',
    async (...flags) => {
      const { email, id } = newPerson();
      const owner = await userByCode(email);
      standIns.github.user = { id, login: 'eve', name: null };
      standIns.github.emails = flags.map((flag) => ({ email, ...flag }));
      const claims = await board.signInAt('github');
      expect(claims.sub).not.toBe(owner);
      expect(claims).toMatchObject({ name: 'eve' });
    },
  );

  test('an address proves nothing at Google if Google does not host it', async () => {
    const { sub } = newPerson();
    const email = `${sub}@example.org`;
    const owner = await userByCode(email);
    standIns.google.claims = { sub, email, email_verified: true };
    expect((await board.signInAt('google')).sub).not.toBe(owner);
    standIns.google.claims = {
      sub: `${sub}-hosted`,
      email,
      email_verified: true,
      hd: 'example.org',
    };
    expect((await board.signInAt('google')).sub).toBe(owner);
  });

  test.each([
    'ada',
    'ada@example.org, eve@example.org',
    'ada@example.org\r\nBcc: eve@example.org',
    'ada@exa\0mple.org',
    `${'a'.repeat(250)}@example.org`,
    ['ada@example.org'],
  ])('if it is not an email address: %j', async (email) => {
    standIns.openid.claims = { ...newPerson(), email, email_verified: true };
    expect(await board.signInAt('openid')).not.toHaveProperty('email');
  });
});

describe('the name that a provider states', () => {
  test.each([
    ['Ada\u202e\r\n Lovelace\0', 'Ada Lovelace'],
    ['  ', 'Ada'],
    [42, 'Ada'],
    ['x'.repeat(500), 'x'.repeat(200)],
    ['👩‍🚀'.repeat(100), `${'👩‍🚀'.repeat(66)}👩‍`],
  ])('the name %j at the provider becomes %j', async (name, expected) => {
    const { sub } = newPerson();
    standIns.openid.claims = { sub, email: 'ada+x@example.org', name };
    expect(await board.signInAt('openid')).toMatchObject({ name: expected });
  });
});

test('claims that are not in the ID token are read from the userinfo endpoint', async () => {
  const { sub, email } = newPerson();
  standIns.openid.claims = { sub };
  standIns.openid.userinfo = { sub, email, email_verified: true, name: 'Ada of Userinfo' };
  expect(await board.signInAt('openid')).toMatchObject({ email, name: 'Ada of Userinfo' });
  // A response about a different subject.
  standIns.openid.userinfo = { sub: 'eve', email, email_verified: true };
  await expectFailure('openid', 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED');
});

describe('refused ID tokens', () => {
  const past = Math.floor(Date.now() / 1_000) - 3_600;
  test.each([
    ['of another request', { nonce: 'another' }, 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
    ['without a nonce', { nonce: undefined }, 'OAUTH_INVALID_RESPONSE'],
    ['of another issuer', { iss: 'https://evil.example' }, 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
    ['for another client', { aud: 'another' }, 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
    ['that has expired', { exp: past }, 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'],
    ['without a subject', { sub: undefined }, 'OAUTH_INVALID_RESPONSE'],
    ['with a subject that is too long', { sub: 'x'.repeat(256) }, 'ZodError'],
    ['with a null character in the subject', { sub: 'a\0' }, 'ZodError'],
  ])('%s', async (_, claims, reason) => {
    standIns.openid.claims = claims;
    await expectFailure('openid', reason);
  });

  test('an ID token is refused with the signature of another key, or without one', async () => {
    standIns.google.key = OTHER_KEY;
    await expectFailure('google', /^google: OAUTH_/);
    log.forget();
    standIns.google.key = 'none';
    await expectFailure('google', /^google: OAUTH_/);
  });
});

describe('refused responses', () => {
  const ENDED = 'This sign-in has ended; start again.';

  test('a response is refused with a state that the board has not sent', async () => {
    const browser = board.open();
    const { callback } = await board.start(browser, 'google');
    for (const state of ['', 'x', 'a'.repeat(500), '%00', '&state=y']) {
      const { status, html } = await browser.visit(
        callback.replace(/state=[^&]*/, `state=${state}`),
      );
      expect([status, html]).toEqual([400, expect.stringContaining(ENDED)]);
    }
    expect((await browser.visit('/authorize/callback/google')).status).toBe(400);
    expect((await board.openCallback(browser, callback)).location).not.toContain('failed');
  });

  test('a response is refused if it comes again, or several times at once', async () => {
    const browser = board.open();
    const { callback } = await board.start(browser, 'google');
    const { location } = await browser.visit(callback);
    const visits = await Promise.all([1, 2, 3].map(() => browser.visit(location)));
    const finished = visits.filter(({ location }) => !location.includes('failed'));
    expect(finished).toHaveLength(1);
    for (const path of [callback, location]) {
      expect((await board.openCallback(browser, path)).location).not.toMatch(
        /\/authorize\/[\w-]+$/,
      );
    }
    await board.finish(browser, finished[0]?.location ?? '');
    for (const path of [callback, location]) {
      const { status, html } = await board.openCallback(browser, path);
      expect([status, html]).toEqual([400, expect.stringContaining(ENDED)]);
    }
  });

  test('a response is refused after ten minutes', async () => {
    const browser = board.open();
    const { callback } = await board.start(browser, 'google');
    const { location } = await browser.visit(callback);
    await board.db
      .update(identity_state)
      .set({ expires_at: sql`now()` })
      .where(eq(identity_state.kind, 'Upstream'));
    expect((await browser.visit(callback)).html).toContain(ENDED);
    expect((await browser.visit(location)).location).toContain('failed=google');
  });

  test('a response is refused in a browser that has not asked for it', async () => {
    const [attacker, victim] = [board.open(), board.open()];
    const { callback } = await board.start(attacker, 'google');
    const own = await openProvenPage(victim);
    for (const browser of [board.open(), victim]) {
      const { status, html } = await board.openCallback(browser, callback);
      expect([status, html]).toEqual([400, expect.stringContaining(ENDED)]);
    }
    // The attacker's response, sent to the URL of the victim's sign-in.
    const inOwn = (await attacker.visit(callback)).location.replace(/sign-in\/[^/]+/, () =>
      own.slice('/authorize/'.length),
    );
    expect((await victim.visit(inOwn)).location).toBe(`${own}?step=email&failed=google`);
    // The response is still accepted in the browser that asked for it.
    expect((await board.openCallback(attacker, callback)).location).not.toContain('failed');
  });

  test('a response is refused at the redirect URI of another provider', async () => {
    const browser = board.open();
    const { page, callback } = await board.start(browser, 'google');
    expect((await browser.visit(callback.replace('/google', '/openid'))).html).toContain(ENDED);
    const { location } = await browser.visit(callback);
    const moved = await browser.visit(location.replace('/google/', '/openid/'));
    expect(moved.location).toBe(`${page}?step=email&failed=openid`);
    expect(standIns.openid.requests.filter((path) => path === '/token')).toEqual([]);
    expect((await browser.visit(location)).location).not.toContain('failed');
  });

  test('a response is refused with the issuer of another provider', async () => {
    await expectFailure('google', 'OAUTH_INVALID_RESPONSE', ({ searchParams }) => {
      searchParams.set('iss', standIns.openid.origin);
    });
  });

  test('a refused response never leads to a different site', async () => {
    const browser = board.open();
    const { callback } = await board.start(browser, 'google');
    const more = '&redirect_uri=https://evil.example&next=//evil.example&iss[]=evil.example';
    const { location } = await browser.visit(`${callback}${more}`);
    expect(location).toMatch(/^\/authorize\/sign-in\//);
    expect(location).not.toContain('evil');
  });
});

describe('a failing provider', () => {
  const TOKEN_FAILURES: [string, Parameters<typeof expectFailure>[1], Override][] = [
    [
      'closes the connection',
      /google: (UND_ERR_SOCKET|ECONNRESET)/,
      (response) => response.destroy(),
    ],
    ['has an error', /google: OAUTH_/, (response) => sendJson(response, {}, 500)],
    ['sends HTML', /google: OAUTH_/, (response) => response.end('<html>')],
    ['redirects', /google: /, (response) => response.writeHead(302, { location: '/keys' }).end()],
    [
      'refuses the secret',
      'invalid_client',
      (response) => sendJson(response, { error: 'invalid_client' }, 401),
    ],
    ['sends null', /google: /, (response) => sendJson(response, null)],
    [
      'sends a token of another kind',
      /google: /,
      (response) => sendJson(response, { access_token: 'x', token_type: 'mac', id_token: 7 }),
    ],
    [
      'sends too much',
      'RESPONSE_TOO_LARGE',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const send = (): unknown => response.writable && response.write(' '.repeat(65_536), send);
        send();
      },
    ],
  ];
  type Override = (response: Parameters<typeof sendJson>[0]) => unknown;

  function respondWith(path: string, override: Override) {
    standIns.google.override = (requested, response) => {
      if (requested !== path) return false;
      override(response);
      return true;
    };
  }

  test.each(TOKEN_FAILURES)(
    'a failing provider leads back to the sign-in page if it %s',
    async (_, reason, override) => {
      respondWith('/token', override);
      const { browser, page } = await expectFailure('google', reason);
      // The person tries again, and it works.
      standIns.google.override = undefined;
      be('google', newPerson());
      const callback = await board.respond(await board.choose(browser, page, 'google'));
      expect((await board.openCallback(browser, callback)).location).not.toContain('failed');
    },
  );

  test('leads back to the sign-in page after some seconds if it does not respond', async () => {
    respondWith('/token', () => {});
    await expectFailure('google', /TIMEOUT|TimeoutError/);
  });

  test('causes a refused sign-in that is counted and logged', async () => {
    const refused = async () =>
      /board_sign_ins_total\{outcome="refused"\} (\d+)/.exec(await registry.metrics())?.[1];
    const before = Number(await refused());
    respondWith('/token', (response) => sendJson(response, {}, 500));
    await expectFailure('google', /OAUTH_/);
    expect(Number(await refused())).toBe(before + 1);
  });

  test('leads back to the sign-in page while the provider is down, and works once the provider is up', async () => {
    const openid = board.standIns.openid;
    const other = await board.startFresh();
    const browser = other.open();
    const page = await openProvenPage(browser);
    openid.override = (path, response) => {
      if (!path.includes('openid-configuration')) return false;
      sendJson(response, { issuer: 'https://evil.example' });
      return true;
    };
    expect((await browser.visit(`${page}/openid`)).location).toBe(
      `${page}?step=email&failed=openid`,
    );
    openid.override = (_, response) => Boolean(response.destroy());
    expect((await browser.visit(`${page}/openid`)).location).toBe(
      `${page}?step=email&failed=openid`,
    );
    openid.override = undefined;
    expect((await browser.visit(`${page}/openid`)).location).toContain(
      `${openid.origin}/authorize?`,
    );
    const { requests } = openid;
    const { length } = requests.filter((path) => path.includes('openid-configuration'));
    await browser.visit(`${page}/openid`);
    expect(requests.filter((path) => path.includes('openid-configuration'))).toHaveLength(length);
    await other.app.close();
  });

  test.each([
    ['a failing user', '/user', 500],
    ['refused emails', '/user/emails', 403],
  ])(
    'a failing provider leads back to the sign-in page with %s in the API of GitHub',
    async (_, path, status) => {
      standIns.github.override = (requested, response) => {
        if (requested.split('?')[0] !== path) return false;
        sendJson(response, { message: 'no' }, status);
        return true;
      };
      await expectFailure('github', /github: /);
    },
  );

  test.each([{ id: 'ada' }, { id: -1 }, { id: 1.5 }, { id: null }])(
    'a failing provider leads back to the sign-in page with the GitHub id %j',
    async (user) => {
      standIns.github.user = { login: 'ada', name: null, ...user };
      await expectFailure('github', 'ZodError');
    },
  );
});
