import { afterAll, beforeAll, expect, test } from 'vitest';
import { PUBLIC_SETTINGS } from '#server/auth/embedded-provider/testing/proven-board.ts';
import { EMAIL_ISSUER, findOrCreateUser } from '#server/auth/embedded-provider/users.ts';
import { createAccount } from '#tests/support/factories.ts';
import { runInProcess } from '#tests/support/run-command.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const board = (
  command: 'setup' | 'token',
  settings: Record<string, string>,
  ...parameters: string[]
) => runInProcess(command, { DATABASE_URL: database.url, ...settings }, parameters);

test('setup prints a new link each time, and lists the accounts with a role', async () => {
  await createAccount(database.db, { id: 'auth0|admin', role: 'siteadmin' });
  await createAccount(database.db, { id: 'auth0|user' });
  const [one, two] = [await board('setup', PUBLIC_SETTINGS), await board('setup', PUBLIC_SETTINGS)];
  for (const { exitCode, output, errors } of [one, two]) {
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^https:\/\/jobs\.example\/authorize\/setup\/[\w-]{43}$/m);
    expect(output).toContain('auth0|admin');
    expect(output).not.toContain('auth0|user');
    expect(errors).toContain('Open this link within an hour');
  }
  expect(one.output).not.toBe(two.output);
});

test.each([
  ['a loopback address', {}],
  [
    'another provider',
    {
      AUTH_DOMAIN: 'board.eu.auth0.com',
      AUTH_CLIENT_ID: 'client',
      AUTH_AUDIENCE: 'https://jobs.example/api',
    },
  ],
])('with %s, setup prints no link and says what to do', async (_, settings) => {
  const { exitCode, output } = await board('setup', settings as Record<string, string>);
  expect([exitCode, output]).toEqual([1, expect.stringContaining('account -- set-role')]);
  expect(output).not.toContain('/authorize/');
});

test('on a public board, token prints a token only for an address that was proven', async () => {
  const unknown = await board('token', PUBLIC_SETTINGS, 'ada@example.org');
  expect([unknown.exitCode, unknown.output]).toEqual([
    1,
    expect.stringContaining('Nobody has proven the email address'),
  ]);
  await findOrCreateUser(database.db, {
    issuer: EMAIL_ISSUER,
    subject: 'ada@example.org',
    verifiedEmail: 'ada@example.org',
    name: 'Ada',
  });
  const known = await board('token', PUBLIC_SETTINGS, 'ADA@example.org');
  expect([known.exitCode, known.output]).toEqual([0, expect.stringMatching(/^eyJ/)]);
});
