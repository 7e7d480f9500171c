import { jobDictionary } from './job-dictionary.ts';
import { RELATED } from './related.ts';
import { wordsOf } from './words.ts';

/** The related titles of each dictionary. */
const related = new WeakMap<object, Map<string, string[][]>>();

const canonical = (text: string) => jobDictionary().canonical(wordsOf(text));

/**
 * The titles that are related to a title, the closest first. Each is a list of words in the dictionary's usual
 * spelling.
 */
export function relatedTitles(words: string[]): string[][] {
  const dictionary = jobDictionary();
  const known = related.get(dictionary) ?? parseRelated(`${RELATED}${dictionary.related}`);
  related.set(dictionary, known);
  return known.get(words.join(' ')) ?? [];
}

function parseRelated(text: string): Map<string, string[][]> {
  return new Map(
    text.split('\n').flatMap((line) => {
      const [title = '', list] = line.split('>');
      if (!list || title.startsWith('#')) return [];
      return [[canonical(title).join(' '), list.split(',').map(canonical)] as const];
    }),
  );
}
