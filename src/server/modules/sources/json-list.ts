/** The maximum size of one entry, and of everything outside the list, in memory (bytes). */
const MAX_PART_BYTES = 16 * 1024 * 1024;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Streaming JSON: yields the entries of a named list inside an object and returns the object without them.
 * This code only finds where entries begin and end. JSON.parse reads each entry, which is several times as fast as
 * a streaming parser and finds every syntax error.
 * @throws SyntaxError for invalid JSON, TypeError for invalid UTF-8, RangeError for an entry that is too large.
 */
export async function* readJsonList(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<unknown[], unknown> {
  const splitter = new ListSplitter(name);
  for await (const chunk of chunks) {
    const entries = splitter.split(chunk);
    if (entries.length > 0) yield entries;
  }
  return splitter.rest();
}

class ListSplitter {
  /** Matches the text directly before the list's opening bracket. */
  readonly #name: RegExp;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #outside = new Pieces();
  readonly #entry = new Pieces();
  #depth = 0;
  #entries = 0;
  #inString = false;
  #escaped = false;
  #inList = false;

  constructor(name: string) {
    this.#name = new RegExp(`(?<!\\\\)"${name}"\\s*:\\s*$`);
  }

  /** The entries that end in this chunk. */
  split(chunk: Uint8Array): unknown[] {
    const entries: unknown[] = [];
    let start = 0;
    const take = (end: number) => {
      (this.#inList ? this.#entry : this.#outside).add(chunk.subarray(start, end));
      start = end;
    };
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inString = false;
      } else if (byte === QUOTE) {
        this.#inString = true;
      } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
        this.#depth += 1;
        if (this.#depth !== 2 || byte !== OPEN_BRACKET || this.#inList) continue;
        take(at);
        if (!this.#name.test(this.#outside.tail())) continue;
        take(at + 1);
        this.#inList = true;
        this.#entries = 0;
      } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) {
        this.#depth -= 1;
        if (!this.#inList || this.#depth !== 1) continue;
        take(at);
        if (this.#entries > 0 || !this.#entry.isBlank()) entries.push(this.#endEntry());
        this.#inList = false;
      } else if (byte === COMMA && this.#inList && this.#depth === 2) {
        take(at);
        entries.push(this.#endEntry());
        start = at + 1;
      }
    }
    take(chunk.length);
    return entries;
  }

  rest(): unknown {
    return JSON.parse(this.#decoder.decode(this.#outside.whole()));
  }

  #endEntry(): unknown {
    this.#entries += 1;
    const text = this.#decoder.decode(this.#entry.whole());
    this.#entry.clear();
    return JSON.parse(text);
  }
}

/** Consecutive chunks of bytes. */
class Pieces {
  #pieces: Uint8Array[] = [];
  #length = 0;

  add(piece: Uint8Array): void {
    this.#length += piece.length;
    if (this.#length > MAX_PART_BYTES) {
      throw new RangeError(`a part of it is over ${MAX_PART_BYTES / 1024 / 1024} MiB`);
    }
    if (piece.length > 0) this.#pieces.push(piece);
  }

  whole(): Uint8Array {
    const [only, another] = this.#pieces;
    return only && !another ? only : Buffer.concat(this.#pieces);
  }

  /** The last 1,000 bytes, enough for a name and the whitespace after it. */
  tail(): string {
    this.#pieces = [this.whole()];
    return Buffer.from(this.whole().subarray(-1_000)).toString('latin1');
  }

  isBlank(): boolean {
    return this.whole().every((byte) => byte <= 0x20);
  }

  clear(): void {
    this.#pieces = [];
    this.#length = 0;
  }
}
