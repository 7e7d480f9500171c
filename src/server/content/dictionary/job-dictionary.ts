import { createHash } from 'node:crypto';
import { DICTIONARY_LISTS } from './dictionary-lists.data.ts';
import { type DictionarySections, parseDictionary } from './parse-dictionary.ts';
import {
  buildSpellingDictionary,
  foldSpelling,
  type SpellingDictionary,
} from './spelling-groups.ts';
import { buildSpellingIndex, type SpellingIndex } from './spelling-index.ts';

export type JobDictionary = SpellingDictionary &
  SpellingIndex & {
    /** A digest of the content. */
    digest: string;
    /** The lines of related searches. */
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

function build(added: DictionarySections): JobDictionary {
  const lists = DICTIONARY_LISTS.map(({ name, text }) =>
    parseDictionary(text, (line) => `${name}:${line}`),
  );
  const groups = lists.flatMap((list) => list.groups);
  for (const group of added.groups) {
    const [first, ...others] = group.spellings;
    const known = groups.findIndex(
      ({ kind, spellings }) =>
        kind === group.kind && spellings.some(({ text }) => isSame(text, first?.text)),
    );
    const former = groups[known];
    if (former) {
      groups[known] = {
        ...former,
        spellings: [...former.spellings, ...others],
        place: group.place,
      };
    } else groups.push(group);
  }
  const content = JSON.stringify(groups.map(({ kind, spellings }) => [kind, spellings]));
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const related = [...lists, added].map((list) => list.related).join('');
  return { ...buildSpellingDictionary(groups), ...buildSpellingIndex(groups), digest, related };
}

const isSame = (text: string, other = '') => foldSpelling(text) === foldSpelling(other);
