import pg, { type Client, type ClientBase } from 'pg';
import type { UploadStorage } from '#server/content/storage/upload-storage.ts';
import { CHANNEL, EVERYTHING } from '#server/db/change-listener.ts';
import {
  appliedMigrations,
  applyWithin,
  MIGRATION_LOCK,
  type Migration,
  readMigrations,
  tablesAfter,
} from '#server/db/migrations.ts';
import { copiedTables } from './board-tables.ts';
import { writePart } from './copy-rows.ts';
import { dropIndexes } from './drop-indexes.ts';
import type { CopiedTable, Totals } from './format.ts';
import { type ReadBackup, readBackup, UnusableBackupError } from './read-backup.ts';
import { continueSequences } from './sequences.ts';

const { escapeIdentifier } = pg;

/** The board cannot take a backup in, for a reason that the message says in one line. */
export class NotRestorableError extends Error {}

/** A backup that was read to its end and found whole, and that this program can restore. */
export type CheckedBackup = ReadBackup & { path: string };

type Progress = {
  onBytes?: ((bytes: number) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Reads the whole file, and touches nothing.
 * @throws UnusableBackupError where it cannot be restored
 */
export async function checkBackup(path: string, progress: Progress = {}): Promise<CheckedBackup> {
  const backup = await readBackup(path, progress);
  const known = await readMigrations();
  if (backup.manifest.migrations.some((name, index) => known[index]?.name !== name)) {
    throw new UnusableBackupError(
      'The backup is of a newer version of the board than this program.',
    );
  }
  return { ...backup, path };
}

type Given = { client: Client; storage: UploadStorage };

/**
 * Loads a backup into an empty board, in one transaction. Uploads are put before it ends: where it does not, they
 * lie about as files that nothing knows of, and are cleared away or put again.
 * @throws NotRestorableError where the board is not empty, UnusableBackupError where the file is no longer the same
 */
export async function restoreBoard(
  { client, storage }: Given,
  backup: CheckedBackup,
  { onBytes, signal, onLoaded = () => {} }: Progress & { onLoaded?: () => void } = {},
): Promise<Totals> {
  const giveUp = () => void client.end();
  signal?.addEventListener('abort', giveUp);
  await client.query('begin');
  // Servers that start meanwhile wait here.
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  const later = await migrateToBackup(client, backup);
  const { tables } = backup.manifest;
  await takeOver(client, tables);
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
  // Plans are made for tables as they are known to be.
  await client.query(`analyze ${tables.map(({ name }) => escapeIdentifier(name)).join(', ')}`);
  // The triggers told nobody. It is heard when the transaction has ended.
  await client.query('select pg_notify($1, $2)', [CHANNEL, EVERYTHING]);
  signal?.throwIfAborted();
  // From here on it is done, or was not, whatever this process is told.
  signal?.removeEventListener('abort', giveUp);
  await client.query('commit');
  return backup.totals;
}

/** Leaves the database with the tables that the backup was made of, and returns the migrations that follow. */
async function migrateToBackup(
  client: ClientBase,
  { manifest }: CheckedBackup,
): Promise<Migration[]> {
  const known = await readMigrations();
  const applied = await appliedMigrations(client, known);
  const count = manifest.migrations.length;
  if (applied.length > count) {
    throw new NotRestorableError(
      'The backup is of an earlier version than the board in this database: restore it into a new one, in which no server has been started.',
    );
  }
  await applyWithin(client, known.slice(applied.length, count));
  const last = known[count - 1];
  const tables = last ? await copiedTables(client, await tablesAfter(last)) : [];
  if (shapeOf(tables) !== shapeOf(manifest.tables)) {
    throw new NotRestorableError('The tables in the database are not those of the backup.');
  }
  return known.slice(count);
}

const shapeOf = (tables: CopiedTable[]) =>
  JSON.stringify(tables.map(({ name, columns }) => [name, ...columns.toSorted()]).sort());

/**
 * Nobody else writes to the tables until the transaction ends, and their triggers stand still: what they would
 * write, the backup holds. Foreign keys and other constraints hold all the same.
 * https://www.postgresql.org/docs/current/sql-altertable.html#SQL-ALTERTABLE-DESC-DISABLE-ENABLE-TRIGGER
 */
async function takeOver(client: ClientBase, tables: CopiedTable[]): Promise<void> {
  const names = tables.map(({ name }) => escapeIdentifier(name));
  await client.query(`lock table ${names.join(', ')} in access exclusive mode`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
}

async function refuseUnlessEmpty(client: ClientBase, tables: CopiedTable[]): Promise<void> {
  const filled: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select from ${escapeIdentifier(name)} limit 1`);
    if (rowCount) filled.push(name);
  }
  if (filled.length > 0) {
    throw new NotRestorableError(
      `The board is not empty: there are rows in ${filled.sort().join(', ')}. Restore into a new database or DATA_DIR, in which no server has been started.`,
    );
  }
}

async function load(
  { client, storage }: Given,
  { path, digest, totals }: CheckedBackup,
  { onBytes, signal }: Progress,
): Promise<void> {
  const counted: Totals['rows'] = Object.fromEntries(
    Object.keys(totals.rows).map((name) => [name, 0]),
  );
  let uploads = 0;
  const again = await readBackup(path, {
    onBytes,
    signal,
    visitor: {
      async part(table, content) {
        counted[table.name] =
          (counted[table.name] ?? 0) + (await writePart(client, table, content));
      },
      async upload(name, content) {
        await storage.put(name, content);
        uploads += 1;
      },
    },
  });
  const same = Object.entries(counted).every(([name, rows]) => rows === totals.rows[name]);
  if (again.digest !== digest || !same || uploads !== totals.uploads) {
    throw new UnusableBackupError('The file has changed while it was read.');
  }
}
