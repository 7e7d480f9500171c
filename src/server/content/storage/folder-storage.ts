import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  ignoreErrors,
  ignoreMissing,
  readRegularFile,
  syncFolder,
} from '#server/platform/files.ts';
import type { UploadStorage } from './upload-storage.ts';

/** Stores uploads in a folder. The first write creates the folder. */
export function folderStorage(folder: string): UploadStorage {
  return {
    async put(name, content) {
      const created = await mkdir(folder, { recursive: true });
      if (created !== undefined) await syncFolder(dirname(created));
      const unfinished = join(folder, `${name}.${randomUUID()}.part`);
      try {
        const file = await open(unfinished, 'wx', 0o644);
        try {
          await file.writeFile(content);
          // Without a sync, a power failure could leave the file's name without its content.
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

    read: (name) => readRegularFile(join(folder, name)),

    // Leave a folder in the place of a file, because an error would stop the removal of other files.
    remove: (name) =>
      ignoreErrors(['ERR_FS_EISDIR'], () => rm(join(folder, name), { force: true }), undefined),

    async list() {
      const files = await ignoreMissing(() => readdir(folder, { withFileTypes: true }));
      const stored = (files ?? [])
        .filter((file) => file.isFile())
        .map(async ({ name }) => {
          const stats = await ignoreMissing(() => stat(join(folder, name)));
          return stats && { name, written: stats.mtimeMs };
        });
      return (await Promise.all(stored)).filter((file) => file !== undefined);
    },
  };
}
