import { TextDecoder } from 'node:util';
import { FetchError } from './fetch-error.ts';

/** The part of a document in which its charset must be declared (bytes). https://html.spec.whatwg.org/#charset */
const DECLARATION_BYTES = 1024;

const XML_DECLARATION = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/i;
const HTML_DECLARATION = /<meta\s[^>]*charset\s*=\s*["']?([\w.:-]+)/i;

type Options = { host: string; contentType: string };

/**
 * Decodes a body in its charset. The charset is stated by the byte order mark, or else by the header, or else by the
 * declaration in an XML or HTML document. Otherwise, it is UTF-8. https://encoding.spec.whatwg.org/#decode
 * @throws FetchError (`unreadable`) if the charset is unknown or the text is not in it
 */
export async function decodeText(
  body: AsyncIterable<Uint8Array>,
  { host, contentType }: Options,
): Promise<string> {
  const parts: string[] = [];
  let beginning: Uint8Array = new Uint8Array();
  let decoder: TextDecoder | undefined;
  for await (const chunk of body) {
    if (decoder) parts.push(decode(decoder, chunk));
    else {
      beginning = Buffer.concat([beginning, chunk]);
      if (beginning.length < DECLARATION_BYTES) continue;
      decoder = createDecoder(beginning);
      parts.push(decode(decoder, beginning));
    }
  }
  if (!decoder) {
    decoder = createDecoder(beginning);
    parts.push(decode(decoder, beginning));
  }
  parts.push(decode(decoder));
  return parts.join('');

  function createDecoder(start: Uint8Array): TextDecoder {
    const charset = findCharset(start, contentType);
    try {
      return new TextDecoder(charset, { fatal: true });
    } catch {
      throw new FetchError('unreadable', `The text of ${host} has an unknown charset: ${charset}.`);
    }
  }

  function decode(from: TextDecoder, chunk?: Uint8Array): string {
    try {
      return chunk ? from.decode(chunk, { stream: true }) : from.decode();
    } catch {
      throw new FetchError(
        'unreadable',
        `The text of ${host} is not in the charset ${from.encoding}.`,
      );
    }
  }
}

function findCharset(start: Uint8Array, contentType: string): string {
  const mark = charsetOfMark(start);
  if (mark) return mark;
  const stated = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
  if (stated) return stated;
  const text = Buffer.from(start.subarray(0, DECLARATION_BYTES)).toString('latin1');
  const isHtml = /html/i.test(contentType);
  const declared = XML_DECLARATION.exec(text)?.[1] ?? (isHtml && HTML_DECLARATION.exec(text)?.[1]);
  // A declaration of UTF-16 is wrong: it could not have been read if the document were in UTF-16.
  return declared && !/^utf-?16/i.test(declared) ? declared : 'utf-8';
}

/** The charset of the byte order mark with which a body begins. https://encoding.spec.whatwg.org/#bom-sniff */
function charsetOfMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return undefined;
}
