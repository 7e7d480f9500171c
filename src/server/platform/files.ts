import { open, readFile, stat } from 'node:fs/promises';
import { errorCode } from './errors.ts';

/** Runs `action`. Returns `fallback` if it fails with one of these error codes. */
export async function ignoreErrors<T, U>(
  codes: readonly string[],
  action: () => Promise<T>,
  fallback: U,
): Promise<T | U> {
  try {
    return await action();
  } catch (error) {
    if (codes.includes(errorCode(error) ?? '')) return fallback;
    throw error;
  }
}

/** Runs `read`. Resolves to undefined if the file or folder does not exist. */
export function ignoreMissing<T>(read: () => Promise<T>): Promise<T | undefined> {
  return ignoreErrors(['ENOENT'], read, undefined);
}

/** Reads a file. Resolves to undefined if it does not exist. */
export function readFileIfAny(path: string): Promise<string | undefined> {
  return ignoreMissing(() => readFile(path, 'utf8'));
}

/** The error codes of a path that leads to no file, or to one that this process may not read. */
const UNREADABLE = ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM'];

/**
 * Reads a regular file. Resolves to undefined if there is none that can be read, for example because the path is that of
 * a folder, of a device or of a loop of links.
 */
export function readRegularFile(path: string): Promise<Buffer | undefined> {
  return ignoreErrors(
    UNREADABLE,
    async () => ((await stat(path)).isFile() ? readFile(path) : undefined),
    undefined,
  );
}

/**
 * Writes the list of a folder's files to disk. Otherwise, a new file could be missing after a power failure.
 * https://man7.org/linux/man-pages/man2/fsync.2.html
 */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder as a file, so this step is left out there.
  if (process.platform === 'win32') return;
  const opened = await open(folder);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
