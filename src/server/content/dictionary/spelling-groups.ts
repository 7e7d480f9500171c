/**
 * Spellings, abbreviations and translations of one concept in job ads. The kind says where it is looked for: a title or a
 * level of seniority mostly in titles, a skill in descriptions too.
 */
export type SpellingGroup = {
  kind: SpellingKind;
  /** The usual spelling first. */
  spellings: Spelling[];
  /** Its line in an operator's file. */
  line?: number | undefined;
};

export type SpellingKind = 'title' | 'skill' | 'seniority';

export type Spelling = {
  /** In lower case, as in the terms of the search index. */
  text: string;
  /** As people write it. */
  written: string;
  /**
   * Whether the spelling has other meanings too, such as "pm". A search for it may mean this concept, but a text that
   * contains it may not.
   */
  ambiguous: boolean;
};

export class SpellingGroupError extends Error {}

/**
 * Parses one group a line, such as `Kubernetes = k8s = kube`. A tilde marks an ambiguous spelling: `product manager = ~pm`.
 * A capital letter only says how a name is shown. `#` after a space begins a comment.
 * @throws SpellingGroupError with the number of the line
 */
export function parseSpellingGroups(kind: SpellingKind, text: string): SpellingGroup[] {
  const groups: SpellingGroup[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const content = line.replace(/(^|\s)#(\s.*)?$/u, '').trim();
    if (content === '') continue;
    const spellings = content.split(/\s*=\s*/u).map(parseSpelling);
    const problem = problemOf(spellings);
    if (problem) throw new SpellingGroupError(`Line ${index + 1} ${problem}: ${content}`);
    groups.push({ kind, spellings });
  }
  return groups;
}

/** The name to show of a group: the first spelling that the dictionary writes with a capital letter, or else the first. */
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
 * The form in which spellings are compared: lower case, one space instead of hyphens and slashes, and no full stop after
 * an abbreviation. "Front-End" and "front end" are equal, and so are "Sr." and "sr"; "frontend" differs.
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
  /** The groups with this spelling. Only an ambiguous one belongs to several groups. */
  find(text: string): SpellingGroup[];
};

/**
 * A field of work may be a title and a skill: only groups of one kind share no spelling.
 * @throws SpellingGroupError if groups of one kind share a spelling that is not ambiguous in each of them
 */
export function buildSpellingDictionary(groups: SpellingGroup[]): SpellingDictionary {
  const found = new Map<string, { group: SpellingGroup; ambiguous: boolean }[]>();
  for (const group of groups) {
    for (const { text, ambiguous } of group.spellings) {
      const folded = foldSpelling(text);
      const entries = [...(found.get(folded) ?? []), { group, ambiguous }];
      const ofKind = entries.filter((entry) => entry.group.kind === group.kind);
      if (ofKind.length > 1 && ofKind.some((entry) => !entry.ambiguous)) {
        throw new SpellingGroupError(
          group.line
            ? `Line ${group.line} has the spelling "${text}" of another group.`
            : `Several groups have the spelling "${text}".`,
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
