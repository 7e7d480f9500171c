/** Letters that Unicode does not decompose, with their replacements in the search index. */
const LETTERS: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ' };

/** Folds a word for comparison: lower case, without accents. The SQL function `fold_text` does the same. */
export function foldWord(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[øłđıς]/g, (letter) => LETTERS[letter] ?? letter);
}
