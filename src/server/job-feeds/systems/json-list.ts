/** The maximum size of each part that is held in memory: an entry, and the text outside the list (bytes). */
const MAX_PART_BYTES = 16 * 1024 * 1024;

export type JsonListEnd = {
  /** Whether the JSON has the list. */
  hasList: boolean;
  /** The other members of the object that has the list. */
  members: Readonly<Record<string, unknown>>;
};

/**
 * Yields the entries of the list `name` in a JSON object, or of the array that is the whole JSON if there is no name.
 * Holds only one entry at a time in memory. Decision 029 (docs/decisions) says why no library does this.
 * @throws Error for invalid JSON, TypeError for invalid UTF-8, RangeError if an entry is too large
 */
export async function* readJsonList(
  chunks: AsyncIterable<Uint8Array>,
  name: string | undefined,
): AsyncGenerator<unknown, JsonListEnd> {
  const splitter = new ListSplitter(name);
  for await (const chunk of chunks) yield* splitter.read(chunk);
  return splitter.end();
}

/**
 * Splits a JSON text into the entries of its list and the rest. The rest has a zero in place of each entry, and
 * `JSON.parse` reads both, so the splitter only has to know strings, brackets and commas.
 */
class ListSplitter {
  private readonly name: string | undefined;
  private readonly rest = new Part();
  private readonly entry = new Part();
  /** The latest string directly in the outermost object. If an array follows, the string is its key. */
  private readonly string = new Part();
  private isObject = false;
  /** The number of open brackets. */
  private depth = 0;
  /** The depth of the entries; 0 outside the list. */
  private listDepth = 0;
  private isInString = false;
  private isEscaped = false;

  constructor(name: string | undefined) {
    this.name = name;
  }

  /** Reads a chunk. Yields the entries that end in it. */
  *read(chunk: Uint8Array): Generator<unknown> {
    // The bytes from `start` on are not yet added to a part, and the bytes from `stringStart` on are not yet added to
    // `string`.
    let start = 0;
    let stringStart = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (this.isInString) {
        if (this.isEscaped) {
          this.isEscaped = false;
          continue;
        }
        // Skip to the next quote. Most bytes are in strings, and `indexOf` is many times faster than a loop over them.
        const quote = chunk.indexOf(QUOTE, at);
        const end = quote < 0 ? chunk.length : quote;
        const isEscaped = isEscapedAt(chunk, at, end);
        at = end;
        if (quote < 0) {
          this.isEscaped = isEscaped;
          break;
        }
        if (isEscaped) continue;
        this.isInString = false;
        if (this.isInObject()) this.string.add(chunk.subarray(stringStart, at + 1));
        continue;
      }
      switch (byte) {
        case QUOTE:
          this.isInString = true;
          stringStart = at;
          this.string.clear();
          break;
        case OPEN_BRACE:
        case OPEN_BRACKET:
          this.depth += 1;
          if (this.depth === 1) this.isObject = byte === OPEN_BRACE;
          if (byte === OPEN_BRACE || !this.isStartOfList()) break;
          this.listDepth = this.depth;
          this.rest.add(chunk.subarray(start, at + 1));
          start = at + 1;
          break;
        case COMMA:
        case CLOSE_BRACE:
        case CLOSE_BRACKET:
          if (this.listDepth > 0 && this.depth === this.listDepth) {
            this.entry.add(chunk.subarray(start, at));
            start = at + 1;
            const text = this.entry.text();
            this.entry.clear();
            // An empty list has no entry. Between or after commas, a missing entry is invalid.
            if (byte === COMMA || text.trim() !== '') {
              yield JSON.parse(text);
              this.rest.add(ZERO);
            }
            this.rest.add(chunk.subarray(at, at + 1));
            if (byte !== COMMA) this.listDepth = 0;
          }
          if (byte !== COMMA) this.depth -= 1;
          break;
      }
    }
    (this.listDepth > 0 ? this.entry : this.rest).add(chunk.subarray(start));
    if (this.isInString && this.isInObject()) this.string.add(chunk.subarray(stringStart));
  }

  /**
   * Reads what is left after the last chunk, and returns the other members.
   * @throws SyntaxError, TypeError
   */
  end(): JsonListEnd {
    const json: unknown = JSON.parse(this.rest.text() + this.entry.text());
    if (this.name === undefined) return { hasList: Array.isArray(json), members: {} };
    if (typeof json !== 'object' || json === null || Array.isArray(json)) {
      return { hasList: false, members: {} };
    }
    const { [this.name]: list, ...others }: Record<string, unknown> = { ...json };
    return Array.isArray(list)
      ? { hasList: true, members: others }
      : { hasList: false, members: { ...json } };
  }

  /** Whether the next byte is directly in the outermost object. */
  private isInObject(): boolean {
    return this.isObject && this.depth === 1;
  }

  /** Whether the array that begins here is the list. */
  private isStartOfList(): boolean {
    if (this.listDepth > 0) return false;
    if (this.name === undefined) return this.depth === 1;
    return this.isObject && this.depth === 2 && JSON.parse(this.string.text()) === this.name;
  }
}

/**
 * Whether the character at `end` is escaped, that is, whether an odd number of backslashes precedes it. The character
 * at `start` is not a backslash that is itself escaped.
 */
function isEscapedAt(chunk: Uint8Array, start: number, end: number): boolean {
  let first = end;
  while (first > start && chunk[first - 1] === BACKSLASH) first -= 1;
  return (end - first) % 2 === 1;
}

/** Bytes that arrive in pieces. */
class Part {
  private length = 0;
  private pieces: Uint8Array[] = [];

  /** @throws RangeError */
  add(piece: Uint8Array): void {
    this.length += piece.length;
    if (this.length > MAX_PART_BYTES) {
      throw new RangeError(`a part of it is over ${MAX_PART_BYTES / 1024 / 1024} MiB`);
    }
    if (piece.length > 0) this.pieces.push(piece);
  }

  clear(): void {
    this.length = 0;
    this.pieces = [];
  }

  /**
   * The part as text.
   * @throws TypeError for invalid UTF-8
   */
  text(): string {
    return DECODER.decode(Buffer.concat(this.pieces));
  }
}

const DECODER = new TextDecoder('utf-8', { fatal: true });

const ZERO = Buffer.from('0');

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
