import { afterAll, beforeAll, expect, test } from 'vitest';
import { StartupError } from '#server/platform/errors.ts';
import { VERSION } from '#server/platform/version.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { applyMigrations, QUEUE_MIGRATION, refusePending } from './migrate.ts';
import { readMigrations } from './migrations.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** When the statement that waits for a lock began; undefined if no statement waits. */
async function waitingSince(): Promise<string | undefined> {
  const { rows } = await database.db.execute<{ since: string }>(
    `select query_start::text as since from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.since;
}

test('a migration stops waiting for a table that is locked for long, and retries until the table is free', async () => {
  let applying: Promise<void> | undefined;
  const lost: Error[] = [];
  await database.db.transaction(async (tx) => {
    await tx.execute('lock table drizzle.__drizzle_migrations');
    applying = applyMigrations(database.url, (error) => lost.push(error));
    await expect.poll(waitingSince).toBeDefined();
    const first = await waitingSince();
    await expect.poll(async () => (await waitingSince()) ?? first).not.toBe(first);
  });
  await expect(applying).resolves.toBeUndefined();
  expect(lost).toEqual([]);
});

test('if several processes start at once, one migrates and the others wait', async () => {
  await database.db.execute('drop schema drizzle cascade; drop schema public cascade');
  await database.db.execute('create schema public');
  const attempts = Array.from({ length: 3 }, () => applyMigrations(database.url, () => {}));
  await Promise.all(attempts);
  const { rows } = await database.db.execute('select from accounts');
  expect(rows).toEqual([]);
});

test('with `refuse`, an empty database is migrated, and any other with pending migrations is refused', async () => {
  await database.db.execute('drop schema drizzle cascade; drop schema public cascade');
  await database.db.execute('create schema public');
  await applyMigrations(database.url, () => {}, 'refuse');
  await applyMigrations(database.url, () => {}, 'refuse');
  const [first] = await readMigrations();
  if (!first) throw new Error('there is no migration');
  const pending = { ...first, name: '0001_more' };
  expect(() => refusePending([first, pending], [first])).toThrow(
    'Migrations not applied to this database: 0001_more. Once',
  );
});

test('a database of a newer version is refused by its version, and one of an older version than 1.0.0 is refused', async () => {
  const table = 'drizzle.__drizzle_migrations';
  const versionOf = async () =>
    (
      await database.db.execute<{ version: string }>(
        `select obj_description('drizzle'::regnamespace) as version`,
      )
    ).rows[0]?.version;
  expect(await versionOf()).toBe(VERSION);
  const shift = (days: number) =>
    database.db.execute(`update ${table} set created_at = created_at + ${days} * 86400000::bigint`);
  await shift(9_999);
  await database.db.execute(`comment on schema drizzle is '9.1.0'`);
  await expect(applyMigrations(database.url, () => {})).rejects.toThrow(
    new StartupError(
      `The database belongs to version 9.1.0 of the board, which is newer than this program (${VERSION}). Update this program.`,
    ),
  );
  await shift(-19_999);
  await expect(applyMigrations(database.url, () => {})).rejects.toThrow(/older than 1\.0\.0/);
  await shift(10_000);
  await database.db.execute(`comment on schema drizzle is '${VERSION}'`);
});

test('the database’s statement timeout does not end a migration', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await database.db.execute(`alter database "${name}" set statement_timeout = '100ms'`);
  let applying: Promise<void> | undefined;
  await database.db.transaction(async (tx) => {
    await tx.execute('lock table drizzle.__drizzle_migrations');
    applying = applyMigrations(database.url, () => {});
    const waitsLong = `select from pg_locks
      where relation = 'drizzle.__drizzle_migrations'::regclass and waitstart < clock_timestamp() - interval '300 ms'`;
    await Promise.race([
      expect.poll(async () => (await tx.execute(waitsLong)).rows.length).toBe(1),
      applying,
    ]);
  });
  await expect(applying).resolves.toBeUndefined();
});

test('a database with an encoding other than UTF-8 and a role without privileges are refused', async () => {
  const name = new URL(database.url).pathname.slice(1);
  const other = new URL(database.url);
  const failureOf = async ({ href }: URL) => {
    const error = await applyMigrations(href, () => {}).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(StartupError);
    return error;
  };
  other.pathname = `${name}_latin1`;
  await database.db.execute(
    `create database ${name}_latin1 template template0 encoding 'LATIN1' locale 'C'`,
  );
  await expect(failureOf(other)).resolves.toMatchObject({
    message:
      'The database is encoded in LATIN1; the board needs UTF8. Create one with encoding UTF8.',
  });
  await database.db.execute(`drop database ${name}_latin1 with (force)`);

  other.pathname = `${name}_empty`;
  await database.db.execute(`create role ${name}_reader login password 'secret'`);
  await database.db.execute(`create database ${name}_empty`);
  other.username = `${name}_reader`;
  other.password = 'secret';
  await expect(failureOf(other)).resolves.toMatchObject({
    message: `The database could not be migrated: permission denied for database ${name}_empty`,
  });
  await database.db.execute(`drop database ${name}_empty with (force)`);
  await database.db.execute(`drop role ${name}_reader`);
});

test('a missing file in the database URL is reported in one line', async () => {
  const address = `${database.url}?sslmode=verify-full&sslrootcert=/nowhere/root.crt`;
  await expect(applyMigrations(address, () => {})).rejects.toThrow(
    new StartupError(
      "The database is unreachable: ENOENT: no such file or directory, open '/nowhere/root.crt'",
    ),
  );
});

test('the tables of the job queue match the installed library', async () => {
  const latest = 'select max(id) as id from graphile_worker.migrations';
  const read = async () => (await database.db.execute<{ id: number }>(latest)).rows[0]?.id;
  expect(await read()).toBe(QUEUE_MIGRATION);
});
