import { toOneLine } from '../text.ts';

/**
 * Words at the edges of a slug that are not part of the name, such as `careers` in `loomcareers`. The first of them
 * that leaves a name which the texts use counts.
 */
const PREFIXES = ['join', 'get', 'try', 'use', 'go', 'the', 'weare', 'hello', 'work', 'workat'];
const SUFFIXES =
  'careers career jobs job hq inc llc ltd limited gmbh corp co company io ai app com net org tech hiring team talent people work external global group usa us uk eu emea official'.split(
    ' ',
  );

/** The minimum length of a name that is found without such a word (characters). */
const MIN_LENGTH = 3;

/** The minimum share of texts that must use a name, and the length of a name that no text uses by chance (characters). */
const MIN_SHARE = 1 / 3;
const CERTAIN_LENGTH = 9;

/** The maximum number of texts that are read. */
const MAX_TEXTS = 50;

/** Matches URLs and email addresses, which contain slugs. */
const ADDRESSES =
  /\]\([^()\n]*\)|https?:\/\/\S+|(?<!\S)[^\s@]{1,64}@\S+|(?<![\w.-])[\w-]{1,63}(?:\.[\w-]{1,63}){0,5}\.(?:com|io|ai|co|net|org|app|dev)\b/giu;

/**
 * The spelling of a company's name that its own jobs use: the words whose letters equal those of the slug in the
 * address of its job board, such as "Hims & Hers" for `hims-and-hers`. Words such as `careers` at the end of the slug
 * may be missing.
 * @param slug the part of the address that names the company
 * @param texts the titles and descriptions of the company's jobs
 * @returns undefined if fewer than a third of the texts use such a name, or if none uses a long one
 */
export function findCompanyName(slug: string, texts: readonly string[]): string | undefined {
  const letters = lettersOf(slug);
  const sample = texts.slice(0, MAX_TEXTS).map((text) => text.replace(ADDRESSES, ' '));
  for (const name of [letters, ...withoutAffixes(letters)]) {
    const spelling = mostUsed(name, sample);
    if (spelling !== undefined) return spelling;
  }
  return undefined;
}

/** A name made of a slug: "Loom Careers" for `loom-careers`. A slug with capitals or spaces stays as it is. */
export function nameOfSlug(slug: string): string {
  const words = toOneLine(slug.replace(/[-_+]+/g, ' '));
  if (/\p{Lu}/u.test(words)) return words;
  return words.replace(/(?<![\p{L}\p{N}])\p{Ll}/gu, (letter) => letter.toUpperCase());
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function withoutAffixes(letters: string): string[] {
  return [
    ...SUFFIXES.filter((word) => letters.endsWith(word)).map((word) =>
      letters.slice(0, -word.length),
    ),
    ...PREFIXES.filter((word) => letters.startsWith(word)).map((word) =>
      letters.slice(word.length),
    ),
  ].filter((name) => name.length >= MIN_LENGTH);
}

/** The most frequent spelling, if enough texts use the name. Spellings with a capital letter have priority. */
function mostUsed(letters: string, texts: readonly string[]): string | undefined {
  const pattern = patternOf(letters);
  const counts = new Map<string, number>();
  let using = 0;
  for (const text of texts) {
    const spellings = [...text.matchAll(pattern)].map(([written]) => toOneLine(written));
    const capitalized = spellings.filter((spelling) => /\p{Lu}|\p{N}/u.test(spelling));
    const counted = capitalized.length > 0 ? capitalized : spellings;
    if (counted.length > 0) using += 1;
    for (const spelling of counted) counts.set(spelling, (counts.get(spelling) ?? 0) + 1);
  }
  const isUsed = letters.length >= CERTAIN_LENGTH ? using > 0 : using >= texts.length * MIN_SHARE;
  if (using === 0 || !isUsed) return undefined;
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0];
}

/** Matches the letters of a name with spaces and punctuation between words, and "&" for "and". */
function patternOf(letters: string): RegExp {
  const between = "[ \\u00a0'’.\\-]{0,3}";
  const body = letters
    .replace(/and/g, '&')
    .split('')
    .map((letter) => (letter === '&' ? `(?:and|&|\\+)` : letter))
    .join(between);
  return new RegExp(`(?<![\\p{L}\\p{N}@/.-])${body}(?![\\p{L}\\p{N}@/])`, 'giu');
}
