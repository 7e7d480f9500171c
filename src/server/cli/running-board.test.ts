import { asc } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareDatabase } from '#server/board.ts';
import { openDatabase } from '#server/db/client.ts';
import { accounts } from '#server/db/schema.ts';
import { fillEmptyBoard } from '#server/demo-data/fill-empty-board.ts';
import { deleteCompany } from '#server/modules/audit/testing/trail.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Account } from '#shared/contract/accounts.ts';
import { copyDataDir } from '#tests/support/prepared-data.ts';
import { end, freePort, type Running, run } from '#tests/support/process.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { runInProcess } from '#tests/support/run-command.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

const READY = 'Composable Jobs is ready at';

/** Runs a command to its end. */
async function outcome(...command: Parameters<typeof run>) {
  const running = run(...command);
  return { exitCode: await running.ended, output: running.output() };
}

describe('while a board with demo data is running', () => {
  let dataDir: string;
  let settings: Record<string, string>;
  let server: Running;
  let origin: string;

  beforeAll(async () => {
    dataDir = await copyDataDir('demo');
    const port = await freePort();
    origin = `http://localhost:${port}`;
    // Disable the log of slow queries, because any query can be slow on a busy machine.
    settings = { DATA_DIR: dataDir, PORT: String(port), SLOW_QUERY_MS: '0' };
    server = run('main', settings);
    await server.says(READY);
  });
  afterAll(async () => {
    await end(server);
    await removeFolder(dataDir);
  });

  async function token(email: string): Promise<string> {
    const { exitCode, output } = await runInProcess('token', settings, [email]);
    expect([exitCode, output]).toEqual([0, expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)]);
    return output.trim();
  }

  async function get(path: string, bearer: string) {
    const headers = { authorization: `Bearer ${bearer}` };
    const response = await fetch(`${origin}${path}`, { headers });
    const body = (await response.json()) as Account & { results: Account[] };
    return { status: response.status, body };
  }

  test('the server logs who can sign in', () => {
    expect(server.output()).toContain('Embedded identity provider enabled for this machine only');
    expect(server.output()).not.toMatch(/NOTICE|WARNING|"level":"(warn|error|fatal)"/);
  });

  test('the demo accounts exist with their roles, and their tokens work', async () => {
    const printed = await outcome('token', settings, [' SiteAdmin@Example.com ']);
    expect(printed.exitCode).toBe(0);
    const siteAdmin = printed.output.trim();
    const { status, body } = await get('/api/accounts', siteAdmin);
    expect(status).toBe(200);
    const [companyAdmin, admin, user] = body.results;
    expect(companyAdmin).toMatchObject({
      id: 'embedded|companyadmin@example.com',
      name: 'Demo Company Admin',
      role: 'companyadmin',
      company: expect.stringMatching(/^[\da-f-]{36}$/),
      companyname: expect.stringMatching(/./),
    });
    expect(admin).toMatchObject({ email: 'siteadmin@example.com', role: 'siteadmin', company: '' });
    expect(user).toMatchObject({ email: 'user@example.com', role: 'user', company: '' });
    expect(body.results).toHaveLength(3);

    const own = await token('user@example.com');
    expect((await get('/api/accounts', own)).status).toBe(403);
    expect((await get('/api/accounts/embedded%7Cuser%40example.com', own)).body).toEqual(user);
  });

  test('a new role takes effect at the next request with the same token', async () => {
    const bearer = await token('user@example.com');
    const assign = (role: string) =>
      runInProcess('account', settings, ['set-role', 'user@example.com', role]);
    expect(await assign('siteadmin')).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('siteadmin'),
    });
    expect((await get('/api/accounts', bearer)).status).toBe(200);
    const parameters = ['set-role', 'user@example.com', 'user'];
    expect((await outcome('account', settings, parameters)).exitCode).toBe(0);
    expect((await get('/api/accounts', bearer)).status).toBe(403);
  });

  test('a deleted company is public again with its jobs once it is restored', async () => {
    const bearer = await token('user@example.com');
    const company = async () => {
      const response = await fetch(`${origin}/api/companies?limit=1`);
      const { results } = (await response.json()) as { results: { id: string; name: string }[] };
      return results[0];
    };
    const jobsOf = (id = '') => get(`/api/jobs?company=${id}`, bearer);
    const first = await company();
    const before = await jobsOf(first?.id);
    expect(before.body.results).not.toEqual([]);

    const database = await openDatabase(
      { dataDir, databaseUrl: undefined },
      { purpose: 'command', log: () => {}, onConnectionLost: () => {} },
    );
    const event = await deleteCompany(database.db, first?.id ?? '').finally(database.close);
    // Within a second, the change listener of the server reports the change.
    await expect.poll(company).not.toEqual(first);
    expect(await runInProcess('audit', settings, ['restore', String(event)])).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining(`Restored the company ${first?.name} (${first?.id}), with `),
    });
    await expect.poll(company).toEqual(first);
    await expect.poll(async () => (await jobsOf(first?.id)).body).toEqual(before.body);

    const { output } = await runInProcess('audit', settings, ['list']);
    expect(output).toMatch(new RegExp(`npm run audit +create company +${first?.id}`));
    expect(output).toMatch(new RegExp(`demo data +create company +${first?.id}`));
  });

  test.each([
    ['an invalid address', ['ada'], 1, 'ada is not a valid email address.\n'],
    ['no address', [], 2, expect.stringMatching(/^error: missing required argument 'email'\n/)],
    [
      'two addresses',
      ['a@x.example', 'b@x.example'],
      2,
      expect.stringMatching(/^error: too many arguments/),
    ],
  ])('the token command issues no token for %s', async (_, parameters, exitCode, output) => {
    const refused = await runInProcess('token', settings, parameters);
    expect(refused).toMatchObject({ exitCode, output });
  });

  test.each([
    [
      'an external provider',
      {
        AUTH_DOMAIN: 'board.eu.auth0.com',
        AUTH_CLIENT_ID: 'aClient',
        AUTH_AUDIENCE: 'https://jobs.example/api',
      },
    ],
    ['no provider', { AUTH_EMBEDDED: 'false' }],
  ])('with %s, the token command issues no tokens', async (_, others: Record<string, string>) => {
    const environment = { ...settings, ...others };
    expect(await runInProcess('token', environment, ['ada@example.com'])).toMatchObject({
      exitCode: 1,
      output:
        'The embedded identity provider is disabled, so there are no tokens to print. Run the command with the same settings as the server.\n',
    });
  });
});

describe('the demo accounts', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  /** Prepares the database like a server that starts. */
  async function prepare(settings: Record<string, string> = {}) {
    const config = readConfig({ DATABASE_URL: database.url, DEMO_DATA: 'true', ...settings });
    await (await prepareDatabase(config, pino({ level: 'silent' }))).close();
  }

  const allAccounts = () =>
    database.db
      .select({ id: accounts.id, role: accounts.role, name: accounts.name })
      .from(accounts)
      .orderBy(asc(accounts.id));

  test('are not created if nobody can sign in to them', async () => {
    await prepare({ AUTH_EMBEDDED: 'false' });
    expect(await allAccounts()).toEqual([]);
  });

  test('are added to a board that has jobs, and later starts do not change them', async () => {
    await fillEmptyBoard(database.db);
    await prepare();
    expect(await allAccounts()).toMatchObject([
      { id: 'embedded|companyadmin@example.com', role: 'companyadmin' },
      { id: 'embedded|siteadmin@example.com', role: 'siteadmin' },
      { id: 'embedded|user@example.com', role: 'user' },
    ]);

    await database.db.update(accounts).set({ role: 'user', company_id: null, name: 'Changed' });
    await prepare();
    expect(await allAccounts()).toEqual([
      { id: 'embedded|companyadmin@example.com', role: 'user', name: 'Changed' },
      { id: 'embedded|siteadmin@example.com', role: 'user', name: 'Changed' },
      { id: 'embedded|user@example.com', role: 'user', name: 'Changed' },
    ]);
  });
});
