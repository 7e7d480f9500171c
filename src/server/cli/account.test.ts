import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts, companies } from '#server/db/schema.ts';
import { findAccount } from '#server/modules/accounts/queries.ts';
import { hashedUserId } from '#server/platform/logging/hashed-user-id.ts';
import { createAccount, createCompany } from '#tests/support/factories.ts';
import { copyDataDir } from '#tests/support/prepared-data.ts';
import { freePort, hasPostmaster, makeDataDir } from '#tests/support/process.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { runInProcess } from '#tests/support/run-command.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(accounts);
  await database.db.delete(companies);
});

async function account(...parameters: string[]) {
  const settings = { DATABASE_URL: database.url };
  const { exitCode, output } = await runInProcess('account', settings, parameters);
  return { exitCode, lines: output.trimEnd().split('\n') };
}

const add = (values: Parameters<typeof createAccount>[1]) => createAccount(database.db, values);

const NIL_ID = '00000000-0000-0000-0000-000000000000';

test('list prints every account in aligned columns', async () => {
  const company = await createCompany(database.db, { name: 'Loom Labs' });
  await add({ id: 'auth0|1', email: 'ada@example.com' });
  const verified_email = 'bo@example.com';
  await add({
    id: 'auth0|22',
    verified_email,
    name: 'Bo',
    role: 'companyadmin',
    company_id: company.id,
  });
  await add({ id: 'auth0|3', name: '', email: '', role: 'siteadmin' });
  expect(await account('list')).toEqual({
    exitCode: 0,
    lines: [
      'ID        Email            Verified email  Name          Role          Company    Blocked  In logs',
      'auth0|1   ada@example.com                  Ada Lovelace  user',
      'auth0|22  ada@example.com  bo@example.com  Bo            companyadmin  Loom Labs',
      'auth0|3                                                  siteadmin',
    ],
  });
});

test('list shows the hash of each account whose id is hashed in logs', async () => {
  const { id } = await add({ id: 'embedded|ada@example.com' });
  const { lines } = await account('list');
  expect(lines[1]?.split(/ {2,}/)).toEqual([
    id,
    'ada@example.com',
    'Ada Lovelace',
    'user',
    hashedUserId(id),
  ]);
});

test('list prints accounts beyond the first page', async () => {
  const rows = Array.from({ length: 501 }, (_, n) => ({ id: `auth0|${n}` }));
  await database.db.insert(accounts).values(rows);
  const { lines } = await account('list');
  expect(new Set(lines.slice(1))).toHaveLength(501);
});

test('list removes terminal control characters from account data', async () => {
  const evil = '\u001b[2J\u001b]0;x\u0007\u009b31m\r\nfake\u202e\u200b';
  await add({ id: `auth0|\u001b[31m`, name: `A${evil}`, email: `b${evil}@example.com` });
  await add({ id: `auth0|\u001b[32m`, name: `A${evil}`, email: `b${evil}@example.com` });
  const listed = await account('list');
  expect(listed.lines).toHaveLength(3);
  const ambiguous = await account('set-role', `b${evil}@example.com`, 'user');
  expect([ambiguous.exitCode, ambiguous.lines.length]).toEqual([1, 4]);
  for (const line of [...listed.lines, ...ambiguous.lines]) {
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  }
});

describe('set-role', () => {
  test('makes the account with this verified address a site admin, ignoring case', async () => {
    const { id } = await add({ email: 'old@example.com', verified_email: 'ada@example.com' });
    await add({ id: 'auth0|eve', email: 'ada@example.com' });
    const { exitCode, lines } = await account('set-role', 'aDA@example.COM', 'siteadmin');
    expect(exitCode).toBe(0);
    expect(lines[1]).toMatch(/old@example\.com +ada@example\.com +Ada Lovelace +siteadmin$/);
    expect(await findAccount(database.db, id)).toMatchObject({ role: 'siteadmin' });
    expect(await findAccount(database.db, 'auth0|eve')).toMatchObject({ role: 'user' });
    // The lower case of the Kelvin sign is the ASCII letter k.
    await add({ id: 'auth0|k', verified_email: 'k@example.com' });
    expect((await account('set-role', '\u212a@example.com', 'siteadmin')).exitCode).toBe(1);
  });

  test.each(['companyadmin', 'siteadmin', 'user'])(
    'set-role lists the accounts with the unverified address but makes none of them a %s',
    async (role) => {
      await add({ id: 'auth0|1', email: 'ada@example.com' });
      const company = role === 'companyadmin' ? [(await createCompany(database.db)).id] : [];
      expect(await account('set-role', 'ada@example.com', role, ...company)).toEqual({
        exitCode: 1,
        lines: [
          expect.stringMatching(/^ID +Email +Verified email +Name/),
          expect.stringMatching(/^auth0\|1 +ada@example\.com +Ada Lovelace +user$/),
          'No account has ada@example.com as a verified email address. In the accounts above, it is unverified; use an account id.',
        ],
      });
      expect(await findAccount(database.db, 'auth0|1')).toMatchObject({ role: 'user' });
    },
  );

  test('accepts an address of the embedded provider only on a loopback address', async () => {
    const verified_email = 'ada@example.com';
    const { id } = await add({ id: 'embedded|ada@example.com', verified_email });
    const assign = async (settings: Record<string, string>) => {
      const { exitCode } = await runInProcess(
        'account',
        { DATABASE_URL: database.url, ...settings },
        ['set-role', 'ada@example.com', 'siteadmin'],
      );
      return exitCode;
    };
    for (const AUTH_EMBEDDED of ['', 'true']) {
      expect(await assign({ PUBLIC_URL: 'https://jobs.example', AUTH_EMBEDDED })).toBe(1);
    }
    expect(await findAccount(database.db, id)).toMatchObject({ role: 'user' });
    expect(await assign({})).toBe(0);
  });

  test('assigns the company to a company admin, and removes it with the role', async () => {
    const { id } = await add({ id: 'auth0|1' });
    const company = await createCompany(database.db, { name: 'Loom Labs' });
    const assigned = await account('set-role', id, 'companyadmin', company.id.toUpperCase());
    expect([assigned.exitCode, assigned.lines[1]]).toEqual([
      0,
      expect.stringMatching(/companyadmin +Loom Labs$/),
    ]);
    expect(await findAccount(database.db, id)).toMatchObject({ company_id: company.id });

    expect((await account('set-role', id, 'user')).exitCode).toBe(0);
    expect(await findAccount(database.db, id)).toMatchObject({ role: 'user', company_id: null });
  });

  test('requires an id if several accounts have the verified address', async () => {
    const verified_email = 'ada@example.com';
    await add({ id: 'auth0|1', verified_email });
    await add({ id: 'auth0|2', verified_email });
    expect(await account('set-role', 'ada@example.com', 'siteadmin')).toEqual({
      exitCode: 1,
      lines: [
        expect.stringMatching(/^ID/),
        expect.stringMatching(/^auth0\|1/),
        expect.stringMatching(/^auth0\|2/),
        'Several accounts have the verified email address ada@example.com; use an account id.',
      ],
    });
    expect((await account('set-role', 'auth0|2', 'siteadmin')).exitCode).toBe(0);
    expect(await findAccount(database.db, 'auth0|1')).toMatchObject({ role: 'user' });
    expect(await findAccount(database.db, 'auth0|2')).toMatchObject({ role: 'siteadmin' });
  });

  test('prefers an account with this id to an account with this address', async () => {
    await add({ id: 'ada@example.com', email: 'bo@example.com' });
    await add({ id: 'auth0|eve', email: 'ada@example.com' });
    const { exitCode, lines } = await account('set-role', 'ada@example.com', 'siteadmin');
    expect([exitCode, lines[1]]).toEqual([0, expect.stringMatching(/^ada@.*bo@.*siteadmin\b/)]);
    expect(await findAccount(database.db, 'auth0|eve')).toMatchObject({ role: 'user' });
  });

  test.each([
    [
      'an address without an account',
      ['bo@example.com', 'siteadmin'],
      'No account matches bo@example.com; the first sign-in creates the account.',
    ],
    [
      'a company admin without a company',
      ['ada@example.com', 'companyadmin'],
      'A companyadmin needs the id of a company.',
    ],
    [
      'an unknown company',
      ['ada@example.com', 'companyadmin', NIL_ID],
      `Company ${NIL_ID} does not exist.`,
    ],
    [
      'a company’s name instead of its id',
      ['ada@example.com', 'companyadmin', 'Loom'],
      'Company Loom does not exist.',
    ],
    [
      'a company for another role',
      ['ada@example.com', 'user', NIL_ID],
      'Only a companyadmin can have a company.',
    ],
    [
      'an empty address',
      ['', 'siteadmin'],
      'No account matches ; the first sign-in creates the account.',
    ],
  ])('set-role refuses %s with a one-line reason', async (_, parameters, line) => {
    const verified_email = 'ada@example.com';
    const { id } = await add({ verified_email });
    expect(await account('set-role', ...parameters)).toEqual({ exitCode: 1, lines: [line] });
    expect(await findAccount(database.db, id)).toMatchObject({ role: 'user', company_id: null });
  });
});

test.each([
  ['no command', []],
  ['an unknown command', ['remove']],
  ['list with a parameter', ['list', 'all']],
  ['set-role without a role', ['set-role', 'ada@example.com']],
  ['set-role with too many parameters', ['set-role', 'ada@example.com', 'user', NIL_ID, 'x']],
  ['an unknown role', ['set-role', 'ada@example.com', 'emperor']],
  ['an unknown option', ['list', '--all']],
])('%s is invalid usage and opens no database', async (_, parameters) => {
  const nowhere = `postgres://board@localhost:${await freePort()}/board`;
  const settings = { DATABASE_URL: nowhere };
  const { exitCode, output } = await runInProcess('account', settings, parameters);
  expect(exitCode).toBe(2);
  expect(output).toMatch(/^(error: .+\n|Usage: board account \[options\] \[command\]\n)/);
});

test('--help prints the usage', async () => {
  const { exitCode, output } = await runInProcess('account', {}, ['--help']);
  expect(exitCode).toBe(0);
  expect(output).toMatch(/^Usage: board account \[options\] \[command\]\n/);
});

test('an unreachable database and invalid settings are each reported in one line', async () => {
  const nowhere = `postgres://board@localhost:${await freePort()}/board`;
  const DATABASE_URL_FILE = join(await makeDataDir(), 'database-url');
  await writeFile(DATABASE_URL_FILE, `${nowhere}\n`);
  const unreachable = await runInProcess('account', { DATABASE_URL_FILE }, ['list']);
  expect(unreachable.exitCode).toBe(1);
  expect(unreachable.output).toMatch(/^The database is unreachable: .*ECONNREFUSED.*\n$/);
  await rm(dirname(DATABASE_URL_FILE), { recursive: true });
  const wrong = await runInProcess('account', { PORT: 'many' }, ['list']);
  expect(wrong.exitCode).toBe(1);
  expect(wrong.output).toMatch(/^Invalid settings; correct them and start again:\n {2}PORT .*\n$/);
});

test('the command starts and stops the embedded database if no server is running', async () => {
  const dataDir = await copyDataDir('empty');
  const { exitCode, output } = await runInProcess('account', { DATA_DIR: dataDir }, ['list']);
  expect(exitCode).toBe(0);
  expect(output).toMatch(/^ID +Email +Verified email +Name +Role +Company +Blocked +In logs\n$/);
  expect(await hasPostmaster(dataDir)).toBe(false);
  await removeFolder(dataDir);
});

describe('block', () => {
  test('shuts a person out with a reason that the list shows, and unblock ends it', async () => {
    const { id } = await add({ id: 'auth0|ada', verified_email: 'ada@example.com' });
    expect(await account('block', 'ADA@example.com', ' Asks for money ')).toEqual({
      exitCode: 0,
      lines: [`${id} is blocked.`],
    });
    expect(await findAccount(database.db, id)).toMatchObject({ blocked_reason: 'Asks for money' });
    const { lines } = await account('list');
    expect(lines[1]).toMatch(/ user +\d{4}-\d\d-\d\d: Asks for money$/);
    expect(await account('block', id, 'Again')).toEqual({
      exitCode: 1,
      lines: ['This person is already blocked.'],
    });
    expect(await account('unblock', id)).toEqual({
      exitCode: 0,
      lines: [`${id} is no longer blocked.`],
    });
    expect(await account('unblock', id)).toEqual({
      exitCode: 1,
      lines: ['This person is not blocked.'],
    });
    expect(await findAccount(database.db, id)).toMatchObject({ blocked_at: null });
  });

  test('requires a reason and a known person, and cannot block the last site admin', async () => {
    const { id } = await add({ id: 'auth0|ada', role: 'siteadmin' });
    expect(await account('block', id, ' ')).toEqual({
      exitCode: 1,
      lines: ['The reason must have 1 to 500 characters.'],
    });
    expect(await account('block', id, 'Asks for money')).toMatchObject({
      exitCode: 1,
      lines: [expect.stringMatching(/^This is the last site admin\./)],
    });
    expect((await account('block', 'nobody', 'Asks for money')).exitCode).toBe(1);
    expect((await account('block', id)).exitCode).toBe(2);
  });
});

test('end-sessions signs a person out everywhere', async () => {
  const { id } = await add({ id: 'embedded|ada@example.com' });
  expect(await account('end-sessions', id)).toEqual({
    exitCode: 0,
    lines: ['0 sessions were ended.'],
  });
  expect((await account('end-sessions', 'nobody')).exitCode).toBe(1);
});
