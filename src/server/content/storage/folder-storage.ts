import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ignoreMissing } from './ignore-missing.ts';
import { syncFolder } from './sync-folder.ts';
import type { UploadStorage } from './upload-storage.ts';

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

    read: (name) => ignoreMissing(readFile(join(folder, name))),

    remove: (name) => rm(join(folder, name), { force: true }),

    async list() {
      const files = await ignoreMissing(readdir(folder, { withFileTypes: true }));
      const found = (files ?? [])
        .filter((file) => file.isFile())
        .map(async ({ name }) => {
          const stats = await ignoreMissing(stat(join(folder, name)));
          return stats && { name, written: stats.mtimeMs };
        });
      return (await Promise.all(found)).filter((file) => file !== undefined);
    },
  };
}
