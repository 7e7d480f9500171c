import { TITLE_WORDS } from './title-words.data.ts';

const { sameRole, otherRole } = TITLE_WORDS.levels;

const LEVEL_OF = new Map(
  [...sameRole, ...otherRole].flatMap((names, level) => names.map((name) => [name, level])),
);

const MANAGED = new Set(TITLE_WORDS.managedFields);

/**
 * The level of seniority that the words name, from 0 for an internship to 7 for an executive. Returns undefined if they
 * name none.
 */
export function levelOf(words: string[]): number | undefined {
  const levels = words.flatMap((word, index) => {
    if (word === 'manager' && MANAGED.has(words[index - 1] ?? '')) return [];
    const level = LEVEL_OF.get(`${word} ${words[index + 1]}`) ?? LEVEL_OF.get(word);
    return level === undefined ? [] : [level];
  });
  return levels.length === 0 ? undefined : levels.includes(0) ? 0 : Math.max(...levels);
}

/** Words of seniority that do not change what a role is. */
const BESIDES = new Set(sameRole.flat().flatMap((name) => name.split(' ')));

/** The words of a title in the dictionary's usual spelling, without words of seniority. */
export function withoutLevels(words: string[]): string[] {
  return words.filter((word) => !BESIDES.has(word));
}
