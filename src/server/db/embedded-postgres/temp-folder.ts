import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '#server/platform/errors.ts';
import { ignoreErrors, syncFolder } from '#server/platform/files.ts';

const TEMP_NAME = /^\.building-(\d+)-/;
const MAX_BUILD_MS = 10 * 60_000;

/** A name for an unfinished file or folder. The next start deletes leftovers with such a name. */
function tempName(): string {
  return `.building-${process.pid}-${randomBytes(6).toString('hex')}`;
}

/**
 * Creates the folder `target` atomically. `build` fills the folder `new` in a temporary folder, which is then renamed
 * to `target`. If another process has already created `target`, the new folder is deleted.
 */
export async function buildFolder(
  target: string,
  build: (temporary: string) => Promise<void>,
): Promise<void> {
  const parent = dirname(target);
  await removeLeftovers(parent);
  const temporary = join(parent, tempName());
  await mkdir(temporary, { mode: 0o700 });
  try {
    await build(temporary);
    await ignoreErrors(['EEXIST', 'ENOTEMPTY'], () => rename(join(temporary, 'new'), target), null);
    await syncFolder(parent);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Creates a file atomically unless it exists. Returns the content of the file. */
export async function writeFileOnce(path: string, content: string): Promise<string> {
  const temporary = join(dirname(path), tempName());
  try {
    await writeFile(temporary, content, { mode: 0o600, flush: true });
    await ignoreErrors(['EEXIST'], () => link(temporary, path), null);
    await syncFolder(dirname(path));
  } finally {
    await rm(temporary, { force: true });
  }
  return readFile(path, 'utf8');
}

/** Deletes what interrupted builds have left behind, except the folders of running processes. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(TEMP_NAME.exec(name)?.[1]);
    if (!Number.isInteger(pid)) continue;
    const path = join(parent, name);
    const changed = await ignoreErrors(['ENOENT'], async () => (await stat(path)).mtimeMs, 0);
    // Also check the age: in a container, the process that left the folder may have had the same id as this one.
    if (isAlive(pid) && Date.now() - changed < MAX_BUILD_MS) continue;
    // If an orphaned initdb is still writing here, deleting fails, and the next start deletes the folder.
    await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

/** Whether a process with this id exists, even if this process may not signal it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
