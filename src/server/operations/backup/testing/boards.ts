import { createHash } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import { identity_keys } from '#server/db/identity-tables.ts';
import { openRawConnection } from '#server/db/raw-connection.ts';
import { makeDataDir } from '#tests/support/process.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { makeDatabase, openTestDatabase } from '#tests/support/test-database.ts';
import { backUpBoard } from '../back-up-board.ts';
import { checkBackup, restoreBoard } from '../restore-board.ts';

/** The database and the data folder of a board. */
export type BoardLocation = { url: string; dataDir: string };

/** Creates a migrated board that no server has used. */
export async function emptyBoard() {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  await database.db.delete(identity_keys);
  return { ...database, dataDir: await temporaryFolder() };
}

/** Creates an empty database and an empty data folder. */
export async function emptyLocation(): Promise<BoardLocation> {
  const { url, drop } = await makeDatabase();
  onTestFinished(drop);
  return { url, dataDir: await temporaryFolder() };
}

export async function temporaryFolder(): Promise<string> {
  const folder = await makeDataDir();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

export const newFile = async () => join(await temporaryFolder(), 'board.tar.gz');

const connect = ({ url, dataDir }: BoardLocation) =>
  openRawConnection({ databaseUrl: url, dataDir }, { log: () => {}, onConnectionLost: () => {} });

/** Backs up the board to a new file. Returns its path. */
export async function backUp(
  location: BoardLocation,
  {
    storage = openUploadStorage(location),
    path,
    ...options
  }: Parameters<typeof backUpBoard>[2] & {
    storage?: ReturnType<typeof openUploadStorage>;
    path?: string;
  } = {},
) {
  const file = path ?? (await newFile());
  const { client, close } = await connect(location);
  try {
    await backUpBoard({ client, storage }, file, options);
    return file;
  } finally {
    await close();
  }
}

/** Restores a backup. Calls `beforeRestore` after the file has been checked. */
export async function restore(
  path: string,
  location: BoardLocation,
  beforeRestore = async () => {},
  options: Parameters<typeof restoreBoard>[2] = {},
) {
  const backup = await checkBackup(path);
  await beforeRestore();
  const { client, close } = await connect(location);
  try {
    return await restoreBoard({ client, storage: openUploadStorage(location) }, backup, options);
  } finally {
    await close();
  }
}

export async function query(url: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement, values);
    return rows;
  } finally {
    await client.end();
  }
}

/** Returns a digest of the rows of each table, by table name. Unlogged tables are left out. */
export async function tablesOf({
  url,
}: Pick<BoardLocation, 'url'>): Promise<Record<string, string>> {
  const tables = await query(
    url,
    `select relname from pg_class
    where relkind = 'r' and relpersistence = 'p' and relnamespace = 'public'::regnamespace
      -- A restore pauses mail.
      and relname <> 'mail_state' order by 1`,
  );
  const digests: Record<string, string> = {};
  for (const { relname } of tables) {
    const rows = await query(
      url,
      `select t::text as row from "${String(relname)}" t order by t::text collate "C"`,
    );
    const text = rows.map(({ row }) => row).join('\n');
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
    digests[String(relname)] = rows.length === 0 ? 'empty' : `${rows.length} ${digest}`;
  }
  return digests;
}

export async function uploadsOf(location: BoardLocation): Promise<Record<string, string>> {
  const storage = openUploadStorage(location);
  const files = await storage.list();
  const contents = files.map(async ({ name }) => [name, String(await storage.read(name))]);
  return Object.fromEntries(await Promise.all(contents));
}
