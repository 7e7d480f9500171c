import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { signIn } from '#server/auth/embedded-provider/testing/sign-in.ts';
import { hashedUserId } from '#server/platform/logging/hashed-user-id.ts';
import { RATE_LIMITS } from '#shared/limits.ts';
import { tokenFor } from '../support/access-tokens.ts';
import { openBrowser } from '../support/browser.ts';
import { createAccount } from '../support/factories.ts';
import { captureLog, type LogLine } from '../support/log-lines.ts';
import { buildTestApp, loadTestBundle, setUpTestBoard } from '../support/test-app.ts';
import { statement } from './statements.ts';

const board = setUpTestBoard();
const tokenOf = async (role: 'user' | 'companyadmin' | 'siteadmin') =>
  tokenFor(board.db, (await createAccount(board.db, { role })).id);

test(statement(25), async () => {
  const log = captureLog();
  const app = await buildTestApp(board, {}, { logger: log.logger });
  const admin = await createAccount(board.db, { role: 'siteadmin', email: 'wilma@example.com' });
  const token = await tokenFor(board.db, admin.id);
  const forged = '\r\n{"level":"info","msg":"User signed in","person":"auth0|forged"}\r\n';
  const bearer = { authorization: `Bearer ${token}`, cookie: 'session=a-cookie' };
  const requests: [InjectOptions, number][] = [
    [{ url: `/api/jobs?q=${encodeURIComponent(forged)}&email=wilma@example.com` }, 200],
    [{ url: `/${encodeURIComponent(forged)}` }, 404],
    [
      {
        url: '/api/accounts',
        headers: { ...bearer, 'user-agent': `x${forged.replaceAll(/[\r\n]/g, ' ')}` },
      },
      200,
    ],
    [{ url: '/api/accounts' }, 401],
    [{ url: '/api/accounts', headers: { authorization: `Bearer ${await tokenOf('user')}` } }, 403],
    [
      {
        method: 'POST',
        url: '/api/companies',
        headers: bearer,
        payload: { name: forged, description: 'a-body' },
      },
      400,
    ],
    [
      { url: `/api/accounts/${encodeURIComponent('auth0|wilma@example.com')}`, headers: bearer },
      404,
    ],
  ];
  for (const [request, status] of requests) {
    expect((await app.inject(request)).statusCode).toBe(status);
  }
  // The account id of an embedded sign-in contains the email address.
  await signIn(openBrowser(app), 'wilma@example.com');
  const person = hashedUserId('embedded|wilma@example.com');
  const bundle = await loadTestBundle();
  const render = () => Promise.reject(new Error('cannot be rendered'));
  const failing = await buildTestApp(
    board,
    { RATE_LIMIT_SCALE: '0.01' },
    { logger: log.logger, web: { ...bundle, render } },
  );
  const failed = await failing.inject({ url: '/about', headers: bearer });
  expect(failed.statusCode).toBe(500);
  const url = '/api/companies';
  const limit = RATE_LIMITS.write * 0.01 + 1;
  const [payload, headers] = [{ description: 'a-body' }, bearer];
  // The number of requests exceeds the limit even if a new minute begins meanwhile.
  for (let n = 0; n < 2 * limit; n += 1)
    await failing.inject({ method: 'POST', url, payload, headers });
  const answered = () => log.lines().filter(({ msg }) => msg === 'Request completed');
  await expect.poll(() => answered().length).toBeGreaterThanOrEqual(requests.length + 1 + limit);
  await failing.close();
  for (const line of log.lines().filter(({ requests }) => requests === undefined)) {
    expect(line).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      reqId: expect.any(String),
    });
  }
  for (const line of answered()) {
    expect(line).toMatchObject({
      status: expect.any(Number),
      duration: expect.any(Number),
      route: expect.any(String),
    });
  }
  const linesWith = (facts: Partial<LogLine>) =>
    log
      .lines()
      .filter((line) =>
        Object.entries(facts).every(([name, value]) => line[name as keyof LogLine] === value),
      );
  expect(linesWith({ person: admin.id }).length).toBeGreaterThan(1);
  for (const status of [401, 403, 429]) {
    expect([status, linesWith({ status, level: 'warn' }).length > 0]).toEqual([status, true]);
  }
  expect(linesWith({ msg: 'User signed in', person })).toHaveLength(1);
  const reqId = failed.json().requestid;
  expect(linesWith({ reqId, level: 'error' })).toHaveLength(1);
  expect(linesWith({ reqId, status: 500 })).toHaveLength(1);
  expect(log.text()).not.toMatch(/wilma@|wilma%40|a-cookie|a-body|forged|eyJ|[?&]code=/);
  await app.close();
});
