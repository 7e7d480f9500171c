import type { SpellingGroup } from './spelling-groups.ts';
import { wordsOf } from './words.ts';

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
};

const NONE: Entry[] = [];

export function buildSpellingIndex(groups: SpellingGroup[]): SpellingIndex {
  const byFirstWord = new Map<string, Entry[]>();
  for (const group of groups) {
    const usual = wordsOf(group.spellings[0]?.text ?? '');
    for (const { text, ambiguous } of group.spellings) {
      const words = wordsOf(text);
      const [first] = words;
      if (first === undefined) continue;
      const entries = byFirstWord.get(first) ?? [];
      entries.push({ words, ambiguous, group, usual });
      byFirstWord.set(first, entries);
    }
  }
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
        result.push(...(entry ? entry.usual : [words[at] ?? '']));
        at += entry ? entry.words.length : 1;
      }
      return result;
    },
  };
}

/** Whether the words of a found spelling are also a title. */
export function isTitleToo({ start, end }: FoundSpelling, all: FoundSpelling[]): boolean {
  return all.some(
    (other) =>
      other.group.kind === 'title' &&
      !other.ambiguous &&
      other.start === start &&
      other.end === end,
  );
}
