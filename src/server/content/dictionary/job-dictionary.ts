import { createHash } from 'node:crypto';
import { SENIORITY } from './seniority.ts';
import { SKILLS } from './skills.ts';
import {
  buildSpellingDictionary,
  foldSpelling,
  parseSpellingGroups,
  type SpellingDictionary,
  type SpellingGroup,
} from './spelling-groups.ts';
import { buildSpellingIndex, type SpellingIndex } from './spelling-index.ts';
import { TITLES } from './titles.ts';

export type JobDictionary = SpellingDictionary &
  SpellingIndex & {
    /** A digest of the content. */
    digest: string;
    /** The lines of related searches that the operator has added; see `RELATED`. */
    related: string;
  };

/** What an operator adds to the dictionary. */
export type DictionarySections = {
  groups: SpellingGroup[];
  /** Lines in the format of `RELATED`. */
  related: string;
};

let dictionary: JobDictionary | undefined;

/**
 * The dictionary of job ads: titles, skills and levels of seniority with their spellings. It is built at the first
 * call.
 */
export function jobDictionary(): JobDictionary {
  dictionary ??= build({ groups: [], related: '' });
  return dictionary;
}

/**
 * Adds an operator's groups to the dictionary of this process. They replace groups that were added before. If the first
 * spelling of a group is known, its other spellings are added to the known group.
 * @throws SpellingGroupError if a spelling belongs to another group
 */
export function extendDictionary(sections: DictionarySections): void {
  dictionary = build(sections);
}

function build({ groups: added, related }: DictionarySections): JobDictionary {
  const groups: SpellingGroup[] = [
    ...parseSpellingGroups('title', TITLES),
    ...parseSpellingGroups('skill', SKILLS),
    ...parseSpellingGroups('seniority', SENIORITY),
  ];
  for (const group of added) {
    const [first, ...others] = group.spellings;
    const known = groups.findIndex(
      ({ kind, spellings }) =>
        kind === group.kind && spellings.some(({ text }) => isSame(text, first?.text)),
    );
    const former = groups[known];
    if (former) {
      groups[known] = { ...former, spellings: [...former.spellings, ...others], line: group.line };
    } else groups.push(group);
  }
  const content = JSON.stringify(groups.map(({ kind, spellings }) => [kind, spellings]));
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { ...buildSpellingDictionary(groups), ...buildSpellingIndex(groups), digest, related };
}

const isSame = (text: string, other = '') => foldSpelling(text) === foldSpelling(other);
