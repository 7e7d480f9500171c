import { randomUUID } from 'node:crypto';
import { lstat, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import { ignoreMissing, syncFolder } from '#server/platform/files.ts';
import { SUMS, sha256Of, sumLine } from './format.ts';

/** This level takes two fifths of the time of zlib's default level and makes the file an eighth larger. */
const COMPRESSION_LEVEL = 3;

export type BackupWriter = {
  /** Adds an entry. Resolves once the stream can take the next one. */
  add(name: string, content: Buffer): Promise<void>;
};

/**
 * Writes a backup from the entries that `write` adds, and returns its size (bytes). The file appears under its name only
 * when it is complete and synced to disk, readable by its owner only. A failure or an abort leaves no file.
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
      // Flush before closing: after a power cut, the name might otherwise exist without the content.
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
    // For example, another backup that started at the same time may have created the file.
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

/** Whether anything has this path, including a folder or a broken link. Rejects if that is unknown. */
export async function pathExists(path: string): Promise<boolean> {
  return (await ignoreMissing(() => lstat(path))) !== undefined;
}

/** Waits until all steps have ended. If one fails, the others fail too, and the first failure is thrown. */
async function settleAll(...steps: Promise<void>[]): Promise<void> {
  try {
    await Promise.all(steps);
  } finally {
    await Promise.allSettled(steps);
  }
}
