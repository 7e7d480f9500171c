import { jobDictionary } from './job-dictionary.ts';
import { RELATED } from './related.ts';
import { wordsOf } from './words.ts';

let related: Map<string, string[][]> | undefined;

const canonical = (text: string) => jobDictionary().canonical(wordsOf(text));

/** The titles that are related to a title, each as words in the dictionary's usual spelling, the closest first. */
export function relatedTitles(words: string[]): string[][] {
  related ??= new Map(
    RELATED.split('\n').flatMap((line) => {
      const [title = '', list] = line.split('>');
      if (!list || title.startsWith('#')) return [];
      return [[canonical(title).join(' '), list.split(',').map(canonical)] as const];
    }),
  );
  return related.get(words.join(' ')) ?? [];
}
