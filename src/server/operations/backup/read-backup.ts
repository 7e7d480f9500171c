import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import type { z } from 'zod';
import {
  anyManifest,
  type CopiedTable,
  FORMAT_VERSION,
  kindOfEntry,
  MANIFEST,
  type Manifest,
  manifest,
  SUMS,
  sumLine,
  TOTALS,
  type Totals,
  totals,
} from './format.ts';

/** Thrown for a file that cannot be restored. The message gives the reason in one line. */
export class UnusableBackupError extends Error {}

/** Functions that handle the entries. The checksums are also verified for content that these functions do not read. */
type BackupVisitor = {
  part?: (table: CopiedTable, content: AsyncIterable<Uint8Array>) => Promise<void>;
  upload?: (name: string, content: Buffer) => Promise<void>;
};

type Options = {
  visitor?: BackupVisitor;
  /** Called with the number of bytes read since the last call. */
  onBytes?: ((bytes: number) => void) | undefined;
  /** Aborts the reading. */
  signal?: AbortSignal | undefined;
};

export type ReadBackup = {
  manifest: Manifest;
  totals: Totals;
  /** A digest of all entries. Backups with equal content have equal digests. */
  digest: string;
};

/** The maximum size of an entry that is read into memory (bytes). No entry of a valid backup is larger. */
const MAX_ENTRY_BYTES = 64 * 1024 * 1024;

/**
 * Reads a whole backup, and verifies that every entry is intact and none is missing.
 * @throws UnusableBackupError if the file is not a backup, is damaged, or was written by a newer version
 */
export async function readBackup(
  path: string,
  { visitor = {}, onBytes = () => {}, signal }: Options = {},
): Promise<ReadBackup> {
  const stop = new AbortController();
  const decoder = createTarDecoder({ strict: true });
  const read = new Transform({
    transform(chunk: Buffer, _, done) {
      onBytes(chunk.length);
      done(null, chunk);
    },
  });
  const unpacked = pipeline(
    createReadStream(path),
    read,
    createGunzip(),
    Writable.fromWeb(decoder.writable),
    { signal: AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]) },
  );
  // Ignore a failure of unpacking here, because it also ends the reading of entries below, which reports it.
  unpacked.catch(() => {});
  const progress: { manifest?: Manifest } = {};
  try {
    const backup = await readEntries(decoder.readable, visitor, progress);
    // Read the file to its end, because gzip's own checksum comes after the last entry.
    await unpacked.catch(unreadable);
    return backup;
  } catch (error) {
    throw error instanceof UnreadableError ? explain(error.cause, progress.manifest) : error;
  } finally {
    stop.abort();
    await Promise.allSettled([unpacked]);
  }
}

/**
 * Reads the entries.
 * @throws UnusableBackupError, or an error of the visitor
 */
async function readEntries(
  entries: ReadableStream<ParsedTarEntry>,
  visitor: BackupVisitor,
  progress: { manifest?: Manifest },
): Promise<ReadBackup> {
  const sums = createHash('sha256');
  let readTotals: Totals | undefined;
  let digest: string | undefined;
  for await (const { header, body } of chunksOf(entries)) {
    const { name } = header;
    const content = hashed(body);
    const known = progress.manifest;
    if (digest !== undefined) throw damaged(`an entry follows ${SUMS}`);
    if (!known) {
      if (name !== MANIFEST) throw new UnusableBackupError(NOT_A_BACKUP);
      progress.manifest = readManifest(await content.whole());
    } else if (name === SUMS) {
      digest = await content.digest();
      if (digest !== sums.digest('hex')) throw damaged('the checksums do not match');
      continue;
    } else if (name === TOTALS) {
      readTotals = readJson(totals, await content.whole());
    } else {
      const kind = kindOfEntry(name);
      if (!kind || readTotals) throw damaged('it contains an unexpected entry');
      if ('upload' in kind) {
        const file = await content.whole();
        await visitor.upload?.(kind.upload, file);
      } else {
        const table = known.tables.find(({ name }) => name === kind.table);
        if (!table) throw damaged('it contains a table that its manifest does not list');
        await visitor.part?.(table, content);
      }
    }
    sums.update(sumLine(name, await content.digest()));
  }
  if (!progress.manifest) throw new UnusableBackupError(NOT_A_BACKUP);
  if (!readTotals || digest === undefined) throw damaged('the end is missing');
  return { manifest: progress.manifest, totals: readTotals, digest };
}

const NOT_A_BACKUP = 'This file is not a backup of Composable Jobs.';

function damaged(reason: string): UnusableBackupError {
  return new UnusableBackupError(`The backup is damaged: ${reason}.`);
}

function readManifest(content: Buffer): Manifest {
  const any = anyManifest.safeParse(parseJson(content));
  if (!any.success) throw new UnusableBackupError(NOT_A_BACKUP);
  if (any.data.version > FORMAT_VERSION) {
    throw new UnusableBackupError(
      'The backup was written by a newer version of this program. Update this program.',
    );
  }
  return readJson(manifest, content);
}

function readJson<Schema extends z.ZodType>(schema: Schema, content: Buffer): z.output<Schema> {
  const read = schema.safeParse(parseJson(content));
  if (!read.success) throw damaged('its manifest or its totals are invalid');
  return read.data;
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    // Return undefined, so that the validation by the schema reports the file as invalid.
    return undefined;
  }
}

/** Passes on an entry's content, and hashes it while it is read. */
function hashed(body: ReadableStream<Uint8Array>) {
  const hash = createHash('sha256');
  async function* read() {
    for await (const chunk of chunksOf(body)) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const chunks = read();
  return {
    [Symbol.asyncIterator]: () => chunks,
    async whole(): Promise<Buffer> {
      const parts: Uint8Array[] = [];
      let size = 0;
      for await (const part of chunks) {
        size += part.length;
        if (size > MAX_ENTRY_BYTES) throw damaged('an entry is too large');
        parts.push(part);
      }
      return Buffer.concat(parts);
    },
    /** Reads the rest of the content, and returns the digest of the whole content. */
    async digest(): Promise<string> {
      for await (const _ of chunks);
      return hash.digest('hex');
    },
  };
}

/** Thrown if the rest of the file cannot be read or decompressed. The cause of the error has the reason. */
class UnreadableError extends Error {}

function unreadable(cause: unknown): never {
  throw new UnreadableError('reading the backup failed', { cause });
}

async function* chunksOf<Chunk>(stream: ReadableStream<Chunk>): AsyncGenerator<Chunk> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(unreadable);
    if (done) return;
    yield value;
  }
}

/**
 * Returns the error to throw: an error of the operating system unchanged, and for any other error one that says that
 * the file is unusable.
 */
function explain(cause: unknown, known: Manifest | undefined): unknown {
  if (cause instanceof Error && 'syscall' in cause) return cause;
  return known ? damaged('it cannot be decompressed') : new UnusableBackupError(NOT_A_BACKUP);
}
