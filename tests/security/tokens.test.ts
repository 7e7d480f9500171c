import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createSetupAddress } from '#server/auth/embedded-provider/setup.ts';
import {
  PUBLIC_SETTINGS,
  PUBLIC_URL,
} from '#server/auth/embedded-provider/testing/proven-board.ts';
import { authorizeUrl, exchange, signIn } from '#server/auth/embedded-provider/testing/sign-in.ts';
import { identity_state } from '#server/db/identity-tables.ts';
import { mails } from '#server/db/mail-tables.ts';
import { accounts, companies, jobs } from '#server/db/schema.ts';
import { inSeconds, type TokenOverrides, tokenFor } from '../support/access-tokens.ts';
import { openBrowser } from '../support/browser.ts';
import { createAccount, createCompany } from '../support/factories.ts';
import { startKeyServer } from '../support/key-server.ts';
import { buildTestApp, setUpTestBoard } from '../support/test-app.ts';
import { statement } from './statements.ts';

const board = setUpTestBoard();
const ID = 'auth0|ada';

const strange = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signStrangely = (content: Buffer) => sign('sha256', content, strange.privateKey);
const signByPublicKey = (content: Buffer, key: KeyObject) =>
  createHmac('sha256', createPublicKey(key).export({ format: 'pem', type: 'spki' }))
    .update(content)
    .digest();

test(statement(12), async () => {
  await createAccount(board.db, { id: ID, role: 'siteadmin' });
  const attackerKeys = await startKeyServer();
  const jku = `${attackerKeys.origin}/.well-known/jwks.json`;
  const jwk = strange.publicKey.export({ format: 'jwk' });
  const wrong: Record<string, TokenOverrides> = {
    'wrong signature': { sign: signStrangely },
    'not signed': { header: { alg: 'none' }, sign: () => Buffer.alloc(0) },
    'signed by the public key as a secret': { header: { alg: 'HS256' }, sign: signByPublicKey },
    'wrong audience': { claims: { aud: 'https://elsewhere.example/api' } },
    'wrong issuer': { claims: { iss: 'https://elsewhere.example/' } },
    expired: { claims: { exp: inSeconds(-120) } },
    'not valid yet': { claims: { nbf: inSeconds(120) } },
    'an ID token': { header: { typ: 'JWT' }, claims: { aud: 'composable-jobs-3000', nonce: 'n' } },
    'an unknown key': { header: { kid: 'unknown' }, sign: signStrangely },
    'a key at an address that it names': { header: { kid: 'x', jku }, sign: signStrangely },
    'a certificate at an address that it names': { header: { x5u: jku }, sign: signStrangely },
    'a key that it brings along': { header: { jwk }, sign: signStrangely },
  };
  const open = { token: await tokenFor(board.db, ID) };
  expect((await board.ask('GET', '/api/accounts', open)).status).toBe(200);
  for (const [what, overrides] of Object.entries(wrong)) {
    const token = await tokenFor(board.db, ID, overrides);
    for (const [method, url] of [
      ['GET', '/api/accounts'],
      ['POST', '/api/companies'],
    ] as const) {
      const { status, headers } = await board.ask(method, url, { token });
      expect([what, status]).toEqual([what, 401]);
      expect(headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    }
  }
  expect(attackerKeys.requestedUrls).toEqual([]);
  await attackerKeys.stop();

  // An ID token from a real sign-in.
  const { code } = await signIn(openBrowser(board.app), 'ada@example.com');
  const { body } = await exchange(board.app, code);
  const self = `/api/accounts/${encodeURIComponent('embedded|ada@example.com')}`;
  expect((await board.ask('GET', self, { token: body.id_token })).status).toBe(401);
  expect((await board.ask('GET', self, { token: body.access_token })).status).toBe(404);
});

test(statement(16), async () => {
  const app = await buildTestApp(board, PUBLIC_SETTINGS);
  const browser = openBrowser(app);
  const asking = {
    client_id: 'composable-jobs',
    redirect_uri: PUBLIC_URL,
    audience: `${PUBLIC_URL}/api`,
  };
  /** Counts the provider's sessions. */
  const sessions = async () =>
    (await board.db.select().from(identity_state))
      .filter(({ kind, payload }) => kind === 'Session' && payload.accountId)
      .map(({ payload }) => payload.accountId);
  await board.db.delete(identity_state);
  const pending = await browser.visit(authorizeUrl(asking));
  await browser.submit(pending.location, { action: 'email', email: 'ada@example.com' });
  const [mail] = await board.db.select().from(mails);
  const typed = { action: 'code', code: mail?.content?.code ?? '' };
  const accepted = await browser.submit(pending.location, typed);
  const answered = await browser.visit(accepted.location);
  expect(answered.location).toMatch(/^https:\/\/jobs\.example\/?\?code=/);
  const leaving = `/v2/logout?client_id=composable-jobs&returnTo=${PUBLIC_URL}`;
  const confirming = await browser.visit(leaving);
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(confirming.html) ?? [];
  const session = await sessions();
  expect(session).toHaveLength(1);

  // Headers of a form that another site submits. Browsers send no cookies with it, because the cookies are
  // SameSite=Lax.
  const crossSite = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const { location: started } = await openBrowser(app).visit(authorizeUrl(asking));
  const { searchParams } = new URL(answered.location);
  const grant = {
    grant_type: 'authorization_code',
    client_id: 'composable-jobs',
    redirect_uri: PUBLIC_URL,
    code: searchParams.get('code') ?? '',
  };
  for (const [url, fields] of [
    [new URL(started, PUBLIC_URL).pathname, { action: 'email', email: 'eve@example.com' }],
    [new URL(pending.location, PUBLIC_URL).pathname, { action: 'email', email: 'eve@example.com' }],
    [new URL(pending.location, PUBLIC_URL).pathname, typed],
    [new URL(pending.location, PUBLIC_URL).pathname, { action: 'resend' }],
    [new URL(await createSetupAddress(board.db, PUBLIC_URL)).pathname, {}],
    ['/v2/logout/confirm', { xsrf, logout: 'yes' }],
    ['/oauth/token', grant],
    ['/oauth/token', { ...grant, code_verifier: 'x'.repeat(43) }],
  ] as const) {
    const response = await app.inject({
      method: 'POST',
      url,
      headers: { ...crossSite, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });
    expect([url, [400, 403].includes(response.statusCode)]).toEqual([url, true]);
    expect(response.body).not.toMatch(/access_token|id_token/);
    expect([response.headers['set-cookie'] ?? []].flat().join()).not.toMatch(/_session=[^;]/);
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  }
  // Even if the browser sent all cookies, a forged form would lack the secret.
  const forged = await browser.visit('/v2/logout/confirm', {
    method: 'POST',
    headers: { ...crossSite, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'xsrf=guessed&logout=yes',
  });
  expect([400, 403]).toContain(forged.status);
  expect(await sessions()).toEqual(session);

  const left = await browser.submit('/v2/logout/confirm', { xsrf, logout: 'yes' });
  expect(new URL(left.location).origin).toBe(PUBLIC_URL);
  expect(await sessions()).toEqual([]);
  expect(accepted.headers).not.toHaveProperty('set-cookie');
  for (const [what, { headers }] of Object.entries({ pending, answered, left })) {
    const cookies = [headers['set-cookie'] ?? []].flat();
    expect([what, cookies.length > 0]).toEqual([what, true]);
    for (const cookie of cookies) {
      expect(cookie).toMatch(
        /^__Host-[^;]+;(?=.* path=\/(;|$))(?=.* secure)(?=.* httponly)(?=.* samesite=lax)/i,
      );
      expect(cookie).not.toMatch(/; *domain=/i);
    }
  }
  await app.close();

  // The API ignores cookies, so credentials that browsers attach give no access.
  const before = await everything();
  const { id } = await createCompany(board.db, { name: 'Stays' });
  const withCompany = await everything();
  expect(withCompany).not.toEqual(before);
  const token = await tokenFor(board.db, (await createAccount(board.db, { role: 'siteadmin' })).id);
  const rows = await everything();
  const json = JSON.stringify({
    name: 'Forged',
    description: 'x',
    website: 'https://evil.example',
  });
  const cookie = [...browser.cookies.values()]
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const site = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', cookie };
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json',
  ]) {
    for (const [method, url] of [
      ['POST', '/api/companies'],
      ['PUT', `/api/companies/${id}`],
      ['POST', '/api/upload'],
    ] as const) {
      const headers = { ...site, 'content-type': type };
      expect((await board.ask(method, url, { headers, body: json })).status).toBe(401);
    }
    // A simple form is refused even with a token, because its content type is not JSON.
    if (type === 'application/json') continue;
    const headers = { ...site, 'content-type': type };
    expect((await board.ask('POST', '/api/companies', { token, headers, body: json })).status).toBe(
      415,
    );
  }
  // GET requests change nothing.
  for (const url of [
    `/api/companies/${id}?_method=DELETE`,
    `/api/companies/${id}/delete`,
    `/companies/edit/${id}?name=Forged&delete=true`,
    `/jobs/add?title=Forged`,
  ]) {
    const headers = { authorization: `Bearer ${token}`, 'x-http-method-override': 'DELETE' };
    await board.app.inject({ url, headers });
  }
  expect(await everything()).toEqual(rows);
});

const everything = async () => ({
  jobs: await board.db.select().from(jobs),
  companies: await board.db.select().from(companies),
  accounts: await board.db.select().from(accounts),
});

test(statement(17), async () => {
  const address = 'ada@example.com';
  await createAccount(board.db, { id: 'auth0|admin', email: address, role: 'siteadmin' });
  // A person with the same email address in the subject or in a claim is a different person.
  for (const [subject, claims] of [
    ['auth0|namesake', { email: address, email_verified: true }],
    [address, {}],
    ['AUTH0|ADMIN', {}],
    ['auth0|admin ', {}],
  ] as const) {
    const token = await tokenFor(board.db, subject, { claims });
    expect((await board.ask('GET', '/api/accounts', { token })).status).toBe(403);
    const admin = `/api/accounts/${encodeURIComponent('auth0|admin')}`;
    expect((await board.ask('GET', admin, { token })).status).toBe(403);
  }
  // Two accounts may share an email address; neither has access to the other.
  await createAccount(board.db, { id: 'auth0|namesake', email: address });
  const namesake = await tokenFor(board.db, 'auth0|namesake');
  expect((await board.ask('GET', '/api/accounts', { token: namesake })).status).toBe(403);

  const token = await tokenFor(board.db, 'auth0|admin');
  expect((await board.ask('GET', '/api/accounts', { token })).status).toBe(200);
  await board.db.update(accounts).set({ role: 'user' }).where(eq(accounts.id, 'auth0|admin'));
  expect((await board.ask('GET', '/api/accounts', { token })).status).toBe(403);
  await board.db.delete(accounts).where(eq(accounts.id, 'auth0|admin'));
  expect((await board.ask('GET', '/api/accounts', { token })).status).toBe(403);
});
