import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { ClientBase } from 'pg';
import { z } from 'zod';
import { StartupError } from '#server/platform/errors.ts';
import { VERSION } from '#server/platform/version.ts';

/** The folder is next to this file in the sources, and next to the bundle in production. */
export const MIGRATIONS = join(dirname(fileURLToPath(import.meta.url)), 'migrations');

const TOO_OLD =
  'The database belongs to a version of the board that is older than 1.0.0, which this program cannot update. Use an empty database or DATA_DIR.';

export type Migration = {
  /** The file name without extension, such as `0003_change_notices`. */
  name: string;
  /** The key in the database's migration table (ms since 1970). */
  when: number;
  statements: string[];
  hash: string;
};

const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });
const snapshot = z.object({ tables: z.record(z.string(), z.object({ name: z.string() })) });

/** Reads all migrations of this program in order. */
export async function readMigrations(): Promise<Migration[]> {
  const { entries } = journal.parse(await readMeta('_journal'));
  const files = readMigrationFiles({ migrationsFolder: MIGRATIONS });
  return files.map(({ sql, folderMillis, hash }) => ({
    name: entries.find(({ when }) => when === folderMillis)?.tag ?? '',
    when: folderMillis,
    statements: sql,
    hash,
  }));
}

/** The tables of the board after this migration, from Drizzle's snapshot. */
export async function tablesAfter({ name }: Migration): Promise<string[]> {
  const { tables } = snapshot.parse(await readMeta(`${name.slice(0, 4)}_snapshot`));
  return Object.values(tables).map((table) => table.name);
}

async function readMeta(name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(MIGRATIONS, 'meta', `${name}.json`), 'utf8'));
}

/**
 * Returns the migrations in `known` that were applied to the database; none if the database does not contain a board.
 * @throws StartupError if a newer version has migrated the database, or none since 1.0.0
 */
export async function appliedMigrations(
  client: ClientBase,
  known: Migration[],
): Promise<Migration[]> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  if (!tables[0]?.exists) return [];
  const { rows } = await client.query<{ last: string | null; version: string | null }>(
    `select max(created_at) as last, obj_description('drizzle'::regnamespace) as version
    from drizzle.__drizzle_migrations`,
  );
  const { last: when, version } = rows[0] ?? {};
  const last = Number(when ?? 0);
  if (last > (known.at(-1)?.when ?? 0)) {
    throw new StartupError(
      `The database belongs to version ${version ?? 'unknown'} of the board, which is newer than this program (${VERSION}). Update this program.`,
    );
  }
  if (last > 0 && last < (known[0]?.when ?? 0)) throw new StartupError(TOO_OLD);
  return known.filter(({ when }) => when <= last);
}

/**
 * Records the version that has migrated the database, in the comment on the schema of the migrations, so that an older
 * program can name it.
 */
export async function recordVersion(client: ClientBase): Promise<void> {
  await client.query(`comment on schema drizzle is '${VERSION}'`);
}

/**
 * Applies migrations within the client's transaction. Drizzle's `migrate` would start another transaction:
 * https://orm.drizzle.team/docs/migrations
 */
export async function applyWithin(client: ClientBase, migrations: Migration[]): Promise<void> {
  await client.query('create schema if not exists drizzle');
  await client.query(`create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint
  )`);
  for (const { statements, hash, when } of migrations) {
    for (const statement of statements) await client.query(statement);
    await client.query(
      'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
      [hash, when],
    );
  }
  if (migrations.length > 0) await recordVersion(client);
}
