import pg, { type ClientBase } from 'pg';
import { holdUploadLock } from '#server/content/storage/upload-lock.ts';
import type { UploadStorage } from '#server/content/storage/upload-storage.ts';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import { appliedMigrations, readMigrations, tablesAfter } from '#server/db/migrations.ts';
import { StartupError } from '#server/platform/errors.ts';
import { VERSION } from '#server/platform/version.ts';
import { copiedTables } from './board-tables.ts';
import { readParts } from './copy-rows.ts';
import {
  FORMAT,
  FORMAT_VERSION,
  MANIFEST,
  type Manifest,
  partName,
  TOTALS,
  type Totals,
  uploadName,
} from './format.ts';
import { type BackupWriter, writeBackup } from './write-backup.ts';

type Options = {
  /** Called with the number of rows and uploads written so far, and an estimate of their total. */
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
};

type Board = { client: ClientBase; storage: UploadStorage };

/**
 * Writes a consistent snapshot of the board to a file while servers keep writing. Memory holds only one part of a table
 * or one upload at a time.
 * @throws StartupError if the database contains no board
 */
export async function backUpBoard(
  { client, storage }: Board,
  path: string,
  { onProgress = () => {}, signal }: Options = {},
): Promise<Totals & { size: number }> {
  // Take the lock before the snapshot, so that no upload in the snapshot is deleted before it is copied.
  await holdUploadLock(client);
  const manifest = await beginSnapshot(client);
  let total = await estimateRows(client, manifest);
  const totals: Totals = { rows: {}, uploads: 0, missing: [] };
  let done = 0;
  const reportProgress = (more: number) => {
    done += more;
    onProgress(done, Math.max(done, total));
  };
  const write = async (writer: BackupWriter) => {
    await writer.add(MANIFEST, json(manifest));
    for (const table of manifest.tables) {
      let rows = 0;
      let number = 0;
      for await (const part of readParts(client, table)) {
        number += 1;
        rows += part.rows;
        await writer.add(partName(table.name, number), part.content);
        reportProgress(part.rows);
      }
      totals.rows[table.name] = rows;
    }
    const names = await uploadsIn(client);
    total = done + names.length;
    for (const name of names) {
      const content = await storage.read(name);
      if (content) await writer.add(uploadName(name), content);
      if (content) totals.uploads += 1;
      else totals.missing.push(name);
      reportProgress(1);
    }
    await writer.add(TOTALS, json(totals));
  };
  const size = await writeBackup(path, write, signal);
  // End the read-only transaction of the snapshot, so that the caller can record the backup.
  await client.query('commit');
  return { ...totals, size };
}

const json = (value: Manifest | Totals) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/**
 * Starts the transaction with the snapshot that all later reads use. Locks all tables, so that the schema cannot
 * change. Until all of them are locked, the lock on migrations prevents such changes.
 * https://www.postgresql.org/docs/current/explicit-locking.html
 */
async function beginSnapshot(client: ClientBase): Promise<Manifest> {
  await client.query('select pg_advisory_lock_shared($1)', [ADVISORY_LOCKS.migrations]);
  await client.query('begin isolation level repeatable read, read only');
  const migrations = await appliedMigrations(client, await readMigrations());
  const last = migrations.at(-1);
  if (!last) throw new StartupError('This database contains no board.');
  const tables = await copiedTables(client, await tablesAfter(last));
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  await client.query(`lock table ${names.join(', ')} in access share mode`);
  await client.query('select pg_advisory_unlock_shared($1)', [ADVISORY_LOCKS.migrations]);
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    program: VERSION,
    taken: new Date().toISOString(),
    migrations: migrations.map(({ name }) => name),
    tables,
  };
}

/** Returns PostgreSQL's estimate of the number of rows. Counting them exactly would read every table once more. */
async function estimateRows(client: ClientBase, { tables }: Manifest): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    `select coalesce(sum(greatest(reltuples, 0)), 0)::float8 as rows from pg_class
    where oid in (select to_regclass(quote_ident(name)) from unnest($1::text[]) as name)`,
    [tables.map(({ name }) => name)],
  );
  return rows[0]?.rows ?? 0;
}

/** Returns the names of all uploads. */
async function uploadsIn(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from uploads order by name');
  return rows.map(({ name }) => name);
}
