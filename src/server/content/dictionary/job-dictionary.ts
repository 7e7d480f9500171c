import { SENIORITY } from './seniority.ts';
import { SKILLS } from './skills.ts';
import {
  buildSpellingDictionary,
  parseSpellingGroups,
  type SpellingDictionary,
} from './spelling-groups.ts';
import { buildSpellingIndex, type SpellingIndex } from './spelling-index.ts';
import { TITLES } from './titles.ts';

let dictionary: (SpellingDictionary & SpellingIndex) | undefined;

/** The language of job ads: titles, skills and levels of seniority with their spellings. Built at the first call. */
export function jobDictionary(): SpellingDictionary & SpellingIndex {
  if (!dictionary) {
    const groups = [
      ...parseSpellingGroups('title', TITLES),
      ...parseSpellingGroups('skill', SKILLS),
      ...parseSpellingGroups('seniority', SENIORITY),
    ];
    dictionary = { ...buildSpellingDictionary(groups), ...buildSpellingIndex(groups) };
  }
  return dictionary;
}
