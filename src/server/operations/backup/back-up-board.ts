import pg, { type ClientBase } from 'pg';
import { holdUploadLock } from '#server/content/storage/upload-lock.ts';
import type { UploadStorage } from '#server/content/storage/upload-storage.ts';
import {
  appliedMigrations,
  MIGRATION_LOCK,
  readMigrations,
  tablesAfter,
} from '#server/db/migrations.ts';
import { StartupError } from '#server/platform/errors.ts';
import packageFile from '../../../../package.json' with { type: 'json' };
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
  /** Told of rows and uploads that are in, and of about how many there will be. */
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
};

type Given = { client: ClientBase; storage: UploadStorage };

/**
 * Writes the board as it is at one moment into a file, while others go on writing to it. Nothing is larger in
 * memory than a part of a table or an upload.
 * @throws StartupError where there is no board in the database
 */
export async function backUpBoard(
  { client, storage }: Given,
  path: string,
  { onProgress = () => {}, signal }: Options = {},
): Promise<Totals & { size: number }> {
  // Before the snapshot: whatever it names is there then.
  await holdUploadLock(client);
  const manifest = await beginSnapshot(client);
  let total = await roughRows(client, manifest);
  const totals: Totals = { rows: {}, uploads: 0, missing: [] };
  let done = 0;
  const tell = (more: number) => {
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
        tell(part.rows);
      }
      totals.rows[table.name] = rows;
    }
    const names = await uploadsIn(client, manifest);
    total = done + names.length;
    for (const name of names) {
      const content = await storage.read(name);
      if (content) await writer.add(uploadName(name), content);
      if (content) totals.uploads += 1;
      else totals.missing.push(name);
      tell(1);
    }
    await writer.add(TOTALS, json(totals));
  };
  const size = await writeBackup(path, write, signal);
  return { ...totals, size };
}

const json = (value: Manifest | Totals) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/**
 * All that the client reads from here on is as it is now. A table is locked against being changed in its form alone;
 * until that is so, nobody may migrate. https://www.postgresql.org/docs/current/explicit-locking.html
 */
async function beginSnapshot(client: ClientBase): Promise<Manifest> {
  await client.query('select pg_advisory_lock_shared($1)', [MIGRATION_LOCK]);
  await client.query('begin isolation level repeatable read, read only');
  const migrations = await appliedMigrations(client, await readMigrations());
  const last = migrations.at(-1);
  if (!last) throw new StartupError('There is no board in this database.');
  const tables = await copiedTables(client, await tablesAfter(last));
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  await client.query(`lock table ${names.join(', ')} in access share mode`);
  await client.query('select pg_advisory_unlock_shared($1)', [MIGRATION_LOCK]);
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    program: packageFile.version,
    taken: new Date().toISOString(),
    migrations: migrations.map(({ name }) => name),
    tables,
  };
}

/** As many as PostgreSQL believes there are: counting them would read all of them once more. */
async function roughRows(client: ClientBase, { tables }: Manifest): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    `select coalesce(sum(greatest(reltuples, 0)), 0)::float8 as rows from pg_class
    where oid in (select to_regclass(quote_ident(name)) from unnest($1::text[]) as name)`,
    [tables.map(({ name }) => name)],
  );
  return rows[0]?.rows ?? 0;
}

/** None on a board of a version that knew no uploads. */
async function uploadsIn(client: ClientBase, { tables }: Manifest): Promise<string[]> {
  if (!tables.some(({ name }) => name === 'uploads')) return [];
  const { rows } = await client.query<{ name: string }>('select name from uploads order by name');
  return rows.map(({ name }) => name);
}
