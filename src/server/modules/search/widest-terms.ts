import { quoted } from './text-query.ts';

/**
 * Terms that the index lacks, for what a search finds by other tables. `widestQuery` has them, and whoever evaluates it adds
 * them to the terms of a job. They begin with characters for private use, which no text of the index has.
 */
const COMPANY_WORD = '\u{E000}';
const COMPANY_LETTERS = '\u{E001}';
const PLACE_START = '\u{E002}';

/** The term of the jobs of companies with a word in their names; see the SQL function `name_words`. */
export const companyWord = (word: string) => quoted(`${COMPANY_WORD}${word}`);

/** The term of the jobs of companies with a whole name; see the SQL function `name_letters`. */
export const companyLetters = (letters: string) => quoted(`${COMPANY_LETTERS}${letters}`);

/** The term of jobs with a word in their location that begins with these letters. */
export const placeStart = (letters: string) => quoted(`${PLACE_START}${letters}`);

type IndexedJob = {
  /** The terms of the index. */
  terms: string[];
  /** The words of the company's name, and its letters. */
  words: string[];
  letters: string;
};

/** Matches the term of a word in a location. */
const PLACE_WORD = /^@/;

/** All terms of a job that `widestQuery` may have. */
export function* widestTerms({ terms, words, letters }: IndexedJob): Generator<string> {
  yield* terms;
  for (const word of words) yield `${COMPANY_WORD}${word}`;
  yield `${COMPANY_LETTERS}${letters}`;
  for (const term of terms) {
    if (!PLACE_WORD.test(term)) continue;
    for (let end = 2; end <= term.length; end += 1) yield `${PLACE_START}${term.slice(1, end)}`;
  }
}
