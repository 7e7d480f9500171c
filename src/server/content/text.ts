import { visibleText } from '#shared/domain/visible-text.ts';

/** Converts text to one line without invisible characters. The result is empty if nothing visible remains. */
export function toOneLine(text: string): string {
  const line = visibleText(withoutControls(text)).replace(/\s+/g, ' ').trim();
  return /[^\s\p{Default_Ignorable_Code_Point}]/u.test(line) ? line : '';
}

/** Removes control characters except newline and tab. PostgreSQL cannot store NUL, and the others are invisible. */
export function withoutControls(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}/gu, '');
}

/** Whether a text has more than this number of characters. Counts code points, as PostgreSQL does. */
export function isLongerThan(text: string, characters: number): boolean {
  return text.length > characters && [...text].length > characters;
}

/** Matches ASCII and typographic punctuation. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
const PLAIN = /^[\x00-\x7f‘’“”–—•]*$/;

/** Whether all letters and digits of a text are in ASCII. Then simpler expressions suffice, which are faster. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}
