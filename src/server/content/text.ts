/**
 * What no reader sees and what may hide or turn words, such as zero-width spaces and bidi overrides.
 * The joiners stay, which several scripts and emoji are spelt with, and so do variation selectors.
 * https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
 */
const UNSEEN =
  /(?!\u200c|\u200d|[\n\t\p{Variation_Selector}])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** One line of text; empty where there is nothing to see in it. */
export function toOneLine(text: string): string {
  const line = text.replace(UNSEEN, '').replace(/\s+/g, ' ').trim();
  return /[^\s\p{Default_Ignorable_Code_Point}]/u.test(line) ? line : '';
}

/** PostgreSQL stores no NUL, and no reader sees the other control characters. */
export function withoutControls(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}/gu, '');
}

/** In characters as PostgreSQL counts them, which are code points. */
export function isLongerThan(text: string, characters: number): boolean {
  return text.length > characters && [...text].length > characters;
}
