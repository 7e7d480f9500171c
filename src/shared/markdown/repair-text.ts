import { decodeReferences } from './entities.ts';

/** The characters of the bytes from 0x80 to 0x9F in Windows-1252. https://encoding.spec.whatwg.org/#windows-1252 */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** The bytes that continue a character in UTF-8, as Windows-1252 shows them. */
const NEXT = `[\u0080-\u00bf${WINDOWS_1252}]`;

/** Continuing bytes that look like punctuation. After one of them, a letter must follow. */
const UNSURE = '[\u201a\u201e\u2026\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u2039\u203a]';

/**
 * Matches text in UTF-8 that a program has read as Windows-1252, such as "\u00c2\u00a3" for "\u00a3". Only sequences that do not occur
 * in any language count, or, in other scripts than Latin, several in a row.
 */
const MISREAD = new RegExp(
  [
    '\u00c2[\u0080-\u00bf]',
    `[\u00c3-\u00c5](?!${UNSURE}(?!\\p{L}))${NEXT}`,
    `\u00e2[\u20ac\u201a\u201e\u2020\u2021\u02c6\u2030\u02dc\u2014\u0153]${NEXT}`,
    `\u00f0\u0178${NEXT}{2}`,
    `\u00ef\u00bb\u00bf|\u00ef\u00b8${NEXT}`,
    `(?:[\u00ce\u00cf\u00d0\u00d1\u00d7\u00d8\u00d9]${NEXT}){3,}`,
  ].join('|'),
  'gu',
);

/** Matches a control character, which is a character of Windows-1252 that a program has read as Latin-1. */
const CONTROL = /[\u0080-\u009f]/g;

/** Matches a closing quotation mark whose last byte a program has dropped. */
const CUT_QUOTE = /\u00e2\u20ac(?=[\s.,;:!?)]|$)/g;

/** Matches a letter that remains of a misread non-breaking space. */
const CUT_SPACE = /(?<=[\p{Ll}.,:;])\u00c2(?=\s)/gu;

/** Matches the delimiters of empty emphasis in Markdown, which editors leave in the text. */
const EMPTY_EMPHASIS = /(?<![*\w])\*{4}(?![*\d])|(?<=\p{L})\*{4}(?![*\p{L}\p{N}])/gu;

/**
 * Repairs a text that was escaped or decoded once too often or with the wrong encoding. Non-breaking spaces become
 * spaces, because programs use them for layout.
 */
export function repairText(text: string): string {
  // Fast path: most texts contain neither a reference nor a character that begins a repair.
  if (
    !/[&\u0080-\u00a0\u00c2-\u00c5\u00ce-\u00d1\u00d7-\u00d9\u00e2\u00ef\u00f0]|\*{4}/.test(text)
  ) {
    return text;
  }
  return decodeReferences(text)
    .replace(MISREAD, decodeAgain)
    .replace(CUT_QUOTE, '\u201d')
    .replace(CONTROL, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? '')
    .replace(CUT_SPACE, '')
    .replace(EMPTY_EMPHASIS, '')
    .replaceAll('\u00a0', ' ');
}

/** Decodes text as UTF-8 that was decoded as Windows-1252. Text that is not in UTF-8 stays. */
function decodeAgain(text: string): string {
  const bytes = Array.from(text, (character) => {
    const index = WINDOWS_1252.indexOf(character);
    return index < 0 ? character.charCodeAt(0) : 0x80 + index;
  });
  try {
    return decodeURIComponent(bytes.map((byte) => `%${byte.toString(16)}`).join(''));
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
