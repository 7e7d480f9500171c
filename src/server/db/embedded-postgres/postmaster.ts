import { readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { run } from './child.ts';
import { ignoreErrors } from './failures.ts';
import { isAlive, readFileIfAny } from './temp-folder.ts';

/** A running PostgreSQL, as its own `postmaster.pid` tells of it. */
export type Postmaster = { pid: number; port: number; isReady: boolean };

/** PostgreSQL writes the file at once after making it; one that stays empty is a leftover. */
const EMPTY_FOR_MS = 2_000;

/**
 * The PostgreSQL that runs on `dataFolder`, started by whomever. What a dead one left is no
 * hindrance: it is removed where PostgreSQL would stumble over it.
 */
export async function findPostmaster(dataFolder: string): Promise<Postmaster | undefined> {
  const path = join(dataFolder, 'postmaster.pid');
  const content = await readFileIfAny(path);
  if (content === undefined) return undefined;
  const lines = content.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) {
    await removeOldUnreadable(path);
    return undefined;
  }
  if (await isPostmaster(pid, dataFolder)) {
    return { pid, port: Number(lines[3]), isReady: lines[7] === 'ready' };
  }
  // PostgreSQL itself sees through the number of a dead process, and looks for survivors of it by
  // what else the file says. Only a number that another process has now would make it give up.
  if (isAlive(pid) && (await readFileIfAny(path)) === content) await rm(path, { force: true });
  return undefined;
}

/**
 * The port of the last PostgreSQL that came to listen on one. It keeps its command line in a file
 * of its own, which stays when it ends.
 */
export async function lastPort(dataFolder: string): Promise<number | undefined> {
  const commandLine = await readFileIfAny(join(dataFolder, 'postmaster.opts'));
  const port = Number(/"port=(\d+)"/.exec(commandLine ?? '')?.[1]);
  return Number.isInteger(port) ? port : undefined;
}

async function removeOldUnreadable(path: string): Promise<void> {
  const changed = await ignoreErrors(['ENOENT'], async () => (await stat(path)).mtimeMs, 0);
  if (Date.now() - changed > EMPTY_FOR_MS) await rm(path, { force: true });
}

/**
 * Whether process `pid` is a living PostgreSQL on `dataFolder`, and not another process that got
 * the number of a dead one, nor a dead one whose parent has not noticed.
 */
export async function isPostmaster(pid: number, dataFolder: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const itsFolder = await dataFolderOfProcess(pid);
  if (itsFolder === undefined || itsFolder === dataFolder) return itsFolder !== undefined;
  // The same folder may have had another name when PostgreSQL was started on it; where that name
  // leads nowhere now it was moved, and to take a living PostgreSQL for dead would be the worst.
  const [its, ours] = await Promise.all([identityOf(itsFolder), identityOf(dataFolder)]);
  return its === undefined || its === ours;
}

/** The folder that a process was told to run PostgreSQL on; undefined where it is another program. */
async function dataFolderOfProcess(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    // Unlike what else /proc tells, this is for everybody: in a container, root may not look into
    // the processes of other users.
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
  const found = await ignoreErrors(['ENOENT', 'ENOTDIR'], () => stat(folder), undefined);
  return found && `${found.dev}:${found.ino}`;
}

/** What PostgreSQL wrote into `logFile` from byte `start` on. */
export async function logSince(logFile: string, start: number): Promise<string> {
  return (await readFile(logFile)).subarray(start).toString('utf8');
}
