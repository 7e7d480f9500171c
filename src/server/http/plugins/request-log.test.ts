import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  authorizeUrl,
  exchange,
  ORIGIN,
  signIn,
} from '#server/auth/embedded-provider/testing/sign-in.ts';
import { hashedUserId } from '#server/platform/logging/hashed-user-id.ts';
import { inSeconds, type TokenOverrides, tokenFor } from '#tests/support/access-tokens.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { createAccount, createJob } from '#tests/support/factories.ts';
import { captureLog, HOSTILE, type LogLine } from '#tests/support/log-lines.ts';
import { buildTestApp, loadTestBundle, setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();
const log = captureLog();
let app: Awaited<ReturnType<typeof buildTestApp>>;
beforeAll(async () => {
  app = await buildTestApp(board, {}, { logger: log.logger });
});
afterAll(() => app.close());
beforeEach(log.forget);

const UUID = /^[\da-f]{8}-[\da-f-]{27}$/;

/** The log line of a request. */
async function lineOf(request: InjectOptions): Promise<LogLine | undefined> {
  log.forget();
  await app.inject(request);
  await expect.poll(() => log.lines().length).toBeGreaterThan(0);
  return log.lines().at(-1);
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('each request', () => {
  test('has one line in the log, with its route, status and duration', async () => {
    const line = await lineOf({ url: '/api/jobs?q=wilma' });
    expect(log.lines()).toHaveLength(1);
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      pid: expect.any(Number),
      hostname: expect.any(String),
      reqId: expect.stringMatching(UUID),
      msg: 'Request completed',
      method: 'GET',
      route: '/api/jobs',
      status: 200,
      duration: expect.any(Number),
      ip: '127.0.0.1',
    });
  });

  test.each([
    ['/jobs/nope', '/jobs/$id', 404],
    ['/jobs?type=Contract', '/jobs/', 200],
    ['/wilma@example.com', '/$page', 404],
    ['/api/wilma@example.com', '/api/*', 404],
    ['/api/jobs/%E0%A4%A', '/api/jobs/:id', 404],
    ['/jobs.atom?q=wilma', '/jobs.atom', 200],
    ['/uploads/wilma', expect.any(String), 404],
    ['/?code=a-code&state=a-state', '/', 200],
  ])('to %s is logged with the route %s', async (url, route, status) => {
    expect(await lineOf({ url })).toMatchObject({ route, status, level: 'info' });
    expect(log.lines()).toHaveLength(1);
    expect(log.text()).not.toMatch(/wilma|a-code|a-state|q=/);
  });

  test('a request has a line in the log even if it is refused before routing', async () => {
    const url = `/api/accounts/${'a'.repeat(5_000)}`;
    expect(await lineOf({ url })).toMatchObject({ msg: 'Request completed', ip: '127.0.0.1' });
    expect(log.lines()).toHaveLength(1);
    expect(log.text()).not.toContain('aaaa');
  });

  test('a request for a file or a health probe is logged at debug unless it fails', async () => {
    for (const url of ['/healthz', '/readyz', '/static/icon.svg']) {
      expect((await app.inject({ url })).statusCode).toBe(200);
    }
    const line = await lineOf({ url: '/static/none.svg' });
    expect(line).toMatchObject({ route: 'none', status: 404 });
    expect(log.lines()).toHaveLength(1);
  });

  test('a request is logged as aborted if the client disconnects before the response', async () => {
    const web = await loadTestBundle();
    let startRendering = () => {};
    const rendering = new Promise<void>((resolve) => {
      startRendering = resolve;
    });
    const stuck = await buildTestApp(
      board,
      {},
      {
        logger: log.logger,
        web: {
          ...web,
          render: () => {
            startRendering();
            return new Promise(() => {});
          },
        },
      },
    );
    await stuck.listen({ port: 0, host: '127.0.0.1' });
    log.forget();
    const { port } = stuck.server.address() as { port: number };
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /jobs HTTP/1.1\r\nhost: a\r\n\r\n');
    await rendering;
    socket.destroy();
    await expect
      .poll(log.lines)
      .toMatchObject([{ msg: 'Request aborted', route: '/*', level: 'info' }]);

    // The next requests are sent without waiting for the response to an earlier one, which never comes (pipelining).
    log.forget();
    let received = 0;
    stuck.server.on('request', () => {
      received += 1;
    });
    const pipeline = connect(port, '127.0.0.1');
    const page = 'GET /jobs HTTP/1.1\r\nhost: a\r\n\r\n';
    const account = 'GET /api/accounts/wilma HTTP/1.1\r\nhost: a\r\n\r\n';
    pipeline.write(`${page}${account.repeat(12)}`);
    await expect.poll(() => received).toBe(13);
    pipeline.destroy();
    await expect.poll(() => log.lines().length).toBe(13);
    const refused = {
      msg: 'Request aborted',
      route: '/api/accounts/:id',
      level: 'warn',
      status: 401,
    };
    expect(log.lines().filter(({ status }) => status === 401)).toMatchObject(
      Array.from({ length: 12 }, () => refused),
    );
    await stuck.close();
  });
});

describe('users', () => {
  test('the log names users by account id, or by a hash if the id contains an email address', async () => {
    for (const id of ['auth0|wilma', 'embedded|wilma@example.com']) {
      await createAccount(board.db, { id, role: 'siteadmin' });
      const headers = bearer(await tokenFor(board.db, id));
      const line = await lineOf({ url: `/api/accounts/${encodeURIComponent(id)}`, headers });
      expect(line).toMatchObject({
        person: hashedUserId(id),
        status: 200,
        route: '/api/accounts/:id',
      });
    }
    const digest = createHash('sha256').update('embedded|wilma@example.com').digest('base64url');
    expect(log.text()).toContain(`"embedded|${digest.slice(0, 16)}"`);
    expect(log.text()).not.toContain('example.com');
  });

  test('requests of users without permission are logged at warn with the permission that they lack', async () => {
    await createAccount(board.db, { id: 'auth0|bo' });
    const headers = bearer(await tokenFor(board.db, 'auth0|bo'));
    const { company_id } = await createJob(board.db);
    const refused = { level: 'warn', status: 403, person: 'auth0|bo' };
    expect(await lineOf({ url: '/api/accounts', headers })).toMatchObject({
      ...refused,
      reason: 'role',
    });
    expect(await lineOf({ url: '/api/accounts/other', headers })).toMatchObject({
      ...refused,
      reason: 'account',
    });
    expect(
      await lineOf({ method: 'DELETE', url: `/api/companies/${company_id}`, headers }),
    ).toEqual(expect.objectContaining({ ...refused, reason: 'role' }));
  });

  test.each<[string, TokenOverrides, string]>([
    ['that has expired', { claims: { exp: inSeconds(-70) } }, 'ERR_JWT_EXPIRED'],
    ['for another audience', { claims: { aud: 'x' } }, 'ERR_JWT_CLAIM_VALIDATION_FAILED aud'],
    ['of another issuer', { claims: { iss: 'x' } }, 'ERR_JWT_CLAIM_VALIDATION_FAILED iss'],
    [
      'with an invalid signature',
      { sign: () => Buffer.alloc(256) },
      'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
    ],
    ['with an unknown key', { header: { kid: 'x' } }, 'ERR_JWKS_NO_MATCHING_KEY'],
    ['without a subject', { claims: { sub: '' } }, 'no account id'],
  ])(
    'with a token %s: the line has the reason, but no part of the token',
    async (_, change, reason) => {
      const token = await tokenFor(board.db, 'auth0|wilma', change);
      const line = await lineOf({ url: '/api/accounts', headers: bearer(token) });
      expect(line).toMatchObject({ level: 'warn', status: 401, reason });
      expect(line).not.toHaveProperty('person');
      expect(log.text()).not.toMatch(/eyJ|auth0/);
    },
  );

  test('the log says why a request without a token is refused', async () => {
    const line = await lineOf({ url: '/api/accounts' });
    expect(line).toMatchObject({ level: 'warn', status: 401, reason: 'no token' });
  });
});

describe('the embedded provider', () => {
  const person = hashedUserId('embedded|wilma@example.com');

  test('logs sign-ins and sign-outs', async () => {
    const browser = openBrowser(app);
    const { code } = await signIn(browser, 'wilma@example.com');
    const { body } = await exchange(app, code);
    const { html } = await browser.visit(
      `/v2/logout?${new URLSearchParams({ returnTo: ORIGIN, client_id: 'composable-jobs-3000' })}`,
    );
    const [, action = ''] = /action="([^"]+)"/.exec(html) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]*)"/.exec(html) ?? [];
    await browser.submit(action, { xsrf, logout: 'yes' });
    await expect.poll(() => log.lines().at(-1)?.route).toBe('/v2/logout/confirm');
    const events = log.lines().filter(({ msg }) => msg !== 'Request completed');
    expect(events).toMatchObject([
      { msg: 'User signed in', level: 'info', person, ip: '127.0.0.1' },
      { msg: 'User signed out', level: 'info', person, ip: '127.0.0.1' },
    ]);
    const completed = log.lines().filter(({ msg }) => msg === 'Request completed');
    expect(completed.map(({ route, status }) => [route, status])).toEqual([
      ['/authorize', 303],
      ['/authorize/sign-in/:uid', 200],
      ['/authorize/sign-in/:uid', 303],
      ['/authorize/:uid', 303],
      ['/oauth/token', 200],
      ['/v2/logout', 200],
      ['/v2/logout/confirm', 303],
    ]);
    const secrets = [code, body.access_token, body.id_token, xsrf, 'wilma', 'a-state', 'a-nonce'];
    const cookies = [...browser.cookies.values()].map(({ value }) => value);
    for (const secret of [...secrets, ...cookies]) expect(log.text()).not.toContain(secret);
  });

  test('logs refused sign-ins', async () => {
    await app.inject({
      url: authorizeUrl(),
      headers: { 'x-forwarded-for': 'wilma@example.com' },
    });
    await app.inject({ url: '/authorize/sign-in/none' });
    await exchange(app, 'a-made-up-code');
    const completed = () => log.lines().filter(({ msg }) => msg === 'Request completed');
    await expect.poll(completed).toMatchObject([
      { level: 'warn', status: 403, reason: 'remote client', ip: '127.0.0.1' },
      { level: 'warn', status: 400, reason: 'unknown sign-in' },
      { level: 'warn', status: 400, reason: 'invalid_grant' },
    ]);
    expect(log.text()).not.toMatch(/wilma|made-up/);
  });
});

test('input from a request neither adds a line to the log nor appears in one', async () => {
  const text = encodeURIComponent(HOSTILE);
  const token = await tokenFor(board.db, 'auth0|wilma', { claims: { exp: 1 } });
  const headers = {
    ...bearer(token),
    cookie: 'session=secret-cookie',
    'user-agent': 'agent-wilma@example.com',
    referer: `https://example.com/?q=${text}`,
    'x-request-id': 'own-request-id',
    'x-forwarded-for': 'wilma@example.com',
    'content-type': 'application/json',
  };
  const requests: InjectOptions[] = [
    { url: `/${text}?email=wilma@example.com&${text}`, headers },
    { url: `/api/accounts/${text}?access_token=${token}`, headers },
    { method: 'PUT', url: `/api/accounts/${text}`, headers, payload: { bio: HOSTILE } },
    { method: 'POST', url: '/api/jobs', headers, payload: `{"title": "${HOSTILE}` },
    { method: 'POST', url: '/api/descriptions', headers, payload: { text: HOSTILE } },
    { method: 'POST', url: '/api/upload', headers, payload: HOSTILE },
    { url: `/api/jobs?cursor=${text}&q=${text}` },
    { url: `//${text}` },
  ];
  for (const request of requests) await app.inject(request);
  await expect
    .poll(() => log.lines().map(({ msg }) => msg))
    .toEqual(requests.map(() => 'Request completed'));
  expect(log.text()).not.toMatch(/wilma|secret-cookie|own-request|fatal|2J|eyJ|=/);
});

test('an unexpected error is logged with the request id of the response', async () => {
  const headers = bearer(await tokenFor(board.db, 'embedded|wilma@example.com'));
  await board.db.execute('alter table accounts rename to elsewhere');
  const reply = await app.inject({ url: '/api/accounts', headers });
  await board.db.execute('alter table elsewhere rename to accounts');
  expect(reply.statusCode).toBe(500);
  await expect.poll(log.lines).toMatchObject([
    { level: 'error', msg: 'Request failed', reqId: reply.json().requestid },
    { level: 'warn', msg: 'Request completed', status: 500, reqId: reply.json().requestid },
  ]);
  expect(log.text()).not.toContain('wilma@');
});
