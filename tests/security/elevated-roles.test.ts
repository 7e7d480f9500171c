import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAccount } from '#server/modules/accounts/queries.ts';
import { tokenFor } from '../support/access-tokens.ts';
import { run } from '../support/process.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { statement } from './statements.ts';

let board: TestApp;
beforeAll(async () => {
  board = await startTestApp();
});
afterAll(() => board.close());

async function setRole(who: string, settings: Record<string, string> = {}) {
  const DATABASE_URL = board.database.url;
  const command = run('account', { DATABASE_URL, ...settings }, ['set-role', who, 'siteadmin']);
  return { exitCode: await command.ended, output: command.output() };
}

async function signUp(id: string, email: string): Promise<void> {
  const { statusCode } = await board.app.inject({
    method: 'POST',
    url: '/api/accounts',
    headers: { authorization: `Bearer ${await tokenFor(board.db, id)}` },
    payload: { id, name: 'Eve', email, verified_email: email, email_verified: true },
  });
  expect(statusCode).toBe(201);
}

const roleOf = async (id: string) => (await findAccount(board.db, id))?.role;

test(statement(27), async () => {
  const eve = 'embedded|eve@example.com';
  await signUp(eve, 'boss@example.com');
  const refused = await setRole('boss@example.com');
  expect(refused.exitCode).toBe(1);
  // The message lists the accounts with their ids.
  for (const part of [eve, 'Eve', 'boss@example.com']) expect(refused.output).toContain(part);
  expect(await roleOf(eve)).toBe('user');

  const boss = 'embedded|boss@example.com';
  await signUp(boss, '');
  expect((await setRole('boss@example.com')).exitCode).toBe(0);
  expect([await roleOf(boss), await roleOf(eve)]).toEqual(['siteadmin', 'user']);
  // At a public URL, anyone can enter any email address at the embedded provider.
  const settings = { PUBLIC_URL: 'https://jobs.example', AUTH_EMBEDDED: 'true' };
  expect((await setRole('eve@example.com', settings)).exitCode).toBe(1);
  expect((await setRole(eve, settings)).exitCode).toBe(0);
  expect(await roleOf(eve)).toBe('siteadmin');
});
