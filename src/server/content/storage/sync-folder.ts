import { open } from 'node:fs/promises';

/** Or a power cut may leave a file without its name: https://man7.org/linux/man-pages/man2/fsync.2.html */
export async function syncFolder(folder: string): Promise<void> {
  // Which opens no folder as a file.
  if (process.platform === 'win32') return;
  const opened = await open(folder);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
