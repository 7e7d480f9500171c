/** Scripts whose letters are joined, and their letters that do not join the next one. */
const JOINED = '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Nko}\\p{Script=Mongolian}';
const NOT_JOINED =
  '\u0621-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef\u0710\u0715-\u0719\u0728\u072a\u072c';

/** Signs that suppress the vowel of an Indic letter. https://www.unicode.org/glossary/#virama */
const VIRAMA =
  '[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u1039\u17d2]';

/** Marks after a letter. Texts have few; a limit keeps the time linear. */
const MARKS = '\\p{M}{0,4}';

/**
 * Where joiners and variation selectors change what people see: a non-joiner between joined letters, both joiners after
 * a virama, and what makes emoji and Chinese characters. The rules for joiners are A1, A2 and B of UAX 31.
 * https://www.unicode.org/reports/tr31/#Layout_and_Format_Control_Characters
 */
const NEEDED = [
  `\\u200c(?<=(?![${NOT_JOINED}])[${JOINED}]${MARKS}\\u200c)(?=${MARKS}[${JOINED}])`,
  `\\u200c(?<=\\p{L}${MARKS}${VIRAMA}${MARKS}\\u200c)(?=\\p{L})`,
  `\\u200d(?<=\\p{L}${MARKS}${VIRAMA}${MARKS}\\u200d)`,
  '\\u200d(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?\\u200d)(?=\\p{Extended_Pictographic})',
  '[\\ufe0e\\ufe0f](?<=\\p{Extended_Pictographic}.)',
  '\\ufe0f(?=\\u20e3)',
  '\\p{Variation_Selector}(?<=\\p{Script=Han}.)',
];

/** Matches an invisible character, and captures one that is needed. */
const INVISIBLE = new RegExp(
  `(${NEEDED.join('|')})|[\\p{Default_Ignorable_Code_Point}\\u2800\\ufff9-\\ufffb]`,
  'gu',
);

/**
 * Removes characters that nobody sees, such as zero-width spaces and bidi overrides, and composes the others (NFC), so
 * that texts that look the same are the same. Joiners and variation selectors remain where they change what people see.
 * https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
 */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, '$1').normalize('NFC');
}
