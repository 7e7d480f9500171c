/** The levels of seniority in the dictionary's usual spelling, from low to high. */
const LEVELS = [
  ['intern', 'working student', 'apprentice', 'trainee'],
  ['entry level', 'junior', 'new graduate', 'graduate'],
  ['mid level'],
  ['senior'],
  ['lead', 'staff', 'principal', 'founding', 'team lead', 'tech lead', 'distinguished'],
  ['manager', 'head'],
  ['director'],
  ['vice president', 'chief'],
];

const LEVEL_OF = new Map(LEVELS.flatMap((names, level) => names.map((name) => [name, level])));

/** Fields whose managers manage no people: a product manager is not above a designer. */
const MANAGED = new Set(
  'product project program account success community marketing partner case media'.split(' '),
);

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

/** Words of seniority that do not change what a role is. A manager or a director has a different role. */
const BESIDES = new Set(
  LEVELS.slice(0, 5)
    .flat()
    .flatMap((name) => name.split(' ')),
);

/** The words of a title in the dictionary's usual spelling, without words of seniority. */
export function withoutLevels(words: string[]): string[] {
  return words.filter((word) => !BESIDES.has(word));
}
