import { femaleForms } from './female-forms.ts';
import type { SpellingGroup } from './spelling-groups.ts';
import { isUnspaced, wordsOf } from './words.ts';

/** A spelling of the dictionary, split into words by `wordsOf`. */
type Entry = {
  words: string[];
  ambiguous: boolean;
  group: SpellingGroup;
  /** The words of the usual spelling of the group. */
  usual: string[];
};

/** A spelling that a list of words contains. */
export type FoundSpelling = Pick<Entry, 'group' | 'usual' | 'ambiguous'> & {
  /** The range of its words in the list. */
  start: number;
  end: number;
};

/** Finds the spellings of a dictionary in texts. */
export type SpellingIndex = {
  /** Returns every spelling in a list of words, even if spellings overlap. */
  spellingsIn(words: string[]): FoundSpelling[];
  /**
   * Replaces each unambiguous spelling with the usual one, the longest first: "sr frontend developer" becomes "senior
   * front end engineer".
   */
  canonical(words: string[]): string[];
  /** Whether a word is the last one of a title, such as "engineer". */
  isRoleNoun(word: string): boolean;
};

const NONE: Entry[] = [];

export function buildSpellingIndex(groups: SpellingGroup[]): SpellingIndex {
  const byFirstWord = new Map<string, Entry[]>();
  const roleNouns = new Set<string>();
  const known = new Set<string>();
  const add = (entry: Entry) => {
    const [first] = entry.words;
    if (first === undefined) return;
    const entries = byFirstWord.get(first) ?? [];
    entries.push(entry);
    byFirstWord.set(first, entries);
  };
  const female: Entry[] = [];
  for (const group of groups) {
    const usual = wordsOf(group.spellings[0]?.text ?? '');
    if (group.kind === 'title') roleNouns.add(usual.at(-1) ?? '');
    for (const { text, ambiguous } of group.spellings) {
      const words = wordsOf(text);
      known.add(words.join(' '));
      add({ words, ambiguous, group, usual });
      if (group.kind !== 'title' || ambiguous) continue;
      for (const form of femaleForms(words)) female.push({ words: form, ambiguous, group, usual });
    }
  }
  for (const entry of female) if (!known.has(entry.words.join(' '))) add(entry);
  for (const entries of byFirstWord.values())
    entries.sort((a, b) => b.words.length - a.words.length);

  const isAt = (entry: Entry, words: string[], start: number) => {
    for (let offset = entry.words.length - 1; offset > 0; offset -= 1) {
      if (entry.words[offset] !== words[start + offset]) return false;
    }
    return true;
  };
  return {
    spellingsIn: (words) => {
      const found: FoundSpelling[] = [];
      for (let start = 0; start < words.length; start += 1) {
        for (const entry of byFirstWord.get(words[start] ?? '') ?? NONE) {
          if (!isAt(entry, words, start)) continue;
          const { group, usual, ambiguous } = entry;
          found.push({ group, usual, ambiguous, start, end: start + entry.words.length });
        }
      }
      return found;
    },
    canonical: (words) => {
      const result: string[] = [];
      for (let at = 0; at < words.length; ) {
        const entry = byFirstWord
          .get(words[at] ?? '')
          ?.find((each) => !each.ambiguous && isAt(each, words, at));
        if (!entry) {
          result.push(words[at] ?? '');
          at += 1;
          continue;
        }
        const end = at + entry.words.length;
        // The bigrams that lead into and out of the spelling are neither part of it nor of its neighbors.
        if (isBridge(result.at(-1), words[at])) result.pop();
        result.push(...entry.usual);
        at = isBridge(words[end - 1], words[end]) ? end + 1 : end;
      }
      return result;
    },
    isRoleNoun: (word) => roleNouns.has(word),
  };
}

/** Whether two successive words are bigrams that share a character. */
function isBridge(one: string | undefined, other: string | undefined): boolean {
  if (!one || !other || !isUnspaced(one) || !isUnspaced(other)) return false;
  const [characters, others] = [one, other].map((word) => word.match(/\P{M}\p{M}*/gu) ?? []);
  return characters?.length === 2 && others?.length === 2 && characters[1] === others[0];
}

/** Whether the words of a found spelling are also a title or part of one, as in "machine learning engineer". */
export function isInTitle({ start, end }: FoundSpelling, all: FoundSpelling[]): boolean {
  return all.some(
    (other) =>
      other.group.kind === 'title' && !other.ambiguous && other.start <= start && other.end >= end,
  );
}
