import { randomBytes } from 'node:crypto';
import {
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, ignoreErrors } from './failures.ts';

const STAGING = /^\.building-(\d+)-/;
const OLDEST_STAGING_MS = 10 * 60_000;

/** A name for what is not finished; what stays behind under it is removed by a later start. */
export function tempName(): string {
  return `.building-${process.pid}-${randomBytes(6).toString('hex')}`;
}

/**
 * Makes the folder `target`, whole or not at all: `build` fills `new` in a staging folder, which
 * is then renamed into place. Where another process was quicker, its folder stays and ours goes.
 */
export async function buildFolder(
  target: string,
  build: (staging: string) => Promise<void>,
): Promise<void> {
  const parent = dirname(target);
  await removeLeftovers(parent);
  const staging = join(parent, tempName());
  await mkdir(staging, { mode: 0o700 });
  try {
    await build(staging);
    await ignoreErrors(['EEXIST', 'ENOTEMPTY'], () => rename(join(staging, 'new'), target), null);
    await syncFolder(parent);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Makes the file `path` with this content, whole or not at all, and gives what is then in it. */
export async function writeFileOnce(path: string, content: string): Promise<string> {
  const staging = join(dirname(path), tempName());
  try {
    await writeFile(staging, content, { mode: 0o600, flush: true });
    await ignoreErrors(['EEXIST'], () => link(staging, path), null);
    await syncFolder(dirname(path));
  } finally {
    await rm(staging, { force: true });
  }
  return readFile(path, 'utf8');
}

/** The content of a file; undefined where there is none. */
export function readFileIfAny(path: string): Promise<string | undefined> {
  return ignoreErrors(['ENOENT'], () => readFile(path, 'utf8'), undefined);
}

/** Makes sure that a rename or a new name in `folder` outlasts a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes what interrupted builds left, and leaves alone what a living process is building. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(STAGING.exec(name)?.[1]);
    if (!Number.isInteger(pid)) continue;
    const path = join(parent, name);
    const changed = await ignoreErrors(['ENOENT'], async () => (await stat(path)).mtimeMs, 0);
    // The process number alone does not tell: in a container each start may well have the same.
    if (isAlive(pid) && Date.now() - changed < OLDEST_STAGING_MS) continue;
    // An orphaned initdb may still be writing there; then the next start removes it.
    await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

/** Whether any process has this number, ours to signal or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
