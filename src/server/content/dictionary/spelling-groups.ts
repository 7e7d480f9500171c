/**
 * The spellings, abbreviations and translations of one concept in job ads. The kind decides where they are searched:
 * titles and levels of seniority mostly in titles, skills also in descriptions.
 */
export type SpellingGroup = {
  kind: SpellingKind;
  /** The spellings, with the usual one first. */
  spellings: Spelling[];
  /** The file and the line of the group, for errors. */
  place: string;
};

export type SpellingKind = 'title' | 'skill' | 'seniority';

type Spelling = {
  /** The spelling in lower case, as in the terms of the search index. */
  text: string;
  /** The spelling as people write it. */
  written: string;
  /**
   * Whether the spelling also has other meanings, such as "pm". A search for it also looks for this concept, but a text
   * that contains it does not count as mentioning the concept.
   */
  ambiguous: boolean;
};

export class SpellingGroupError extends Error {}

/**
 * Parses a group of spellings, such as `Kubernetes = k8s = kube`. A tilde marks an ambiguous spelling: `product manager
 * = ~pm`. Capital letters matter only for showing a name.
 * @throws SpellingGroupError
 */
export function parseSpellingGroup(kind: SpellingKind, line: string, place: string): SpellingGroup {
  const spellings = line.split(/\s*=\s*/u).map(parseSpelling);
  const problem = problemOf(spellings);
  if (problem) throw new SpellingGroupError(`${place} ${problem}: ${line}`);
  return { kind, spellings, place };
}

/** The name of a group to show: the first spelling with a capital letter, or else the first one. */
export function labelOf({ spellings }: SpellingGroup): string {
  const capital = spellings.find(({ written }) => /\p{Lu}/u.test(written));
  return (capital ?? spellings[0])?.written ?? '';
}

function parseSpelling(written: string): Spelling {
  const ambiguous = written.startsWith('~');
  const spelling = ambiguous ? written.slice(1).trim() : written;
  return { text: spelling.toLowerCase(), written: spelling, ambiguous };
}

function problemOf(spellings: Spelling[]): string | undefined {
  const folded = spellings.map(({ text }) => foldSpelling(text));
  if (folded.includes('')) return 'has an empty spelling';
  if (new Set(folded).size < folded.length) return 'has a spelling twice';
  if (spellings[0]?.ambiguous) return 'begins with an ambiguous spelling';
  return undefined;
}

/**
 * Normalizes a spelling for comparison: lower case, one space instead of hyphens and slashes, and no period after an
 * abbreviation. "Front-End" and "front end" become equal, and so do "Sr." and "sr"; "frontend" stays different.
 */
export function foldSpelling(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s/‐‑–_-]+/gu, ' ')
    .replace(/(?<=[\p{L}\p{N}])\.(?=\s|$)/gu, '')
    .replaceAll('’', "'")
    .trim();
}

export type SpellingDictionary = {
  groups: SpellingGroup[];
  /** Returns the groups with this spelling. Only an ambiguous spelling belongs to several groups. */
  find(text: string): SpellingGroup[];
};

/**
 * Builds a dictionary. Groups of different kinds may share a spelling, because a field of work is both a title and a skill.
 * @throws SpellingGroupError if groups of one kind share a spelling that is not ambiguous in all of them
 */
export function buildSpellingDictionary(groups: SpellingGroup[]): SpellingDictionary {
  const found = new Map<string, { group: SpellingGroup; ambiguous: boolean }[]>();
  for (const group of groups) {
    for (const { text, ambiguous } of group.spellings) {
      const folded = foldSpelling(text);
      const entries = [...(found.get(folded) ?? []), { group, ambiguous }];
      const [first, ...others] = entries.filter((entry) => entry.group.kind === group.kind);
      if (first && others.length > 0 && !(first.ambiguous && ambiguous)) {
        throw new SpellingGroupError(
          `${group.place} has the spelling "${text}" of another group: ${first.group.place}`,
        );
      }
      found.set(folded, entries);
    }
  }
  return {
    groups,
    find: (text) => (found.get(foldSpelling(text)) ?? []).map(({ group }) => group),
  };
}
