import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { calculateJwkThumbprint, decodeJwt, type JWK } from 'jose';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  PUBLIC_SETTINGS,
  PUBLIC_URL,
  provenBoard,
} from '#server/auth/embedded-provider/testing/proven-board.ts';
import type { OpenDatabase } from '#server/db/client.ts';
import { applyMigrations } from '#server/db/migrate.ts';
import { applyWithin, readMigrations } from '#server/db/migrations.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { runInProcess } from '#tests/support/run-command.ts';
import { buildTestApp } from '#tests/support/test-app.ts';
import { makeDatabase, openDatabaseAt } from '#tests/support/test-database.ts';

/** The last migration before the outbox and the sign-in with mailed codes. */
const BEFORE_SIGN_IN = '0019_exact_words';

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
let database: OpenDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  location = await makeDatabase();
  await withClient(fillOldBoard);
  columns = await withClient(readColumns);
  before = await withClient((client) => readRows(client, columns));
  await applyMigrations(location.url, () => {});
  after = await withClient((client) => readRows(client, columns));
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

/** Creates a board of the earlier version, as its migrations and its users left it. */
async function fillOldBoard(client: pg.Client): Promise<void> {
  const migrations = await readMigrations();
  const last = migrations.findIndex(({ name }) => name === BEFORE_SIGN_IN);
  expect(last).toBeGreaterThan(0);
  await client.query('begin');
  await applyWithin(client, migrations.slice(0, last + 1));
  await client.query('commit');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ format: 'jwk' }) as JWK;
  await client.query(
    `insert into identity_keys (id, private_key, cookie_secret) values ($1, $2, 'a secret')`,
    [await calculateJwkThumbprint(key), key],
  );
  const file = new URL('board-before-sign-in.sql', import.meta.url);
  await client.query(await readFile(file, 'utf8'));
}

async function readColumns(client: pg.Client): Promise<Columns> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' group by 1`);
  return Object.fromEntries(rows.map(({ table, columns }) => [table, columns]));
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

test('the board before the upgrade has rows in every table', () => {
  expect(Object.keys(columns)).toEqual(
    expect.arrayContaining(['accounts', 'jobs', 'audit_events']),
  );
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
});

test('no row of any table is lost or changed, except that audit events name people by actor keys', () => {
  const { audit_events: _, ...rows } = before;
  expect(after).toMatchObject(rows);
});

test('the audit events name every person by an actor key, and nothing else in them has changed', async () => {
  const { rows: keys } = await database.db.execute<{ key: string; id: string }>(
    'select key, account_id as id from actors',
  );
  const named = (after.audit_events ?? []).map((row) =>
    keys.reduce((text, { key, id }) => text.replaceAll(key, id), row),
  );
  expect(named.toSorted()).toEqual(before.audit_events?.toSorted());
  for (const { id } of keys) expect(after.audit_events?.join()).not.toContain(id);
});

test('the websites that site admins have set are trusted', async () => {
  const { rows } = await database.db.execute<{ id: string; trusted: string }>(`
    select id, trusted_website as trusted from companies where trusted_website <> ''`);
  expect(rows).toEqual([{ id: COMPANY, trusted: 'https://loom.example' }]);
});

test('open jobs, companies and deleted jobs still exist', async () => {
  const jobs = await board.ask('GET', '/api/jobs?q=weaver', '');
  expect(jobs.body).toMatchObject({ total: 1, results: [{ id: JOB, title: 'Master weaver' }] });
  expect((await board.ask('GET', '/api/jobs', '')).body.total).toBe(3);
  expect((await board.ask('GET', `/api/companies/${COMPANY}`, '')).body.name).toBe('Loom Labs');
});

test('everyone who acted for a company owns its team, and nobody else is in it', async () => {
  const { rows } = await database.db.execute<{ account: string; company: string; role: string }>(`
    select account_id as account, company_id as company, role from memberships order by 1`);
  const { rows: admins } = await database.db.execute<{ account: string; company: string }>(`
    select id as account, company_id as company from accounts where role = 'companyadmin' order by 1`);
  expect(admins.length).toBeGreaterThan(1);
  expect(rows).toEqual(admins.map((admin) => ({ ...admin, role: 'owner' })));
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

test('a company admin of the earlier version edits the jobs of their company, and of no other company', async () => {
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

test('a token or session of the demo sign-in, which the earlier version has issued, is refused', async () => {
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

test('every account of the earlier version is still there after these sign-ins', async () => {
  const { accounts: names = [] } = columns;
  const now = await withClient((client) => readRows(client, { accounts: names }));
  expect(now.accounts).toEqual(expect.arrayContaining(before.accounts ?? []));
});
