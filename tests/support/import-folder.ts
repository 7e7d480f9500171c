import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/db/client.ts';
import { importFiles } from '#server/modules/sources/files/import-files.ts';

/** Imports all recorded boards in a folder. */
export async function importFolder(db: Database, folder: string): Promise<void> {
  const files = (await readdir(folder)).sort().map((file) => join(folder, file));
  await importFiles(db, files);
}
