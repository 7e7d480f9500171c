import { isPlain } from '../text.ts';

/** Characters of scripts whose words are not separated by spaces, or not always. The long vowel mark is in no script. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}ー';

/** Matches one such character, and a part of a word that has either only such characters or none. */
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const PARTS = new RegExp(`[${UNSPACED}][${UNSPACED}\\p{M}]*|[^${UNSPACED}]+`, 'gu');

/**
 * Matches a word with the symbols that belong to it, as in "C++", "C#", ".NET", "Node.js" and "R&D". Marks belong to the
 * letters before them, as in Thai and Hindi.
 */
const WORD =
  /\.?[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[.&][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*(?:\+\+|#)?/gu;

/**
 * Matches the same words in folded text of plain Latin letters. It is several times as fast, and most texts are of this
 * kind.
 */
const PLAIN_WORD = /\.?[a-z0-9]+(?:[.&][a-z0-9]+)*(?:\+\+|#)?/g;

/** Match these words and the punctuation between phrases. */
const PLAIN_TOKEN = /\.?[a-z0-9]+(?:[.&][a-z0-9]+)*(?:\+\+|#)?|[.,;:()•|!?]/g;
const TOKEN = new RegExp(`${WORD.source}|[.,;:()•|!?、。]`, 'gu');

/**
 * Matches an abbreviation with a sign, such as "R&D", "AT&T" and "FP&A", and any other such sign. Without spaces, one
 * of the two parts is a single letter, and with spaces the second one is.
 */
const ABBREVIATION =
  /(?<![\p{L}\p{N}&])(?:\p{L}{1,3}(?:&\p{L})+|\p{L}&\p{L}{2,3}|\p{L}{1,2} & \p{L})(?![\p{L}\p{N}&])|&/gu;

/**
 * Matches the beginning of a word that means the same without its hyphen: "e-commerce", "co-founder", "H-1B", "3-D",
 * "T-SQL". Other hyphens separate words.
 */
const HYPHENATED =
  /(?<![\p{L}\p{N}.+#&-])(?:(?:e|co)-(?=\p{L}{2})|\p{L}-(?=\d+\p{L}?(?![\p{L}\p{N}-]))|\d-(?=d(?![\p{L}\p{N}]))|t-(?=sql|shirt)|x-(?=ray))/gu;

/** Matches texts that may have such a word. It is much faster, and few texts have one. */
const MAYBE_HYPHENATED = /\b(?:\w|co)-/;

/** Matches "(m/f/d)" and the like, which say that people of all genders may apply. */
const GENDERS =
  /[([](?:all(?:e)? (?:genders?|geschlechter)|gn|mwd|m\/w\/divers|[mwfdhxi](?:[\s,.|/*:-]+[mwfdhxi]){1,3})\*?[)\]]|(?<![\p{L}\p{N}])[mwfdhx](?:\s*[/|*]\s*[mwfdhx]){1,3}(?![\p{L}\p{N}])/giu;

/** Match the female form after a title in German ("Entwickler:in", "Verkäufer(in)") and in French and Spanish. */
const FEMALE_FORM =
  /(?<=\p{L}{2})(?:[:*_·/]-?in(?:nen)?|\/-?frau|-in(?:nen)?|\s?\(-?in(?:nen)?\)|[·•:/]-?(?:e|ne|se|euse|rice|trice|ère|iere|enne|ienne|a|ora)|\.(?:e|ne|se|euse|rice|trice)|\((?:e|ne|se|euse|rice|trice|ère|a|ora)\)|(?<=e)\(r\))(?!\p{L})/giu;
const CAPITAL_FEMALE_FORM =
  /(?<=(?:er|eur|or|ist|ent|ant|eut|og))In(?:nen)?(?!\p{L})|(?<=\p{Ll}e)\/r(?!\p{L})/gu;

/** Matches a long German word for a woman, as in "Kinderpflegerin". The part before the ending is a word for a man. */
const FEMALE_WORD = /^(\p{L}{3,}(?:er|eur|or|ist|ent|ant|eut|og))in(?:nen)?$/u;
const MIN_FEMALE_WORD = 8;

/**
 * The maximum length of a word (UTF-16 code units). Longer words are cut, because the index limits the length of its
 * terms.
 */
const MAX_LENGTH = 60;

/** Letters that Unicode does not decompose. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
};

/**
 * The words of a text, normalized for comparing titles and skills: lower case, without accents, in the singular, and of
 * German titles the male form. Symbols stay, as in "c++", ".net", "node.js" and "r&d". Texts in scripts without spaces
 * become bigrams: each pair of adjacent characters. Returns none if the text has neither letters nor digits.
 */
export function wordsOf(text: string): string[] {
  return tokensOf(tidyTitle(text), PLAIN_WORD, WORD);
}

/** The words of a text that is not a title, and the punctuation between its phrases. */
export function wordsAndMarksOf(text: string): string[] {
  return tokensOf(text, PLAIN_TOKEN, TOKEN);
}

function tokensOf(text: string, plain: RegExp, any: RegExp): string[] {
  if (isPlain(text)) {
    const words = foldSymbols(text.toLowerCase()).match(plain) ?? [];
    for (let index = 0; index < words.length; index += 1) {
      words[index] = baseForm(words[index] ?? '');
    }
    return words;
  }
  const folded = fold(text);
  const words = folded.match(any) ?? [];
  if (!HAS_UNSPACED.test(folded)) return words.map(baseForm);
  return words.flatMap((word) => (HAS_UNSPACED.test(word) ? partsOf(word) : [baseForm(word)]));
}

/** Removes "(m/f/d)" and female forms from a title, and the spaces in "R & D". */
export function tidyTitle(text: string): string {
  const tidy = text.replace(GENDERS, ' ').replace(FEMALE_FORM, '').replace(CAPITAL_FEMALE_FORM, '');
  return tidy.includes(' & ')
    ? tidy.replace(ABBREVIATION, (sign) => sign.replaceAll(' ', ''))
    : tidy;
}

/** Whether a word is a character or a bigram of a script without spaces. */
export function isUnspaced(word: string): boolean {
  return HAS_UNSPACED.test(word);
}

/** The bigrams of the parts in scripts without spaces, and the other parts as words. */
function partsOf(word: string): string[] {
  return (word.match(PARTS) ?? []).flatMap((part) =>
    HAS_UNSPACED.test(part) ? bigramsOf(part) : (part.match(WORD) ?? []).map(baseForm),
  );
}

function bigramsOf(text: string): string[] {
  const characters = text.match(/\P{M}\p{M}*/gu) ?? [];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function fold(text: string): string {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?<=[\p{Script=Latin}\p{M}])\p{M}/gu, '')
    .normalize('NFC')
    .replace(/[ßøłđıæœ]/g, (letter) => LETTERS[letter] ?? letter);
  return foldSymbols(letters);
}

function foldSymbols(text: string): string {
  const joined = MAYBE_HYPHENATED.test(text)
    ? text.replace(HYPHENATED, (beginning) => beginning.slice(0, -1))
    : text;
  const plain = joined.replace(/['’ʼ`´](?:s(?!\p{L}))?/gu, '');
  if (!plain.includes('&')) return plain;
  return plain.replace(ABBREVIATION, (sign) => (sign === '&' ? ' and ' : sign.replaceAll(' ', '')));
}

/** The form of a word that is indexed and searched. */
function baseForm(word: string): string {
  const short = word.length > MAX_LENGTH ? word.slice(0, MAX_LENGTH) : word;
  const isFemale =
    word.length >= MIN_FEMALE_WORD && (word.endsWith('in') || word.endsWith('innen'));
  return isFemale ? short.replace(FEMALE_WORD, '$1') : singular(short);
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
