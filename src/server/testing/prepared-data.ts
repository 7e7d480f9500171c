import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '#server/db/client.ts';
import { end, freePort, makeDataDir, run } from './process.ts';

/** What a prepared DATA_DIR holds: a migrated database without rows, or the sample board. */
export type Content = 'empty' | 'demo';

/** Names the folder of the prepared data folders; set for the processes that run the tests. */
const VARIABLE = 'TEST_PREPARED_DATA';

const PREPARE = { empty: prepareEmpty, demo: prepareDemo };

/**
 * Makes one data folder of each of these kinds for the whole run: `initdb`, the migrations and the sample board take
 * seconds each time, and a copy takes a tenth of a second. Gives how to remove them.
 */
export async function prepareDataDirs(
  contents: Content[] = ['empty', 'demo'],
): Promise<() => Promise<void>> {
  const folder = await makeDataDir();
  await Promise.all(contents.map((content) => PREPARE[content](join(folder, content))));
  process.env[VARIABLE] = folder;
  return () => rm(folder, { recursive: true, force: true });
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

/** Otherwise all copies would try the port of the original first. */
function forgetPort(dataDir: string): Promise<void> {
  return rm(join(dataDir, 'postgres/data/postmaster.opts'));
}

/** A DATA_DIR for one test, in which a server or a command has run before; a new one unless a test names it. */
export async function copyDataDir(content: Content, target?: string): Promise<string> {
  const prepared = process.env[VARIABLE];
  if (!prepared) throw new Error(`${VARIABLE} is not set: the global setup prepares the folders`);
  const dataDir = target ?? (await makeDataDir());
  await promisify(execFile)('cp', ['-a', `${join(prepared, content)}/.`, dataDir]);
  return dataDir;
}
