import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import { withoutLevels } from '#server/content/dictionary/levels.ts';
import { CONNECTIVES, GENERAL, roleOf } from '#server/content/dictionary/read-title.ts';
import {
  otherLeaders,
  relatedTitles,
  widerTitles,
} from '#server/content/dictionary/related-titles.ts';
import { type FoundSpelling, isInTitle } from '#server/content/dictionary/spelling-index.ts';
import { wordsOf } from '#server/content/dictionary/words.ts';
import type { Term } from './query-parser.ts';
import { all, any, quoted, type TextQuery } from './text-query.ts';

/**
 * The maximum number of meanings of ambiguous words that are searched. For example, "pm" is a product or a project
 * manager.
 */
const MAX_READINGS = 4;

/** A skill in the dictionary, and the position of the words of a search that name it. */
type NamedSkill = { skill: string; start: number; end: number };

/** The meaning of successive words in a search, as terms of the index; see `titleTerms` and `skillTerms`. */
export type Reading = {
  /** The words, and their possible meanings in the dictionary's usual spelling. */
  words: string[];
  meanings: string[][];
  skills: NamedSkill[];
  /** Whether the words are quoted, so that they must be adjacent and as written. */
  isPhrase: boolean;
  /** For quoted words: matches headings with the words as written. */
  exact?: TextQuery | undefined;
};

export function readWords(terms: Term[]): Reading {
  const isPhrase = terms.some(({ phrase }) => phrase);
  const words = terms.flatMap(({ text }) => wordsOf(text));
  if (isPhrase) return { words, meanings: [], skills: [], isPhrase };
  const dictionary = jobDictionary();
  const spellings = dictionary.spellingsIn(words);
  const meant = spellings
    .filter(({ ambiguous }) => ambiguous)
    .map(({ start, end, usual }) => [...words.slice(0, start), ...usual, ...words.slice(end)]);
  const meanings = [words, ...meant].map((list) => dictionary.canonical(list));
  meanings.push(...meanings.flatMap(renamed));
  const unique = [...new Map(meanings.map((list) => [list.join(' '), list])).values()];
  return {
    words,
    meanings: unique.slice(0, MAX_READINGS),
    skills: skillsAmong(spellings),
    isPhrase,
  };
}

/**
 * The words with "developer" replaced by "engineer" or the reverse, because a "Rust developer" is the same as a "Rust
 * engineer". This requires a skill before the word: "business developer" means something else.
 */
function renamed(words: string[]): string[][] {
  const last = words.at(-1) ?? '';
  const other = { developer: 'engineer', engineer: 'developer' }[last];
  const before = words.slice(0, -1);
  const isTechnical = jobDictionary()
    .spellingsIn(before)
    .some(({ group, end }) => end === before.length && group.kind === 'skill');
  return other && isTechnical ? [[...before, other]] : [];
}

/**
 * The skills that spellings in a search name, without overlaps. Longer names have priority. A word that is also a
 * title, such as "recruiting", does not count as a skill, because it is searched as a title.
 */
function skillsAmong(spellings: FoundSpelling[]): NamedSkill[] {
  const longestFirst = spellings
    .filter((found) => found.group.kind === 'skill' && !isInTitle(found, spellings))
    .toSorted((a, b) => b.end - b.start - (a.end - a.start));
  const named: NamedSkill[] = [];
  for (const { group, start, end } of longestFirst) {
    if (named.some((other) => start < other.end && other.start < end)) continue;
    named.push({ skill: group.spellings[0]?.text ?? '', start, end });
  }
  return named;
}

/** Matches titles with exactly this role and with the levels of seniority that the search names. */
export function inRole({ words, meanings }: Reading): TextQuery {
  return any(
    [words, ...meanings].map((meaning) => {
      const role = roleOf(meaning);
      return role.length > 0
        ? all([quoted(`"=${role.join(' ')}`), levelsBeside(role, meaning)])
        : '';
    }),
  );
}

/** Matches titles with the words of a meaning that are not part of its role, such as "senior". */
function levelsBeside(role: string[], meaning: string[]): TextQuery {
  const levels = meaning.filter((word) => !role.includes(word) && !CONNECTIVES.has(word));
  return all(levels.map(titleWord));
}

/**
 * Matches titles with the words as a phrase. For "director of marketing", also matches "Marketing Director". A single
 * word is not a phrase.
 */
export function asPhrase({ words, meanings }: Reading): TextQuery {
  const phrases = [words, ...meanings].filter((meaning) => meaning.length > 1);
  return any(
    phrases.flatMap((meaning) => {
      const role = roleOf(meaning);
      const isTurned = meaning.includes('of') && role.length > 1;
      return [
        sideBySide(meaning),
        ...(isTurned ? [all([sideBySide(role), levelsBeside(role, meaning)])] : []),
      ];
    }),
  );
}

function sideBySide(words: string[]): TextQuery {
  return all(words.slice(1).map((word, index) => titleWord(`${words[index]} ${word}`)));
}

/**
 * Matches titles with the words as typed, if the dictionary translates them into other words. They rank before titles with
 * the translation.
 */
export function asTyped({ words, meanings, isPhrase }: Reading): TextQuery {
  const isTranslated = meanings.some((meaning) => !words.some((word) => meaning.includes(word)));
  return isPhrase || !isTranslated ? '' : all(significant(words).map(titleWord));
}

/** Matches titles with all words. */
export function inTitle(reading: Reading): TextQuery {
  const { words, meanings, isPhrase } = reading;
  if (isPhrase && words.length > 1) return sideBySide(words);
  return any([words, ...meanings].map((meaning) => all(significant(meaning).map(titleWord))));
}

/**
 * Matches titles that a search probably also means; see `alsoMeant`.
 * @param names words that name companies
 */
export function inRelatedTitle({ meanings, isPhrase }: Reading, names: Set<string>): TextQuery {
  if (isPhrase) return '';
  const titles = meanings.flatMap((meaning) => alsoMeant(meaning, names));
  return any(titles.map((title) => all(title.map(titleWord))));
}

/**
 * The titles that a search for a title probably also means, the closest first:
 * - the titles of other leaders of the field
 * - titles related to the longest part of the search that the dictionary knows, each with the other searched words
 *   except seniority
 * - wider titles, which must contain the words of the search that name companies
 */
export function alsoMeant(words: string[], names: Set<string>): string[][] {
  const related = relatedSpan(words).flatMap(({ start, end, titles }) => {
    const others = withoutLevels([...words.slice(0, start), ...words.slice(end)]).filter(
      (word) => !GENERAL.has(word),
    );
    return titles.map((title) => [...others, ...title]);
  });
  const isComplete = (title: string[]) =>
    words.every((word) => !names.has(word) || title.includes(word));
  const wider = widerTitles(words).filter(isComplete);
  return [...otherLeaders(words), ...related, ...wider].map(significant);
}

/** The longest part of a search that has related titles. */
function relatedSpan(words: string[]): { start: number; end: number; titles: string[][] }[] {
  for (let length = words.length; length > 0; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const titles = relatedTitles(words.slice(start, start + length));
      if (titles.length > 0) return [{ start, end: start + length, titles }];
    }
  }
  return [];
}

/**
 * Matches jobs whose title contains every word, except that a skill need not be in the title, but may be elsewhere in
 * the job ad.
 * @param mark where skills count: `$!` in the title and the requirements, `$` anywhere in the job ad
 */
export function withSkills(reading: Reading, mark: '$!' | '$'): TextQuery {
  const { words, skills } = reading;
  if (skills.length === 0) return inTitle(reading);
  const isSkill = (at: number) => skills.some(({ start, end }) => at >= start && at < end);
  const others = significant(words.filter((_, at) => !isSkill(at)));
  return all([
    ...skills.map(({ skill, start, end }) =>
      any([quoted(`${mark}${skill}`), all(words.slice(start, end).map(titleWord))]),
    ),
    ...others.map((word) => any([word, ...jobDictionary().canonical([word])].map(titleWord))),
  ]);
}

/** The words without connectives such as "of", unless there are no others. */
function significant(words: string[]): string[] {
  const named = words.filter((word) => !CONNECTIVES.has(word));
  return named.length > 0 ? named : words;
}

const titleWord = (word: string) => quoted(`"${word}`);
