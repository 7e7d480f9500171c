import { readFile, realpath, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ignoreErrors, readFileIfAny } from '#server/platform/files.ts';
import { run } from './account.ts';
import { isAlive } from './temp-folder.ts';

/** A running PostgreSQL, as its `postmaster.pid` describes it. */
export type Postmaster = { pid: number; port: number; isReady: boolean };

/**
 * The age from which an empty `postmaster.pid` counts as a leftover (ms). PostgreSQL fills the file right after
 * creating it.
 */
const MAX_EMPTY_MS = 2_000;

const STOP_POLL_MS = 5;
const STOP_TIMEOUT_MS = 30_000;

/**
 * Finds the PostgreSQL that runs on `dataFolder`, whichever process has started it. Deletes a leftover `postmaster.pid`
 * that would prevent a start.
 */
export async function findPostmaster(dataFolder: string): Promise<Postmaster | undefined> {
  const path = join(dataFolder, 'postmaster.pid');
  const content = await readFileIfAny(path);
  if (content === undefined) return undefined;
  const lines = content.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (pid > 0 && (await isPostmaster(pid, dataFolder))) {
    return { pid, port: Number(lines[3]), isReady: lines[7] === 'ready' };
  }
  // If the file contains the id of a dead process, PostgreSQL starts, and uses the rest of the file to look for
  // surviving children. It refuses to start only if the file is empty, or if another process now has the id.
  const preventsStart = content.trim() === '' ? await isOld(path) : pid > 0 && isAlive(pid);
  if (preventsStart && (await readFileIfAny(path)) === content) await rm(path, { force: true });
  return undefined;
}

async function isOld(path: string): Promise<boolean> {
  const changed = await ignoreErrors(['ENOENT'], async () => (await stat(path)).mtimeMs, 0);
  return Date.now() - changed > MAX_EMPTY_MS;
}

/**
 * Whether the process `pid` is a living PostgreSQL on `dataFolder`. It could also be a zombie, or another process that
 * got the same id.
 */
export async function isPostmaster(pid: number, dataFolder: string): Promise<boolean> {
  const processFolder = await dataFolderOfProcess(pid);
  if (processFolder === undefined) return false;
  // The folder may have been renamed since PostgreSQL started. If the old path no longer exists, assume so: treating a
  // living PostgreSQL as dead would be the worst error.
  const resolve = (path: string) =>
    ignoreErrors(['ENOENT', 'ENOTDIR'], () => realpath(path), undefined);
  const theirs = await resolve(processFolder);
  return theirs === undefined || theirs === (await resolve(dataFolder));
}

/** The data folder in the command line of a process; undefined if the process is not PostgreSQL. */
async function dataFolderOfProcess(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    // `cmdline` is readable by every user, unlike other files in /proc. In a container, even root may not be able to
    // inspect processes of other users.
    const gone = ['ENOENT', 'ESRCH', 'EACCES'];
    const line = await ignoreErrors(gone, () => readFile(`/proc/${pid}/cmdline`, 'utf8'), '');
    const [program = '', option, folder] = line.split('\0');
    return basename(program) === 'postgres' && option === '-D' ? folder : undefined;
  }
  const { output } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  return /\/postgres -D (.+?) -c /.exec(output)?.[1];
}

/** Stops the PostgreSQL that runs on `dataFolder`, if any. Waits until it has ended. */
export async function stopPostmaster(dataFolder: string): Promise<void> {
  const postmaster = await findPostmaster(dataFolder);
  if (!postmaster) return;
  // Request a fast shutdown, which ends sessions and writes all data.
  await ignoreErrors(['ESRCH'], async () => process.kill(postmaster.pid, 'SIGINT'), false);
  const end = Date.now() + STOP_TIMEOUT_MS;
  while (Date.now() < end && (await isPostmaster(postmaster.pid, dataFolder))) {
    await sleep(STOP_POLL_MS);
  }
}
