import { isPlain } from '../text.ts';

/** Matches words in Han, Hiragana and Katakana, which are written without spaces. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Matches a word with the symbols that belong to it, as in "C++", "C#", ".NET" and "Node.js". */
const WORD = /\.?[\p{L}\p{N}]+(?:\.[\p{L}\p{N}]+)*(?:\+\+|#)?/gu;

/**
 * Matches the same words in folded text of plain Latin letters. It is several times as fast, and most texts are of this
 * kind.
 */
const PLAIN_WORD = /\.?[a-z0-9]+(?:\.[a-z0-9]+)*(?:\+\+|#)?/g;

/** Matches these words and the punctuation between phrases. */
const PLAIN_TOKEN = /\.?[a-z0-9]+(?:\.[a-z0-9]+)*(?:\+\+|#)?|[.,;:()•|!?]/g;
const TOKEN = /\.?[\p{L}\p{N}]+(?:\.[\p{L}\p{N}]+)*(?:\+\+|#)?|[.,;:()•|!?、。]/gu;

/** Matches "(m/f/d)" and the like, which say that people of all genders may apply. */
const GENDERS =
  /[([]?(?<![\p{L}\p{N}])[mwfdhx](?:\s*[/|*]\s*[mwfdhx]){1,3}(?![\p{L}\p{N}])[)\]]?/giu;

/** Matches the female form after a German title, as in "Entwickler:in". */
const FEMALE_FORM = /(?<=\p{L})[:*_/-]in(?:nen)?(?![\p{L}])/giu;

/**
 * The maximum length of a word (UTF-16 code units). Longer words are cut, because the index limits the length of its
 * terms.
 */
const MAX_LENGTH = 60;

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/**
 * The words of a text, normalized for comparing titles and skills: lower case, without accents, in the singular.
 * Symbols stay, as in "c++", ".net" and "node.js". Returns none if the text has neither letters nor digits.
 */
export function wordsOf(text: string): string[] {
  return tokensOf(withoutGenders(text), PLAIN_WORD, WORD);
}

/** The words of a text that is not a title, and the punctuation between its phrases. */
export function wordsAndMarksOf(text: string): string[] {
  return tokensOf(text, PLAIN_TOKEN, TOKEN);
}

function tokensOf(text: string, plain: RegExp, any: RegExp): string[] {
  if (isPlain(text)) {
    const words = foldSymbols(text.toLowerCase()).match(plain) ?? [];
    for (let index = 0; index < words.length; index += 1) {
      words[index] = singular((words[index] ?? '').slice(0, MAX_LENGTH));
    }
    return words;
  }
  return [...fold(text).matchAll(any)].flatMap(([word]) =>
    UNSPACED.test(word) ? segmentsOf(word) : [singular(word.slice(0, MAX_LENGTH))],
  );
}

/** Removes "(m/f/d)" and female forms from a title. */
export function withoutGenders(text: string): string {
  return text.replace(GENDERS, ' ').replace(FEMALE_FORM, '');
}

function segmentsOf(text: string): string[] {
  return [...segmenter.segment(text.slice(0, MAX_LENGTH))].flatMap(({ segment, isWordLike }) =>
    isWordLike ? [segment] : [],
  );
}

function fold(text: string): string {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?<=[\p{Script=Latin}\p{M}])\p{M}/gu, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss');
  return foldSymbols(letters);
}

function foldSymbols(text: string): string {
  return text.replace(/['’ʼ`´](?:s(?![\p{L}]))?/gu, '').replaceAll('&', ' and ');
}

/**
 * The singular of an English word, by its ending alone. Words in other languages may become words that do not exist,
 * which is harmless, because searches and titles change in the same way.
 */
function singular(word: string): string {
  if (
    word.length <= 3 ||
    !word.endsWith('s') ||
    !/^\p{L}+s$/u.test(word) ||
    /(?:ss|us|is|ics|ops)$/.test(word)
  )
    return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
