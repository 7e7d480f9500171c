import { TextDecoder } from 'node:util';
import { Parser } from 'htmlparser2';
import type { FeedResponse } from '../fetch/fetch-client.ts';
import { escapeHtml } from './build-job.ts';
import { UnreadableFeedError } from './system.ts';

/** The maximum size of an entry, and of each text beside the entries (characters). */
const MAX_ENTRY = 2_000_000;
const MAX_TEXT = 2_000;

/** The maximum depth of elements, and the maximum number of different paths beside the entries that are read. */
const MAX_DEPTH = 100;
const MAX_PLACES = 400;

/** The size of the pieces in which the parser reads the document (characters). */
const PIECE = 65_536;

/** Matches names of elements and attributes. https://www.w3.org/TR/xml/#NT-Name */
const NAME = /^[\p{L}_:][\p{L}\p{M}\p{N}_:.·-]*$/u;

export type XmlElement = {
  name: string;
  content: (string | XmlElement)[];
};

export type XmlFormat = {
  /** The expected content of the document, for messages, such as "a Personio feed". */
  what: string;
  /** The allowed names of its root element. By default, any name except `html`, the root of a web page. */
  roots?: readonly string[];
  /** The names of the elements that are entries. */
  entry: string | readonly string[];
};

/** The texts of elements beside the entries, by their path without the root, such as `channel/title`. */
export type XmlEnd = ReadonlyMap<string, string>;

/**
 * Streams the entries of an XML document, because it may be large. Definitions of entities and references to other
 * documents have no effect: the parser replaces only the five entities of XML itself. A document that is cut off or not
 * well-formed is refused, because it may lack jobs. A document of a known format is also refused if it has several
 * elements of another kind instead of entries; in a format without a known root, the names of elements are settings that
 * people try.
 * @throws UnreadableFeedError if the content is different
 * @throws FetchError if the response fails
 */
export async function* readXmlEntries(
  response: Pick<FeedResponse, 'body' | 'contentType'>,
  format: XmlFormat,
): AsyncGenerator<XmlElement, XmlEnd> {
  const document = new DocumentReader(format);
  const parser = new StrictParser(document);
  for await (const text of decodeXml(response)) {
    for (let at = 0; at < text.length; at += PIECE) {
      parser.write(text.slice(at, at + PIECE));
      yield* document.takeEntries();
    }
  }
  parser.end();
  yield* document.takeEntries();
  if (!document.root) {
    throw new UnreadableFeedError(document.isEmpty ? 'it is empty' : 'it is not XML');
  }
  if (!document.isClosed) throw new UnreadableFeedError('its XML is cut off');
  const isKnown = format.roots !== undefined && !document.hasEntries;
  const other = isKnown ? document.findRepeated() : undefined;
  if (other !== undefined) {
    const [entry] = [format.entry].flat();
    throw new UnreadableFeedError(
      `its format has changed: it has no <${entry}>, but several <${other.slice(0, 50)}>`,
    );
  }
  return document.texts;
}

/**
 * A parser that refuses tags which do not match. The parser of the library would instead close elements and ignore end
 * tags as needed.
 */
class StrictParser extends Parser {
  private readonly document: DocumentReader;

  constructor(document: DocumentReader) {
    super(document, { xmlMode: true });
    this.document = document;
  }

  override onclosetag(start: number, endIndex: number): void {
    const { depth, current } = this.document;
    super.onclosetag(start, endIndex);
    const closed = depth - this.document.depth;
    if (closed === 0) throw malformed('an end tag has no start tag');
    if (closed > 1) throw malformed(`<${current.slice(0, 50)}> is not closed`);
  }

  override end(): void {
    this.document.isEnding = true;
    super.end();
  }
}

/**
 * The elements with the same path beside the entries. Paths are nodes of a tree, because joining the names of a path for
 * each element would take long if the names are long.
 */
type Place = {
  name: string;
  /** The path without the root, such as `channel/title`. */
  path: string;
  inside: Map<string, Place>;
  /** The number of these elements before the first entry. */
  count: number;
  text: string | undefined;
};

/** Assembles the entries and the texts beside them from the events of the parser. */
class DocumentReader {
  root: string | undefined;
  isClosed = false;
  isEnding = false;
  isEmpty = true;
  hasEntries = false;
  private readonly format: XmlFormat;
  private path: string[] = [];
  /** The places of the open elements beside the entries; undefined for one that is not read. */
  private readonly outside: (Place | undefined)[] = [];
  private readonly places: Place[] = [];
  /** The open elements of the current entry. */
  private open: XmlElement[] = [];
  private size = 0;
  private entries: XmlElement[] = [];

  constructor(format: XmlFormat) {
    this.format = format;
  }

  get depth(): number {
    return this.path.length;
  }

  /** The name of the element that is open. */
  get current(): string {
    return this.path.at(-1) ?? '';
  }

  *takeEntries(): Generator<XmlElement, void> {
    const { entries } = this;
    this.entries = [];
    yield* entries;
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    this.isEmpty = false;
    const isNamed = [name, ...Object.keys(attributes)].every((each) => NAME.test(each));
    if (!isNamed) throw malformed('a tag is not closed');
    if (this.root === undefined) this.startDocument(name);
    else if (this.isClosed) throw malformed('it has a second root element');
    this.path.push(name);
    if (this.depth > MAX_DEPTH) {
      throw new UnreadableFeedError(`its elements are nested over ${MAX_DEPTH} deep`);
    }
    if (this.open.length === 0 && !this.isEntry(name)) {
      this.enter(name);
      return;
    }
    this.hasEntries = true;
    const element: XmlElement = { name, content: [] };
    this.grow(name.length);
    this.open.at(-1)?.content.push(element);
    this.open.push(element);
  }

  ontext(text: string): void {
    if (text.trim()) this.isEmpty = false;
    const element = this.open.at(-1);
    if (element) {
      this.grow(text.length);
      const last = element.content.at(-1);
      if (typeof last === 'string') element.content[element.content.length - 1] = last + text;
      else element.content.push(text);
      return;
    }
    const place = this.outside.at(-1);
    if (!place?.path || (place.text ?? '').length >= MAX_TEXT) return;
    place.text = `${place.text ?? ''}${text}`.slice(0, MAX_TEXT);
  }

  onclosetag(): void {
    // When the document ends, the library closes all elements that are still open. These are not end tags of the
    // document.
    if (this.isEnding) return;
    this.path.pop();
    if (this.depth === 0) this.isClosed = true;
    const element = this.open.pop();
    if (!element) this.outside.pop();
    if (!element || this.open.length > 0) return;
    this.entries.push(element);
    this.size = 0;
  }

  /**
   * The name of the first element that occurs several times in the same place and contains other elements, as entries
   * do.
   */
  findRepeated(): string | undefined {
    return this.places.find(({ count, inside }) => inside.size > 0 && count > 1)?.name;
  }

  get texts(): XmlEnd {
    return new Map(
      this.places.flatMap(({ path, text }) => (text === undefined ? [] : [[path, text]])),
    );
  }

  private enter(name: string): void {
    const parent = this.outside.at(-1);
    const place = parent?.inside.get(name) ?? this.addPlace(name, parent);
    this.outside.push(place);
    if (place && !this.hasEntries) place.count += 1;
  }

  private addPlace(name: string, parent: Place | undefined): Place | undefined {
    // The root has no path. An element in a place that is not read is not read either.
    const isRead = this.places.length < MAX_PLACES && (parent || this.outside.length === 0);
    if (!isRead) return undefined;
    const path = parent ? `${parent.path}${parent.path && '/'}${name}` : '';
    const place = { name, path, inside: new Map(), count: 0, text: undefined };
    parent?.inside.set(name, place);
    this.places.push(place);
    return place;
  }

  private isEntry(name: string): boolean {
    return this.depth > 1 && [this.format.entry].flat().includes(name);
  }

  private startDocument(name: string): void {
    this.root = name;
    const { what, roots } = this.format;
    if (roots ? roots.includes(name) : !/^html$/i.test(name)) return;
    throw new UnreadableFeedError(`it is not ${what}: its root element is <${name.slice(0, 50)}>`);
  }

  private grow(characters: number): void {
    this.size += characters;
    if (this.size <= MAX_ENTRY) return;
    throw new UnreadableFeedError(`an entry is over ${MAX_ENTRY} characters`);
  }
}

function malformed(reason: string): UnreadableFeedError {
  return new UnreadableFeedError(`its XML is not well-formed: ${reason}`);
}

/**
 * Decodes an XML document. Its encoding is stated by the byte order mark, or else by the header, or else by the XML
 * declaration.
 * https://www.rfc-editor.org/rfc/rfc7303#section-3
 * @throws UnreadableFeedError if the encoding is unknown, or if the text is not in this encoding
 */
async function* decodeXml({
  body,
  contentType,
}: Pick<FeedResponse, 'body' | 'contentType'>): AsyncGenerator<string, void> {
  let decoder: TextDecoder | undefined;
  let start: Uint8Array = new Uint8Array();
  const decode = (bytes: Uint8Array | undefined) => {
    decoder ??= openDecoder(encodingOf(start, contentType));
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new UnreadableFeedError(`its text is not valid ${decoder.encoding}`);
    }
  };
  for await (const chunk of body) {
    if (decoder) yield decode(chunk);
    else {
      start = Buffer.concat([start, chunk]);
      if (start.length >= DECLARATION) yield decode(start);
    }
  }
  if (!decoder) yield decode(start);
  yield decode(undefined);
}

/** The number of bytes at the beginning in which the XML declaration must end. */
const DECLARATION = 256;

function openDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UnreadableFeedError(`its encoding is unknown (${encoding.slice(0, 50)})`);
  }
}

function encodingOf(start: Uint8Array, contentType: string): string {
  const [first, second, third] = start;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  const header = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
  if (header) return header;
  if (first === 0 && second === 0x3c) return 'utf-16be';
  if (first === 0x3c && second === 0) return 'utf-16le';
  const declaration = Buffer.from(start.subarray(0, DECLARATION)).toString('latin1');
  return /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([^"']+)/.exec(declaration)?.[1] ?? 'utf-8';
}

/** The children of an element with this name. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.content.flatMap((child) =>
    typeof child !== 'string' && child.name === name ? [child] : [],
  );
}

/** The element at a path of names, such as `locations`, `location`. */
export function childAt(element: XmlElement, ...path: string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (parent, name) => parent && childrenOf(parent, name)[0],
    element,
  );
}

/** Returns the text of the element at a path of names, or an empty string if the element does not exist. */
export function textAt(element: XmlElement, ...path: string[]): string {
  const found = childAt(element, ...path);
  return found ? textOf(found).trim() : '';
}

/** The text of an element and of the elements in it. */
export function textOf(element: XmlElement): string {
  return element.content.map((part) => (typeof part === 'string' ? part : textOf(part))).join('');
}

/**
 * The HTML in an element. Most feeds write it as text, in a CDATA section or escaped; some write its tags as elements.
 */
export function htmlOf(element: XmlElement | undefined): string {
  if (!element) return '';
  const isText = element.content.every((part) => typeof part === 'string');
  return isText ? textOf(element) : markupOf(element);
}

function markupOf(element: XmlElement): string {
  return element.content
    .map((part) =>
      typeof part === 'string'
        ? escapeHtml(part)
        : `<${part.name}>${markupOf(part)}</${part.name}>`,
    )
    .join('');
}
