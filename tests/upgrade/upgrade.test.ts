import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  PUBLIC_SETTINGS,
  PUBLIC_URL,
  provenBoard,
} from '#server/auth/embedded-provider/testing/proven-board.ts';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import type { OpenDatabase } from '#server/db/client.ts';
import { applyMigrations } from '#server/db/migrate.ts';
import { applyWithin, readMigrations } from '#server/db/migrations.ts';
import { readMissingFacts } from '#server/modules/facts/commands.ts';
import { continueSequences } from '#server/operations/backup/bulk-load.ts';
import { writePart } from '#server/operations/backup/copy-rows.ts';
import type { CopiedTable } from '#server/operations/backup/format.ts';
import { readBackup } from '#server/operations/backup/read-backup.ts';
import { checkBackup, restoreBoard } from '#server/operations/backup/restore-board.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { makeDataDir } from '#tests/support/process.ts';
import { runInProcess } from '#tests/support/run-command.ts';
import { buildTestApp } from '#tests/support/test-app.ts';
import { makeDatabase, openDatabaseAt } from '#tests/support/test-database.ts';

/** A board of release 1.0.0 with rows in every table. It is never made again, because it stands for the boards of then. */
const BACKUP = join(import.meta.dirname, 'board-1.0.0.tar.gz');

const COMPANY = '0198a3c5-0000-7000-8000-000000000001';
const JOB = '0198a3c5-0000-7000-8000-000000000011';
const DEMO_ADMIN = 'embedded|siteadmin@example.com';
const JOB_OF_OTHER_COMPANY = '0198a3c5-0000-7000-8000-000000000013';

/** The columns of each table, by the table's name. */
type Columns = Record<string, string[]>;

/** The rows of each table as text, by the table's name. */
type Rows = Record<string, string[]>;

let location: Awaited<ReturnType<typeof makeDatabase>>;
let columns: Columns;
let before: Rows;
let after: Rows;
/** The ids, roles and companies of all accounts. */
let accounts: Rows;
let database: OpenDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  location = await makeDatabase();
  await withClient(loadBackup);
  columns = await readColumns();
  before = await withClient((client) => readRows(client, columns));
  await applyMigrations(location.url, () => {});
  after = await withClient((client) => readRows(client, columns));
  accounts = await withClient((client) =>
    readRows(client, { accounts: ['id', 'role', 'company_id'] }),
  );
  database = await openDatabaseAt(location.url, 'server');
  app = await buildTestApp(database, PUBLIC_SETTINGS);
});
afterAll(async () => {
  await app?.close();
  await database?.close();
  await location?.drop();
});

const board = provenBoard({
  get app() {
    return app;
  },
  get db() {
    return database.db;
  },
});

async function withClient<Result>(use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: location.url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Loads the backup into the tables of its version, so that later migrations find the board as its users left it. */
async function loadBackup(client: pg.Client): Promise<void> {
  const { manifest } = await checkBackup(BACKUP);
  const { tables } = manifest;
  await client.query('begin');
  await applyWithin(client, (await readMigrations()).slice(0, manifest.migrations.length));
  for (const { name } of tables) await client.query(`alter table "${name}" disable trigger user`);
  const visitor = {
    part: async (table: CopiedTable, content: AsyncIterable<Uint8Array>) =>
      void (await writePart(client, table, content)),
  };
  await readBackup(BACKUP, { visitor });
  await continueSequences(client, tables);
  for (const { name } of tables) await client.query(`alter table "${name}" enable trigger user`);
  await client.query('commit');
}

/** The columns of the tables in the backup, apart from the search index, which a migration may build anew. */
async function readColumns(): Promise<Columns> {
  const { manifest } = await checkBackup(BACKUP);
  const tables = manifest.tables.filter(({ name }) => name !== 'job_search');
  return Object.fromEntries(tables.map((table) => [table.name, table.columns]));
}

/** Reads the rows of each table, with these columns only: a later version may add columns and tables. */
async function readRows(client: pg.Client, columns: Columns): Promise<Rows> {
  const result: Rows = {};
  for (const [table, names] of Object.entries(columns)) {
    const list = names.map((name) => pg.escapeIdentifier(name)).join(', ');
    const { rows } = await client.query<{ row: string }>(
      `select row(${list})::text as row from ${pg.escapeIdentifier(table)} order by 1`,
    );
    result[table] = rows.map(({ row }) => row);
  }
  return result;
}

test('the board of release 1.0.0 has rows in every table', () => {
  expect(Object.keys(columns)).toEqual(
    expect.arrayContaining(['accounts', 'jobs', 'audit_events']),
  );
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
});

test('a migration loses and changes no row of any table', () => {
  expect(after).toEqual(before);
});

test('a restore loses and changes no row of any table, and pauses mails and sources', async () => {
  const target = await makeDatabase();
  const client = new pg.Client({ connectionString: target.url });
  await client.connect();
  try {
    const storage = openUploadStorage({ dataDir: await makeDataDir() });
    await restoreBoard({ client, storage }, await checkBackup(BACKUP));
    const { mail_state, sources, ...restored } = await readRows(client, columns);
    expect(before).toMatchObject(restored);
    expect(mail_state?.[0]).toContain('restored');
    expect(sources?.[0]).toContain('restored');
  } finally {
    await client.end();
    await target.drop();
  }
});

test('open jobs, companies and deleted jobs still exist', async () => {
  const job = await board.ask('GET', `/api/jobs/${JOB}`, '');
  expect(job.body).toMatchObject({ title: 'Weaver', location: 'Lisbon' });
  // A task reads the facts of all jobs again after an upgrade. Words are found by their marks, which it adds.
  await readMissingFacts(database.db);
  expect((await board.ask('GET', '/api/jobs?q=weaver', '')).body.total).toBe(4);
  expect((await board.ask('GET', '/api/jobs', '')).body.total).toBe(4);
  expect((await board.ask('GET', `/api/companies/${COMPANY}`, '')).body.name).toBe('Loom Labs');
});

test('setup lists the accounts with a role, so that the operator can review them', async () => {
  const { exitCode, output } = await runInProcess('setup', {
    ...PUBLIC_SETTINGS,
    DATABASE_URL: location.url,
  });
  expect(exitCode).toBe(0);
  const lineOf = (id: string) => output.split('\n').find((line) => line.startsWith(id));
  expect(lineOf('auth0|ada')).toMatch(/ada@loom\.example .* companyadmin +Loom Labs/);
  expect(lineOf('google-oauth2|root')).toMatch(/root@board\.example .* siteadmin/);
  expect(lineOf('auth0|cy')).toMatch(/siteadmin/);
  // The email address of a demo account is not verified.
  expect(lineOf('embedded|siteadmin@example.com')?.match(/siteadmin@example\.com/g)).toHaveLength(
    2,
  );
  expect(lineOf('embedded|companyadmin@example.com')).toMatch(/companyadmin +Loom Labs/);
  for (const id of ['auth0|bea', 'auth0|dan', 'embedded|user@example.com']) {
    expect(lineOf(id)).toBeUndefined();
  }
});

const accountPath = (id: string) => `/api/accounts/${encodeURIComponent(id)}`;

/** Signs in with a code. Returns the account's id and an access token. */
async function signIn(email: string) {
  const { id_token, access_token } = await board.signIn(email);
  return { id: decodeJwt(id_token).sub ?? '', token: access_token };
}

test.each([
  ['ada@loom.example', 'auth0|ada', { role: 'companyadmin', company: COMPANY, name: 'Ada' }],
  ['Root@Board.example', 'google-oauth2|root', { role: 'siteadmin', name: 'Root' }],
  ['bea@example.org', 'auth0|bea', { role: 'user', name: 'Bea' }],
])(
  'a person with the address %s signs in by code and gets the account that an earlier provider has verified',
  async (email, id, account) => {
    const person = await signIn(email.toLowerCase());
    expect(person.id).toBe(id);
    expect(await board.ask('GET', accountPath(id), person.token)).toMatchObject({
      status: 200,
      body: { id, ...account },
    });
  },
);

test('a company admin of release 1.0.0 edits the jobs of their company, and of no other company', async () => {
  const { token } = await signIn('ada@loom.example');
  const edit = async (id: string) => {
    const read = await app.inject(`/api/jobs/${id}`);
    const { title, type, location, description, salary, applyurl, company } = read.json();
    return app.inject({
      method: 'PUT',
      url: `/api/jobs/${id}`,
      headers: { authorization: `Bearer ${token}`, 'if-match': String(read.headers.etag) },
      payload: { title, type, location, description, salary, applyurl, company },
    });
  };
  expect((await edit(JOB)).statusCode).toBe(200);
  expect((await edit(JOB_OF_OTHER_COMPANY)).statusCode).toBe(403);
});

test.each(['cy@example.org', 'dan@example.org', 'ada@private.example'])(
  'the address %s was only entered in an account, so the person who proves it gets a new account without rights',
  async (email) => {
    const { id, token } = await signIn(email);
    expect(id).toMatch(/^user\|/);
    const profile = { id, name: 'New' };
    expect(await board.ask('POST', '/api/accounts', token, profile)).toMatchObject({
      status: 201,
      body: { id, role: 'user' },
    });
    expect((await board.ask('GET', '/api/accounts', token)).status).toBe(403);
  },
);

test.each(['siteadmin', 'companyadmin', 'user'])(
  'the email address of the demo account %s leads to a new account without rights',
  async (name) => {
    const { id, token } = await signIn(`${name}@example.com`);
    expect(id).toMatch(/^user\|/);
    expect((await board.ask('GET', '/api/accounts', token)).status).toBe(403);
  },
);

test('a token or session of the demo sign-in, which an earlier program has issued, is refused', async () => {
  const { signIn: settings } = readConfig(PUBLIC_SETTINGS);
  const claims = { iss: `${PUBLIC_URL}/`, aud: settings?.audience };
  const token = await tokenFor(database.db, DEMO_ADMIN, { claims });
  expect((await board.ask('GET', '/api/accounts', token)).status).toBe(401);

  const { browser, id_token } = await board.signIn('eve@example.org');
  expect(await board.signInSilently(browser)).toHaveProperty('code');
  const { rowCount } = await withClient((client) =>
    client.query(
      `update identity_state set payload = replace(payload::text, $1, $2)::json
        where kind = 'Session' and payload::text like '%' || $1 || '%'`,
      [decodeJwt(id_token).sub, DEMO_ADMIN],
    ),
  );
  expect(rowCount).toBe(1);
  expect(await board.signInSilently(browser)).toMatchObject({ error: 'login_required' });
  const again = await board.signIn('eve@example.org', browser);
  expect(decodeJwt(again.id_token).sub).toBe(decodeJwt(id_token).sub);
});

test('every account of release 1.0.0 is still there after these sign-ins', async () => {
  const names = { accounts: ['id', 'role', 'company_id'] };
  const now = await withClient((client) => readRows(client, names));
  expect(now.accounts).toEqual(expect.arrayContaining(accounts.accounts ?? []));
});
