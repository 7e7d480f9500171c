import { areNeighbors } from '#server/content/spelling/edit-cost.ts';
import type { Random } from '#server/modules/search/testing/random.ts';

/** Letters that sound alike. People write one for the other. */
const PHONETIC: [string, string][] = [
  ['ph', 'f'],
  ['ie', 'ei'],
  ['ck', 'k'],
  ['c', 'k'],
  ['s', 'z'],
  ['y', 'i'],
];

/** The minimum lengths of a word (letters): to get an error, to get a second error, and to be split by a space. */
const MIN_LENGTH = 4;
const MIN_LENGTH_TWICE = 6;
const MIN_LENGTH_SPLIT = 7;

/** The probabilities of a second error, of a missing or additional space, and of a wrong first letter. */
const TWICE = 0.25;
const SPACE = 0.12;
const FIRST_LETTER = 0.03;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

type Mistake = (word: string, at: number, random: Random) => string | undefined;

const MISTAKES: Mistake[] = [
  // A neighbouring key.
  (word, at, random) => {
    const neighbors = [...LETTERS].filter((letter) => areNeighbors(letter, word[at] ?? ''));
    return neighbors.length > 0 ? replace(word, at, 1, random.pick(neighbors)) : undefined;
  },
  // A transposition.
  (word, at) => {
    const [one = '', other = ''] = [word[at], word[at + 1]];
    return one === other || !other ? undefined : replace(word, at, 2, other + one);
  },
  // An omission.
  (word, at) => replace(word, at, 1, ''),
  // A letter typed twice.
  (word, at) => replace(word, at, 0, word[at] ?? ''),
  // Letters of the same sound.
  (word, at, random) => {
    const swaps = PHONETIC.flatMap(([one, other]) => [
      [one, other] as const,
      [other, one] as const,
    ]).filter(([from]) => word.startsWith(from, at));
    if (swaps.length === 0) return undefined;
    const [from, to] = random.pick(swaps);
    return replace(word, at, from.length, to);
  },
];

function replace(word: string, at: number, length: number, by: string): string {
  return word.slice(0, at) + by + word.slice(at + length);
}

function misspellWord(word: string, random: Random): string {
  for (;;) {
    const at = random.chance(FIRST_LETTER) ? 0 : 1 + random.below(word.length - 1);
    const misspelled = random.pick(MISTAKES)(word, at, random);
    if (misspelled && misspelled !== word) return misspelled;
  }
}

/**
 * Adds one or two typing errors to the words, or removes or adds a space. The words are folded. Returns undefined if no
 * word is long enough.
 */
export function misspell(text: string, random: Random): string | undefined {
  const words = text.split(' ');
  if (random.chance(SPACE)) {
    const at = random.below(words.length);
    const word = words[at] ?? '';
    if (at > 0)
      return [...words.slice(0, at - 1), words[at - 1] + word, ...words.slice(at + 1)].join(' ');
    if (word.length >= MIN_LENGTH_SPLIT) {
      const middle = 3 + random.below(word.length - 5);
      words[at] = `${word.slice(0, middle)} ${word.slice(middle)}`;
      return words.join(' ');
    }
  }
  const misspellOneOf = (length: number) => {
    const long = [...words.keys()].filter((index) => (words[index] ?? '').length >= length);
    if (long.length === 0) return false;
    const index = random.pick(long);
    words[index] = misspellWord(words[index] ?? '', random);
    return true;
  };
  if (!misspellOneOf(MIN_LENGTH)) return undefined;
  if (random.chance(TWICE)) misspellOneOf(MIN_LENGTH_TWICE);
  const misspelled = words.join(' ');
  return misspelled === text ? undefined : misspelled;
}
