import type { z } from 'zod';
import { toOneLine } from '#server/content/text.ts';
import type { FeedClient } from '../fetch/fetch-client.ts';
import { FetchError } from '../fetch/fetch-error.ts';
import { formatIssue } from './fields.ts';
import { type JsonListEnd, readJsonList } from './json-list.ts';
import { type Converted, type ListedItem, UnreadableFeedError } from './system.ts';

/** The number of entries in a batch. */
const BATCH_SIZE = 200;

/** The share of entries that must be valid. If fewer are, the list is not one of the system in question. */
const MIN_VALID_SHARE = 0.5;

/** A kind of entry: what identifies it, and what it must have. */
export type EntryKind<Entry> = {
  /** The name in messages, such as "Greenhouse job". */
  name: string;
  /** Reads the id of an entry, even of one that is not valid. */
  id: z.ZodType<string>;
  entry: z.ZodType<Entry>;
  /** Whether the entry counts as a job of the list. Without this function, each entry does. */
  isListed?(entry: Entry): boolean;
};

export type EntriesEnd<Entry, End> = {
  /** The return value of the generator of the entries: what the list has besides them. */
  end: End;
  /** The first valid entry. */
  first: Entry | undefined;
  /** The number of entries. */
  entries: number;
  /** The number of different ids. */
  ids: number;
  /** Whether each entry has an id, so that the list says which jobs exist. */
  isIdentified: boolean;
};

/**
 * Groups the entries of a list into batches, and reads their ids.
 * @throws UnreadableFeedError if most entries are not of this kind, because the system has changed its format
 */
export async function* batchEntries<Entry, End>(
  entries: AsyncGenerator<unknown, End>,
  kind: EntryKind<Entry>,
): AsyncGenerator<ListedItem[], EntriesEnd<Entry, End>> {
  const ids = new Set<string>();
  let count = 0;
  let valid = 0;
  let unidentified = 0;
  let first: Entry | undefined;
  let issue: string | undefined;
  let batch: ListedItem[] = [];
  const checkFormat = () => {
    if (count === 0 || valid >= count * MIN_VALID_SHARE) return;
    throw new UnreadableFeedError(
      `its format has changed: ${count - valid} of ${count} entries are no ${kind.name} (${issue})`,
    );
  };
  let next = await entries.next();
  try {
    for (; !next.done; next = await entries.next()) {
      const data = next.value;
      const { data: entry, error } = kind.entry.safeParse(data);
      // An entry that is not valid may still have an id. Its job then exists, so it must not be closed.
      const { data: id, error: idError } = kind.id.safeParse(data);
      count += 1;
      if (entry === undefined || id === undefined) issue ??= formatIssue(error ?? idError);
      else valid += 1;
      first ??= entry;
      if (entry !== undefined && kind.isListed?.(entry) === false) continue;
      if (id === undefined) unidentified += 1;
      else ids.add(id);
      batch.push({ id, data });
      if (batch.length < BATCH_SIZE) continue;
      checkFormat();
      yield batch;
      batch = [];
    }
  } finally {
    // End the generator of the entries, which stops the download, if the caller stops reading.
    if (!next.done) await entries.return(undefined as End);
  }
  checkFormat();
  if (batch.length > 0) yield batch;
  return {
    end: next.value,
    first,
    entries: count,
    ids: ids.size,
    isIdentified: unidentified === 0,
  };
}

/**
 * Parses an entry and builds a job from it, or gives the reason why that is impossible. It never throws, because one bad
 * entry must not stop the others.
 */
export function convertEntry<Entry>(
  kind: EntryKind<Entry>,
  data: unknown,
  build: (entry: Entry, id: string) => Converted,
): Converted {
  const { data: entry, error } = kind.entry.safeParse(data);
  if (entry === undefined) return malformed(error);
  if (kind.isListed?.(entry) === false) return { reason: 'it is not listed' };
  const { data: id, error: idError } = kind.id.safeParse(data);
  if (id === undefined) return malformed(idError);
  try {
    return build(entry, id);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { reason: `it cannot be converted (${toOneLine(reason).slice(0, 120)})` };
  }
}

/** The outcome for an entry that does not have the system's format. */
export function malformed(error: z.ZodError | undefined): Converted {
  return { reason: formatIssue(error), isMalformed: true };
}

/**
 * Streams the entries of a JSON list, which may be large. The list is the member `name` of an object or, without a
 * name, the whole JSON. Returns the other members of the object.
 * @param what the expected content, such as "a Lever board"
 * @throws UnreadableFeedError if the content is different
 * @throws FetchError if the response fails
 */
export async function* readJsonEntries(
  chunks: AsyncIterable<Uint8Array>,
  { what, name }: { what: string; name?: string },
): AsyncGenerator<unknown, JsonListEnd['members']> {
  let bytes = 0;
  async function* counted() {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  let end: JsonListEnd;
  try {
    end = yield* readJsonList(counted(), name);
  } catch (error) {
    if (error instanceof FetchError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof RangeError || (error instanceof Error && 'syscall' in error)) {
      throw new UnreadableFeedError(reason);
    }
    if (bytes === 0) throw new UnreadableFeedError('it is empty');
    throw new UnreadableFeedError(`it is not JSON (${reason.split('\n')[0]?.slice(0, 120)})`);
  }
  if (!end.hasList) {
    throw new UnreadableFeedError(
      name === undefined
        ? `it is not ${what}: it is not a list`
        : `it is not ${what}: it has no list of ${name}`,
    );
  }
  return end.members;
}

/** A JSON list that a single request returns in full. */
export type JsonList<Entry> = { url: string; what: string; name?: string; kind: EntryKind<Entry> };

/** Reads a list that one request returns. The request is conditional: a 304 says that the whole list is unchanged. */
export async function* listJson<Entry>(
  client: FeedClient,
  { url, kind, ...json }: JsonList<Entry>,
): AsyncGenerator<ListedItem[], EntriesEnd<Entry, JsonListEnd['members']>> {
  const { body } = await client.get(url, { accept: 'application/json', isConditional: true });
  return yield* batchEntries(readJsonEntries(body, json), kind);
}
