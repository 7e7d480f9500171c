/** Letters that Unicode does not decompose, and what the search index has instead. */
const LETTERS: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ' };

/** The form in which words are compared: lower case, without accents, as the SQL function `fold_text` folds them. */
export function foldWord(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[øłđıς]/g, (letter) => LETTERS[letter] ?? letter);
}
