import { nameForms } from '#server/content/names/name-forms.ts';
import { quoted } from './text-query.ts';

/**
 * Terms that the index lacks, for what a search finds by other tables. `widestQuery` has them, and whoever evaluates it adds
 * them to the terms of a job. They begin with characters for private use, which no text of the index has.
 */
const COMPANY_WORD = '\u{E000}';
const COMPANY_FORM = '\u{E001}';
const PLACE_START = '\u{E002}';

/** The term of the jobs of companies with a word in their names; see the SQL function `name_words`. */
export const companyWord = (word: string) => quoted(`${COMPANY_WORD}${word}`);

/** The term of the jobs of companies with a form of their whole name; see `nameForms`. */
export const companyForm = (form: string) => quoted(`${COMPANY_FORM}${form}`);

/** The term of jobs with a word in their location that begins with these letters. */
export const placeStart = (letters: string) => quoted(`${PLACE_START}${letters}`);

type IndexedJob = {
  /** The terms of the index. */
  terms: string[];
  /** The company's name, and its words. */
  name: string;
  words: string[];
};

/** Matches the term of a word in a location. */
const PLACE_WORD = /^@/;

/** All terms of a job that `widestQuery` may have. */
export function* widestTerms({ terms, words, name }: IndexedJob): Generator<string> {
  yield* terms;
  for (const word of words) yield `${COMPANY_WORD}${word}`;
  for (const form of nameForms(name)) yield `${COMPANY_FORM}${form}`;
  for (const term of terms) {
    if (!PLACE_WORD.test(term)) continue;
    for (let end = 2; end <= term.length; end += 1) yield `${PLACE_START}${term.slice(1, end)}`;
  }
}
