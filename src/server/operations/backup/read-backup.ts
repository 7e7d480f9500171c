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

/** The file cannot be restored, for a reason that the message says in one line. */
export class UnusableBackupError extends Error {}

/** What is done with the entries; whatever it leaves of their content is read for the checksums alone. */
export type BackupVisitor = {
  part?: (table: CopiedTable, content: AsyncIterable<Uint8Array>) => Promise<void>;
  upload?: (name: string, content: Buffer) => Promise<void>;
};

type Options = {
  visitor?: BackupVisitor;
  /** Told of so many more bytes of the file that were read. */
  onBytes?: ((bytes: number) => void) | undefined;
  /** Ends the reading. */
  signal?: AbortSignal | undefined;
};

export type ReadBackup = {
  manifest: Manifest;
  totals: Totals;
  /** Of all entries together: the same for the same content. */
  digest: string;
};

/** No file of the board's own is larger; what is larger is not taken into memory (bytes). */
const MOST_IN_MEMORY = 64 * 1024 * 1024;

/**
 * Reads a backup from its beginning to its end, and checks every entry and that none is missing.
 * @throws UnusableBackupError where it is none, is damaged, or was written by a newer version.
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
  // Heard of where the entries are read, which end with it.
  unpacked.catch(() => {});
  const progress: { known?: Manifest } = {};
  try {
    const backup = await readEntries(decoder.readable, visitor, progress);
    // The last entry is not the end of the file, whose own checksum comes there.
    await unpacked.catch(unreadable);
    return backup;
  } catch (error) {
    throw error instanceof UnreadableError ? explain(error.cause, progress.known) : error;
  } finally {
    stop.abort();
    await Promise.allSettled([unpacked]);
  }
}

/** @throws UnusableBackupError, and what a visitor throws */
async function readEntries(
  entries: ReadableStream<ParsedTarEntry>,
  visitor: BackupVisitor,
  progress: { known?: Manifest },
): Promise<ReadBackup> {
  const sums = createHash('sha256');
  let found: Totals | undefined;
  let digest: string | undefined;
  for await (const { header, body } of chunksOf(entries)) {
    const { name } = header;
    const content = hashed(body);
    const { known } = progress;
    if (digest !== undefined) throw damaged(`something follows ${SUMS}`);
    if (!known) {
      if (name !== MANIFEST) throw new UnusableBackupError(NO_BACKUP);
      progress.known = readManifest(await content.whole());
    } else if (name === SUMS) {
      digest = await content.digest();
      if (digest !== sums.digest('hex'))
        throw damaged('its checksums are not those of its entries');
      continue;
    } else if (name === TOTALS) {
      found = readJson(totals, await content.whole());
    } else {
      const kind = kindOfEntry(name);
      if (!kind || found) throw damaged('it holds an entry that has no place there');
      if ('upload' in kind) {
        const file = await content.whole();
        await visitor.upload?.(kind.upload, file);
      } else {
        const table = known.tables.find(({ name }) => name === kind.table);
        if (!table) throw damaged('it holds a table that it does not name');
        await visitor.part?.(table, content);
      }
    }
    sums.update(sumLine(name, await content.digest()));
  }
  if (!progress.known) throw new UnusableBackupError(NO_BACKUP);
  if (!found || digest === undefined) throw damaged('its end is missing');
  return { manifest: progress.known, totals: found, digest };
}

const NO_BACKUP = 'This is no backup of Composable Jobs.';

function damaged(why: string): UnusableBackupError {
  return new UnusableBackupError(`The backup is damaged: ${why}.`);
}

function readManifest(content: Buffer): Manifest {
  const any = anyManifest.safeParse(parseJson(content));
  if (!any.success) throw new UnusableBackupError(NO_BACKUP);
  if (any.data.version > FORMAT_VERSION) {
    throw new UnusableBackupError('The backup was written by a newer version of this program.');
  }
  return readJson(manifest, content);
}

function readJson<Schema extends z.ZodType>(schema: Schema, content: Buffer): z.output<Schema> {
  const read = schema.safeParse(parseJson(content));
  if (!read.success) throw damaged('what it tells of itself cannot be read');
  return read.data;
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    // Told as what it is by whoever looks for something in it.
    return undefined;
  }
}

/** An entry's content, which is hashed as it is read. */
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
        if (size > MOST_IN_MEMORY) throw damaged('an entry is larger than any may be');
        parts.push(part);
      }
      return Buffer.concat(parts);
    },
    /** Of the whole, also of what nobody has read. */
    async digest(): Promise<string> {
      for await (const _ of chunks);
      return hash.digest('hex');
    },
  };
}

/** The file itself, or its packing, could not be read on; the cause tells why. */
class UnreadableError extends Error {}

function unreadable(cause: unknown): never {
  throw new UnreadableError('the backup cannot be read on', { cause });
}

async function* chunksOf<Chunk>(stream: ReadableStream<Chunk>): AsyncGenerator<Chunk> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(unreadable);
    if (done) return;
    yield value;
  }
}

/** What the operating system says is told as it is; all else is the file's own fault. */
function explain(cause: unknown, known: Manifest | undefined): unknown {
  if (cause instanceof Error && 'syscall' in cause) return cause;
  return known ? damaged('it cannot be unpacked to its end') : new UnusableBackupError(NO_BACKUP);
}
