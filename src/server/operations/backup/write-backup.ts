import { randomUUID } from 'node:crypto';
import { lstat, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import { ignoreMissing, syncFolder } from '#server/platform/files.ts';
import { SUMS, sha256Of, sumLine } from './format.ts';

/**
 * The compression level. Compared with the default level of zlib, compression takes two fifths of the time, and the
 * file is an eighth larger.
 */
const COMPRESSION_LEVEL = 3;

export type BackupWriter = {
  /** Adds an entry. Resolves when the next entry can be added. */
  add(name: string, content: Buffer): Promise<void>;
};

/**
 * Writes a backup with the entries that `write` adds. Returns its size (bytes). Only the owner can read the file. The
 * file gets its name only after it is complete and synced to disk. A failure or an abort leaves no file.
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
      // Write the content to disk before closing the file. Otherwise, a power failure could leave the file's name
      // without its content.
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
    await settleAll(written, packed);
    const { size } = await stat(unfinished);
    // Check again whether the file exists, for example because another backup started at the same time.
    if (await pathExists(path))
      throw new Error(`${path} was created during the backup; it is left unchanged`);
    await rename(unfinished, path);
    await syncFolder(dirname(path));
    return size;
  } catch (error) {
    await file.close();
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Whether anything exists at this path, including a folder or a broken link. Rejects if that cannot be determined. */
export async function pathExists(path: string): Promise<boolean> {
  return (await ignoreMissing(() => lstat(path))) !== undefined;
}

/** Waits until all steps have ended, and throws the first failure. If one step fails, the others fail, too. */
async function settleAll(...steps: Promise<void>[]): Promise<void> {
  try {
    await Promise.all(steps);
  } finally {
    await Promise.allSettled(steps);
  }
}
