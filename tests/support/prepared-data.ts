import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '#server/db/client.ts';
import { end, freePort, makeDataDir, run } from './process.ts';
import { removeFolder } from './remove-folder.ts';

/** The content of a prepared DATA_DIR: a migrated database without rows, or the demo board. */
export type Content = 'empty' | 'demo';

/** The environment variable that contains the path of the prepared data folders. */
const VARIABLE = 'TEST_PREPARED_DATA';

const PREPARE = { empty: prepareEmpty, demo: prepareDemo };

/**
 * Creates one data folder of each kind for the whole run. `initdb`, migrations and demo data take seconds, a copy takes
 * a tenth of a second. Returns a function that removes them.
 */
export async function prepareDataDirs(
  contents: Content[] = ['empty', 'demo'],
): Promise<() => Promise<void>> {
  const folder = await makeDataDir();
  await Promise.all(contents.map((content) => PREPARE[content](join(folder, content))));
  process.env[VARIABLE] = folder;
  return () => removeFolder(folder);
}

async function prepareEmpty(dataDir: string): Promise<void> {
  const { close } = await openDatabase(
    { databaseUrl: undefined, dataDir },
    { purpose: 'command', log: () => {}, onConnectionLost: () => {} },
  );
  await close();
  await forgetPort(dataDir);
}

async function prepareDemo(dataDir: string): Promise<void> {
  const server = run('main', { DATA_DIR: dataDir, PORT: String(await freePort()) });
  await server.says('is ready at http');
  await end(server);
  await forgetPort(dataDir);
}

/** Removes the stored port, because otherwise all copies would first try the same port. */
function forgetPort(dataDir: string): Promise<void> {
  return rm(join(dataDir, 'postgres/data/postmaster.opts'));
}

/** Copies a prepared DATA_DIR for one test, into a new folder by default. */
export async function copyDataDir(content: Content, target?: string): Promise<string> {
  const prepared = process.env[VARIABLE];
  if (!prepared) throw new Error(`${VARIABLE} is not set: the global setup prepares the folders`);
  const dataDir = target ?? (await makeDataDir());
  await copyFolder(join(prepared, content), dataDir);
  return dataDir;
}

/** Copies the content of a data folder with the owners of its files, because PostgreSQL may run as another user. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}
