/**
 * The ranges of code points whose characters `fold_text` may fold into others: Latin, Greek and Cyrillic letters, and their
 * full-width forms.
 */
const FOLDED_RANGES = [
  [0xc0, 0x24f],
  [0x370, 0x52f],
  [0x1e00, 0x1fff],
  [0xff10, 0xff5a],
] as const;

/** The letters that the SQL function `fold_text` replaces after removing accents. */
const REPLACED: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ' };

/** The characters that separate words: ASCII symbols, and those that `fold_text` replaces by spaces. */
const SEPARATORS =
  '\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u007f\\u00a0-\\u00a9\\u00ab\\u00ac\\u00ae-\\u00b1\\u00b4' +
  '\\u00b6-\\u00b8\\u00bb\\u00bf\\u00d7\\u00f7\\u2000-\\u200b\\u2010-\\u2043\\u2045-\\u205f\\u20a0-\\u20a7\\u20a9-\\u20bf' +
  '\\u3000\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff5e\\u2122\\u2190-\\u245f\\u2500-\\u2bff\\ufe00-\\ufe0f\\U0001f000-\\U0001f0ff\\U0001f300-\\U0001faff';

/** Names that end in symbols, by the words that the SQL function `search_text` makes of them. */
const SIGNED = [
  ['cplusplus', 'c\\+\\+'],
  ['csharp', 'c#'],
  ['dotnet', '\\.net'],
] as const;

const ANY_SIGNED = new RegExp(`(${SIGNED.map(([word]) => word).join('|')})`);

/** The letters and digits that are folded into each character. */
const variants = new Map<string, string[]>();
for (const [first, last] of FOLDED_RANGES) {
  for (let code = first; code <= last; code += 1) {
    const letter = String.fromCodePoint(code);
    const folded = foldLetter(letter);
    if (folded !== letter && [...folded].length === 1) {
      variants.set(folded, [...(variants.get(folded) ?? []), letter]);
    }
  }
}

function foldLetter(letter: string): string {
  const plain = letter
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return REPLACED[plain] ?? plain;
}

/**
 * A regular expression of PostgreSQL that matches a text with these words one after the other. The words are folded, and the
 * text is not, because folding a text takes several times as long as searching it.
 * https://www.postgresql.org/docs/current/functions-matching.html#POSIX-SYNTAX-DETAILS
 */
export function phrasePattern(words: string[]): string {
  const separator = `[${SEPARATORS}]`;
  return `(?:^|${separator})${words.map(anyForm).join(`${separator}+`)}(?:$|${separator})`;
}

/** Matches a word whose letters are composed, as most texts have them, or decomposed, as folding leaves Korean and Japanese. */
function anyForm(word: string): string {
  const composed = word.normalize('NFC');
  return composed === word
    ? wordPattern(word)
    : `(?:${wordPattern(composed)}|${wordPattern(word)})`;
}

function wordPattern(word: string): string {
  return word
    .split(ANY_SIGNED)
    .map((part) => {
      const symbols = SIGNED.find(([signed]) => signed === part)?.[1];
      const letters = [...part].map(letterPattern).join('');
      return symbols
        ? `(?:${letters}|${symbols.replace('c', '[cC]').replace('net', '[nN][eE][tT]')})`
        : letters;
    })
    .join('');
}

/** Matches a letter in either case, with any accents, which may be characters of their own. */
function letterPattern(letter: string): string {
  const all = new Set([letter, letter.toUpperCase(), ...(variants.get(letter) ?? [])]);
  const single = [...all].filter((each) => [...each].length === 1);
  return `[${single.map(escaped).join('')}][\\u0300-\\u036f]*`;
}

function escaped(letter: string): string {
  const hex = (letter.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
}
