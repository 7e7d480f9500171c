/** Scripts in which people write today. https://www.unicode.org/reports/tr31/#Table_Recommended_Scripts */
const RECOMMENDED = [
  ...['Arabic', 'Armenian', 'Bengali', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Georgian', 'Greek'],
  ...['Gujarati', 'Gurmukhi', 'Hebrew', 'Kannada', 'Khmer', 'Lao', 'Malayalam', 'Myanmar', 'Oriya'],
  ...['Sinhala', 'Tamil', 'Telugu', 'Thaana', 'Thai', 'Tibetan'],
].map((script) => [script]);

/** Scripts that are written together, and with Latin. */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

const ALLOWED = [...RECOMMENDED, ...TOGETHER].map((scripts) => {
  const classes = ['Common', 'Inherited', ...scripts].map((one) => `\\p{Script_Extensions=${one}}`);
  return new RegExp(`^[${classes.join('')}]*$`, 'u');
});

/**
 * Whether a text mixes scripts that are not written together, or uses a rare one: it is not "highly restrictive".
 * https://www.unicode.org/reports/tr39/#Restriction_Level_Detection
 */
export function mixesScripts(text: string): boolean {
  const letters = text.normalize('NFKC').replace(/[^\p{L}\p{M}]/gu, '');
  return !ALLOWED.some((allowed) => allowed.test(letters));
}
