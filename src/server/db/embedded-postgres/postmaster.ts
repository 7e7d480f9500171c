import { readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '#server/platform/errors.ts';
import { ignoreErrors, readFileIfAny } from '#server/platform/files.ts';
import { run } from './child.ts';
import { isAlive } from './temp-folder.ts';

/** A running PostgreSQL, as described by its `postmaster.pid`. */
export type Postmaster = { pid: number; port: number; isReady: boolean };

/** Age from which an empty `postmaster.pid` is a leftover. PostgreSQL writes its content right after creating it. */
const MAX_EMPTY_MS = 2_000;

const STOP_POLL_MS = 5;
const FAST_STOP_MS = 30_000;
const IMMEDIATE_STOP_MS = 10_000;

/**
 * Finds the PostgreSQL that runs on `dataFolder`, whichever process started it. Removes a leftover `postmaster.pid` if it
 * would prevent a start.
 */
export async function findPostmaster(dataFolder: string): Promise<Postmaster | undefined> {
  const path = join(dataFolder, 'postmaster.pid');
  const content = await readFileIfAny(path);
  if (content === undefined) return undefined;
  const lines = content.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) {
    await removeStaleEmptyFile(path);
    return undefined;
  }
  if (await isPostmaster(pid, dataFolder)) {
    return { pid, port: Number(lines[3]), isReady: lines[7] === 'ready' };
  }
  // PostgreSQL itself ignores the id of a dead process, and uses the rest of the file to look for surviving children.
  // Only an id that another process now has would make it refuse to start.
  if (isAlive(pid) && (await readFileIfAny(path)) === content) await rm(path, { force: true });
  return undefined;
}

/** The last port on which PostgreSQL listened, from its command line in `postmaster.opts`, which remains when it ends. */
export async function lastPort(dataFolder: string): Promise<number | undefined> {
  const commandLine = await readFileIfAny(join(dataFolder, 'postmaster.opts'));
  const port = Number(/"port=(\d+)"/.exec(commandLine ?? '')?.[1]);
  return Number.isInteger(port) ? port : undefined;
}

async function removeStaleEmptyFile(path: string): Promise<void> {
  const changed = await ignoreErrors(['ENOENT'], async () => (await stat(path)).mtimeMs, 0);
  if (Date.now() - changed > MAX_EMPTY_MS) await rm(path, { force: true });
}

/**
 * Whether process `pid` is a living PostgreSQL on `dataFolder`. It might also be another process that reused the id, or a
 * zombie.
 */
export async function isPostmaster(pid: number, dataFolder: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const processFolder = await dataFolderOfProcess(pid);
  if (processFolder === undefined || processFolder === dataFolder) {
    return processFolder !== undefined;
  }
  // The folder may have been renamed since PostgreSQL started. If the old path no longer exists, assume that it was:
  // treating a living PostgreSQL as dead would be the worst error.
  const [theirs, ours] = await Promise.all([identityOf(processFolder), identityOf(dataFolder)]);
  return theirs === undefined || theirs === ours;
}

/** The data folder on a process's command line; undefined if the process is not PostgreSQL. */
async function dataFolderOfProcess(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    // Unlike other entries of /proc, `cmdline` is readable by everyone. In a container, root may not be able to inspect
    // other users' processes.
    const gone = ['ENOENT', 'ESRCH', 'EACCES'];
    const line = await ignoreErrors(gone, () => readFile(`/proc/${pid}/cmdline`, 'utf8'), '');
    const [program = '', option, folder] = line.split('\0');
    return basename(program) === 'postgres' && option === '-D' ? folder : undefined;
  }
  const options = { account: undefined, cwd: '/' };
  const { output } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)], options);
  return /\/postgres -D (.+?) -c /.exec(output)?.[1];
}

async function identityOf(folder: string): Promise<string | undefined> {
  const stats = await ignoreErrors(['ENOENT', 'ENOTDIR'], () => stat(folder), undefined);
  return stats && `${stats.dev}:${stats.ino}`;
}

/** Returns what PostgreSQL has written to `logFile` from byte `start` on. */
export async function logSince(logFile: string, start: number): Promise<string> {
  return (await readFile(logFile)).subarray(start).toString('utf8');
}

/** Stops the PostgreSQL that runs on `dataFolder`, if any, and waits until it has ended. */
export async function stopPostmaster(dataFolder: string): Promise<void> {
  const postmaster = await findPostmaster(dataFolder);
  if (!postmaster) return;
  const { pid } = postmaster;
  // Fast shutdown: sessions are terminated, and all data is written.
  signal(pid, 'SIGINT');
  if (await hasEnded(pid, dataFolder, FAST_STOP_MS)) return;
  // Immediate shutdown: no data is lost, but the next start must recover.
  signal(pid, 'SIGQUIT');
  await hasEnded(pid, dataFolder, IMMEDIATE_STOP_MS);
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

async function hasEnded(pid: number, dataFolder: string, timeout: number): Promise<boolean> {
  const end = Date.now() + timeout;
  while (Date.now() < end) {
    if (!(await isPostmaster(pid, dataFolder))) return true;
    await sleep(STOP_POLL_MS);
  }
  return false;
}
