import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export type StoredFile = {
  name: string;
  /** When it was written (ms since 1970). */
  written: number;
};

/** Where uploaded files are kept. Whoever calls it answers for the names. */
export type UploadStorage = {
  /** Keeps the whole content under this name, in place of what was there, or nothing at all. */
  put(name: string, content: Buffer): Promise<void>;
  read(name: string): Promise<Buffer | undefined>;
  /** What is not there is as good as removed. */
  remove(name: string): Promise<void>;
  /** All that is kept, with what a crash has left half-written. */
  list(): Promise<StoredFile[]>;
};

export function openUploadStorage({ dataDir }: { dataDir: string }): UploadStorage {
  return folderStorage(join(dataDir, 'uploads'));
}

/** In one folder, which is made when it is needed. */
export function folderStorage(folder: string): UploadStorage {
  return {
    async put(name, content) {
      const made = await mkdir(folder, { recursive: true });
      if (made !== undefined) await syncFolder(dirname(made));
      const unfinished = join(folder, `${name}.${randomUUID()}.part`);
      try {
        const file = await open(unfinished, 'wx', 0o644);
        try {
          await file.writeFile(content);
          // Or a power cut may leave the name without the content.
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(unfinished, join(folder, name));
        await syncFolder(folder);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },

    read: (name) => unlessMissing(readFile(join(folder, name))),

    remove: (name) => rm(join(folder, name), { force: true }),

    async list() {
      const files = await unlessMissing(readdir(folder, { withFileTypes: true }));
      const found = (files ?? [])
        .filter((file) => file.isFile())
        .map(async ({ name }) => {
          const stats = await unlessMissing(stat(join(folder, name)));
          return stats && { name, written: stats.mtimeMs };
        });
      return (await Promise.all(found)).filter((file) => file !== undefined);
    },
  };
}

/** Or a power cut may leave a file without its name: https://man7.org/linux/man-pages/man2/fsync.2.html */
async function syncFolder(folder: string): Promise<void> {
  // Which opens no folder as a file.
  if (process.platform === 'win32') return;
  const opened = await open(folder);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
