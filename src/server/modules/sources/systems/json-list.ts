import { Readable } from 'node:stream';
import { chain, none } from 'stream-chain';
import { Assembler } from 'stream-json/assembler.js';
import { parser, type Token } from 'stream-json/parser.js';

/** The size up to which JSON is parsed at once, which is several times faster than parsing it as a stream (bytes). */
const MAX_WHOLE_BYTES = 4 * 1024 * 1024;

/** The maximum size of each part that is held in memory: an entry, and the text before or after the list (bytes). */
const MAX_PART_BYTES = 16 * 1024 * 1024;

export type JsonListEnd = {
  /** Whether the JSON has the list. */
  hasList: boolean;
  /** The other members of the object that has the list. */
  members: Readonly<Record<string, unknown>>;
};

/**
 * Yields the entries of the list `name` in a JSON object, or of the array that is the whole JSON if there is no name.
 * Large JSON is parsed as a stream, so that it takes little memory.
 * @throws Error for invalid JSON, TypeError for invalid UTF-8, RangeError if an entry is too large
 */
export async function* readJsonList(
  chunks: AsyncIterable<Uint8Array>,
  name: string | undefined,
  maxWholeBytes = MAX_WHOLE_BYTES,
): AsyncGenerator<unknown, JsonListEnd> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    const start: Uint8Array[] = [];
    let bytes = 0;
    while (bytes <= maxWholeBytes) {
      const { value, done } = await iterator.next();
      if (done) return yield* parseWhole(Buffer.concat(start), name);
      start.push(value);
      bytes += value.length;
    }
    async function* all() {
      yield* start.splice(0);
      yield* { [Symbol.asyncIterator]: () => iterator };
    }
    return yield* parseStream(all(), name);
  } finally {
    // Stop the download if the caller stops reading.
    await iterator.return?.();
  }
}

function* parseWhole(
  bytes: Uint8Array,
  name: string | undefined,
): Generator<unknown, JsonListEnd, undefined> {
  const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  if (name === undefined) {
    if (Array.isArray(json)) yield* json;
    return { hasList: Array.isArray(json), members: {} };
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return { hasList: false, members: {} };
  }
  const { [name]: list, ...others }: Record<string, unknown> = { ...json };
  if (!Array.isArray(list)) return { hasList: false, members: { ...json } };
  yield* list;
  return { hasList: true, members: others };
}

async function* parseStream(
  chunks: AsyncIterable<Uint8Array>,
  name: string | undefined,
): AsyncGenerator<unknown, JsonListEnd> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const list = new ListReader(name);
  let unread = 0;
  async function* decode() {
    for await (const chunk of chunks) {
      unread += chunk.length;
      if (unread > MAX_PART_BYTES) {
        throw new RangeError(`a part of it is over ${MAX_PART_BYTES / 1024 / 1024} MiB`);
      }
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  }
  const entries = chain([
    Readable.from(decode()),
    parser({ streamValues: false }),
    (token: Token) => list.read(token),
  ]);
  for await (const { value } of entries) {
    unread = 0;
    yield value;
  }
  return { hasList: list.isFound, members: list.members };
}

/** Finds the list among the tokens of a JSON text, and assembles its entries and the members beside it. */
class ListReader {
  isFound = false;
  readonly members: Record<string, unknown> = Object.create(null);
  /** The part to which the next token belongs. `other` is a JSON text that cannot have the list. */
  private part: 'start' | 'object' | 'list' | 'other' = 'start';
  private key = '';
  private readonly assembler = new Assembler<unknown>();
  private readonly name: string | undefined;

  constructor(name: string | undefined) {
    this.name = name;
  }

  /** Returns an entry of the list if this token is its last one. */
  read(token: Token): { value: unknown } | typeof none {
    // Inside a value, every token belongs to it.
    if (!this.assembler.done) return this.assemble(token);
    switch (this.part) {
      case 'start':
        if (this.name === undefined && token.name === 'startArray') this.startList();
        else
          this.part = this.name !== undefined && token.name === 'startObject' ? 'object' : 'other';
        return none;
      case 'object':
        if (token.name === 'endObject') this.part = 'other';
        else if (token.name === 'keyValue') this.key = token.value;
        else if (token.name === 'startArray' && this.key === this.name) this.startList();
        else return this.assemble(token);
        return none;
      case 'list':
        if (token.name !== 'endArray') return this.assemble(token);
        this.part = this.name === undefined ? 'other' : 'object';
        return none;
      case 'other':
        return none;
    }
  }

  private startList(): void {
    this.isFound = true;
    this.part = 'list';
  }

  private assemble(token: Token): { value: unknown } | typeof none {
    this.assembler.consume(token);
    if (!this.assembler.done) return none;
    const value = this.assembler.current;
    if (this.part === 'list') return { value };
    this.members[this.key] = value;
    return none;
  }
}
