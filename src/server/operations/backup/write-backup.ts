import { randomUUID } from 'node:crypto';
import { lstat, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import { ignoreMissing } from '#server/content/storage/ignore-missing.ts';
import { syncFolder } from '#server/content/storage/sync-folder.ts';
import { SUMS, sha256Of, sumLine } from './format.ts';

/** Takes two fifths of the time of zlib's own choice, for an eighth more of size. */
const COMPRESSION_LEVEL = 3;

export type BackupWriter = {
  /** Adds an entry, and waits while the disk is behind. */
  add(name: string, content: Buffer): Promise<void>;
};

/**
 * Writes a backup by what `write` adds to it, and returns its size in bytes. It stands under its name once it is
 * whole and on the disk, readable by its owner alone; whatever fails or aborts before leaves nothing.
 */
export async function writeBackup(
  path: string,
  write: (writer: BackupWriter) => Promise<void>,
  signal?: AbortSignal,
): Promise<number> {
  const unfinished = `${path}.${randomUUID()}.part`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    const { readable, controller } = createTarPacker();
    const mtime = new Date();
    const sums: string[] = [];
    const add = async (name: string, content: Buffer) => {
      signal?.throwIfAborted();
      const entry = controller.add({ name, size: content.length, mode: 0o600, mtime }).getWriter();
      await entry.write(content);
      await entry.close();
      sums.push(sumLine(name, sha256Of(content)));
    };
    const written = pipeline(
      Readable.fromWeb(readable),
      createGzip({ level: COMPRESSION_LEVEL }),
      // On the disk before it is closed, or a power cut may leave the name without the content.
      file.createWriteStream({ flush: true }),
      { signal },
    );
    const packed = (async () => {
      try {
        await write({ add });
        await add(SUMS, Buffer.from(sums.join('')));
        controller.finalize();
      } catch (error) {
        controller.error(error);
        throw error;
      }
    })();
    await bothOrFirstFailure(written, packed);
    const { size } = await stat(unfinished);
    // Such as another backup's, begun at the same time.
    if (await isThere(path)) throw new Error(`${path} has come to be there meanwhile`);
    await rename(unfinished, path);
    await syncFolder(dirname(path));
    return size;
  } catch (error) {
    await file.close();
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Also where it is a folder, or a link that leads nowhere yet. Rejects where that cannot be known. */
export async function isThere(path: string): Promise<boolean> {
  return (await ignoreMissing(lstat(path))) !== undefined;
}

/** Both have ended then; where one has failed the other does too, and it is the first that tells why. */
async function bothOrFirstFailure(...steps: Promise<void>[]): Promise<void> {
  try {
    await Promise.all(steps);
  } finally {
    await Promise.allSettled(steps);
  }
}
