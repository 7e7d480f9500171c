import { open } from 'node:fs/promises';

/** Syncs a folder: without it, a power failure may lose the name of a new file. https://man7.org/linux/man-pages/man2/fsync.2.html */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder as a file.
  if (process.platform === 'win32') return;
  const opened = await open(folder);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
