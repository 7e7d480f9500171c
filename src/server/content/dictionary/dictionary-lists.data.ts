import { readFileSync } from 'node:fs';

/** The files of the built-in dictionary, in the format of `parseDictionary`. */
export const DICTIONARY_LISTS = ['titles', 'skills', 'seniority', 'related-titles'].map((name) => ({
  name: `${name}.txt`,
  text: readFileSync(new URL(`lists/${name}.txt`, import.meta.url), 'utf8'),
}));
