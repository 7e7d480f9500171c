import { drizzle } from 'drizzle-orm/node-postgres';
import pg, { type Client, type ClientBase } from 'pg';
import type { UploadStorage } from '#server/content/storage/upload-storage.ts';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import { CHANNEL, EVERYTHING } from '#server/db/change-listener.ts';
import {
  appliedMigrations,
  applyWithin,
  type Migration,
  readMigrations,
  tablesAfter,
} from '#server/db/migrations.ts';
import { ACTORS } from '#server/db/with-actor.ts';
import { erasePerson } from '#server/modules/personal-data/deletion/erase-person.ts';
import { VERSION } from '#server/platform/version.ts';
import { copiedTables } from './board-tables.ts';
import { continueSequences, dropIndexes } from './bulk-load.ts';
import { writePart } from './copy-rows.ts';
import type { CopiedTable, Totals } from './format.ts';
import { type ReadBackup, readBackup, UnusableBackupError } from './read-backup.ts';

const { escapeIdentifier } = pg;

/** Thrown if the backup cannot be restored into this database. The message gives the reason in one line. */
export class NotRestorableError extends Error {}

/** A complete and intact backup that this program can restore. */
export type CheckedBackup = ReadBackup & { path: string };

type Progress = {
  onBytes?: ((bytes: number) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Reads and verifies the whole file. Changes nothing.
 * @throws UnusableBackupError if the file cannot be restored
 */
export async function checkBackup(path: string, progress: Progress = {}): Promise<CheckedBackup> {
  const backup = await readBackup(path, progress);
  const known = await readMigrations();
  const { migrations, program } = backup.manifest;
  if (migrations[0] !== known[0]?.name) {
    throw new UnusableBackupError(
      'The backup is from a version of the board that is older than 1.0.0, which this program cannot restore.',
    );
  }
  if (migrations.some((name, index) => known[index]?.name !== name)) {
    throw new UnusableBackupError(
      `The backup is from version ${program} of the board, which is newer than this program (${VERSION}). Update this program.`,
    );
  }
  return { ...backup, path };
}

type Target = { client: Client; storage: UploadStorage };

type Options = Progress & {
  onLoaded?: () => void;
  /** The digests of people who have deleted their accounts, from the list of deletions. They may be in the backup. */
  deletions?: readonly string[] | undefined;
};

/**
 * Restores a backup into an empty board in one transaction. The uploads are stored before the commit. If the restore
 * fails, they remain as unused files, until a scheduled task deletes them or the next restore overwrites them. People who
 * have deleted their accounts since the backup are deleted again.
 * @throws NotRestorableError if the board is not empty
 * @throws UnusableBackupError if the file has changed since it was checked
 */
export async function restoreBoard(
  { client, storage }: Target,
  backup: CheckedBackup,
  { onBytes, signal, onLoaded = () => {}, deletions = [] }: Options = {},
): Promise<Totals & { erased: number }> {
  const disconnect = () => void client.end();
  signal?.addEventListener('abort', disconnect);
  await client.query('begin');
  // Take this lock, so that servers that start during the restore wait for its end.
  await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migrations]);
  const later = await migrateToBackup(client, backup);
  const { tables } = backup.manifest;
  await lockTables(client, tables);
  await refuseUnlessEmpty(client, tables);
  const indexes = await dropIndexes(client, tables);
  await load({ client, storage }, backup, { onBytes, signal });
  onLoaded();
  await client.query(`set local maintenance_work_mem = '256MB'`);
  for (const definition of indexes) await client.query(definition);
  await continueSequences(client, tables);
  for (const { name } of tables) {
    await client.query(`alter table ${escapeIdentifier(name)} enable trigger user`);
  }
  await applyWithin(client, later);
  // Matches are numbered on from the last one in the backup. Its number is lower than one whose match was deleted.
  await client.query(
    `update alerts set seen_number = least(seen_number, (select coalesce(max(number), 0) from alert_matches))`,
  );
  // Pause mails, because the former board may already have sent the mails in the backup.
  await client.query(
    `insert into mail_state (paused_at, pause_reason) values (now(), 'restored')
    on conflict (id) do update set paused_at = now(), pause_reason = 'restored'`,
  );
  // Pause all sources, because their lists have changed since the backup, and the former board may still read them.
  await client.query(
    `update sources set state = 'paused', paused_by = 'restored', leased_until = null
    where state in ('active', 'asking')`,
  );
  const erased = await repeatDeletions(client, deletions);
  // Update the statistics that the planner needs for the new rows.
  await client.query(`analyze ${tables.map(({ name }) => escapeIdentifier(name)).join(', ')}`);
  // Notify running servers of the restore. The triggers that send change notifications are disabled here. PostgreSQL
  // delivers this notification on commit.
  await client.query('select pg_notify($1, $2)', [CHANNEL, EVERYTHING]);
  signal?.throwIfAborted();
  // Ignore an abort from here on. If the connection were closed during the commit, nobody would know whether PostgreSQL
  // has committed.
  signal?.removeEventListener('abort', disconnect);
  await client.query('commit');
  return { ...backup.totals, erased };
}

/**
 * Adds these entries to the list of deletions in the restored database, and deletes the people. Returns how many of
 * them were in the backup.
 */
async function repeatDeletions(client: Client, digests: readonly string[]): Promise<number> {
  await client.query(
    `insert into account_deletions (digest) select unnest($1::text[]) on conflict do nothing`,
    [digests],
  );
  await client.query('update account_deletions set copied_at = null');
  await client.query(`select set_config('board.actor', $1, true)`, [ACTORS.restore]);
  const { rows } = await client.query<{ id: string }>(
    `select account_id as id from actors where exists (
      select from account_deletions where digest = encode(sha256(convert_to(key, 'UTF8')), 'hex')
    ) order by 1`,
  );
  const tx = drizzle(client);
  for (const { id } of rows) await erasePerson(tx, id);
  // Run the deferred triggers, which delete the actor keys of these people: a table with pending triggers cannot be
  // changed.
  await client.query('set constraints all immediate');
  return rows.length;
}

/**
 * Migrates the database to the version of the backup. Returns the migrations that the backup does not have, which must
 * run after the rows are loaded.
 */
async function migrateToBackup(
  client: ClientBase,
  { manifest }: CheckedBackup,
): Promise<Migration[]> {
  const known = await readMigrations();
  const applied = await appliedMigrations(client, known);
  const count = manifest.migrations.length;
  if (applied.length > count) {
    throw new NotRestorableError(
      'The backup is from an earlier version than the board in this database. Restore it into a new database in which no server has been started.',
    );
  }
  await applyWithin(client, known.slice(applied.length, count));
  const last = known[count - 1];
  const tables = last ? await copiedTables(client, await tablesAfter(last)) : [];
  if (shapeOf(tables) !== shapeOf(manifest.tables)) {
    throw new NotRestorableError('The tables in the database differ from those of the backup.');
  }
  return known.slice(count);
}

const shapeOf = (tables: CopiedTable[]) =>
  JSON.stringify(tables.map(({ name, columns }) => [name, ...columns.toSorted()]).sort());

/**
 * Locks the tables until the transaction ends, and disables their triggers, because the backup already contains what
 * the triggers would write. Foreign keys and other constraints are still checked.
 * https://www.postgresql.org/docs/current/sql-altertable.html#SQL-ALTERTABLE-DESC-DISABLE-ENABLE-TRIGGER
 */
async function lockTables(client: ClientBase, tables: CopiedTable[]): Promise<void> {
  const names = tables.map(({ name }) => escapeIdentifier(name));
  await client.query(`lock table ${names.join(', ')} in access exclusive mode`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
}

async function refuseUnlessEmpty(client: ClientBase, tables: CopiedTable[]): Promise<void> {
  const nonEmpty: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select from ${escapeIdentifier(name)} limit 1`);
    if (rowCount) nonEmpty.push(name);
  }
  if (nonEmpty.length > 0) {
    throw new NotRestorableError(
      `The board is not empty: it has rows in ${nonEmpty.sort().join(', ')}. Restore into a new database or DATA_DIR in which no server has been started.`,
    );
  }
}

async function load(
  { client, storage }: Target,
  { path, digest, totals }: CheckedBackup,
  { onBytes, signal }: Progress,
): Promise<void> {
  const restored: Totals['rows'] = Object.fromEntries(
    Object.keys(totals.rows).map((name) => [name, 0]),
  );
  let uploads = 0;
  const reread = await readBackup(path, {
    onBytes,
    signal,
    visitor: {
      async part(table, content) {
        restored[table.name] =
          (restored[table.name] ?? 0) + (await writePart(client, table, content));
      },
      async upload(name, content) {
        await storage.put(name, content);
        uploads += 1;
      },
    },
  });
  const matches = Object.entries(restored).every(([name, rows]) => rows === totals.rows[name]);
  if (reread.digest !== digest || !matches || uploads !== totals.uploads) {
    throw new UnusableBackupError('The file has changed while it was read. Restore it again.');
  }
}
