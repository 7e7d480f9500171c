/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  ı: 'i',
};

/** Abbreviations in names of places. */
const ABBREVIATIONS: Record<string, string> = {
  st: 'saint',
  ste: 'sainte',
  ft: 'fort',
  mt: 'mount',
};

/**
 * Normalizes the name of a place for comparison: lower case, without accents and punctuation, with one space between
 * words. "St. Louis" and "Saint Louis" become equal, and so do "Zürich" and "zurich".
 */
export function foldPlaceName(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøđłæœþðı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/['’ʼ`´.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(?:st|ste|ft|mt)(?= )/, (short) => ABBREVIATIONS[short] ?? short);
}
