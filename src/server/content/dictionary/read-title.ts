import { jobDictionary } from './job-dictionary.ts';
import { TITLE_WORDS } from './title-words.data.ts';
import { tidyTitle, wordsOf } from './words.ts';

/**
 * Matches what separates a role from its specialties: "Engineer, Backend", "Engineer (Backend)", "Engineer - Backend".
 */
const SEPARATOR = /[,;()[\]|:/@–—]|(?<=\s)(?:-+|[&+])(?=\s)/u;

/** Words before a role that do not change its meaning. */
const QUALIFIERS = new Set(TITLE_WORDS.qualifiers);

/** Matches the number of a level, which follows a role. */
const LEVEL_NUMBER = /^(?:i{1,3}|iv|v|[1-5])$/;

/** Words that connect the parts of a title. They are searched only if there is no other word. */
export const CONNECTIVES = new Set(TITLE_WORDS.connectives);

export type TitleReading = {
  /** The words as written, and the words in the dictionary's usual spelling. */
  literal: string[];
  canonical: string[];
  /**
   * The names of the role: the role alone and with each specialty, both without seniority, and the whole title. A search
   * for one of these names is a search for exactly this role.
   */
  roles: string[];
};

/** Reads the words, the role and the names in a job title. */
export function readTitle(title: string): TitleReading {
  const literal = wordsOf(title);
  const canonical = jobDictionary().canonical(literal);
  const [head = [], ...specialties] = tidyTitle(title)
    .split(SEPARATOR)
    .map((part) => jobDictionary().canonical(wordsOf(part)))
    .filter((words) => words.length > 0);
  const role = roleOf(head);
  const roles = [
    role,
    ...specialties.map((specialty) => [...roleOf(specialty), ...role]),
    canonical.filter((word) => !CONNECTIVES.has(word)),
  ];
  const texts = roles.map((words) => words.join(' ')).filter((text) => text !== '');
  return { literal, canonical, roles: [...new Set(texts)] };
}

/** The words of a role without seniority: "senior director of marketing" becomes "marketing director". */
export function roleOf(words: string[]): string[] {
  const of = words.indexOf('of');
  const inOrder = of > 0 ? [...words.slice(of + 1), ...words.slice(0, of)] : words;
  const named = inOrder.filter((word) => !CONNECTIVES.has(word));
  const start = named.findIndex((word) => !QUALIFIERS.has(word));
  const role = named.slice(Math.max(0, start)).filter((word) => !LEVEL_NUMBER.test(word));
  return role.length > 0 ? role : inOrder;
}

/** Nouns that say how people work in a field and not which field it is. */
export const GENERAL = new Set(TITLE_WORDS.generalNouns);

/** The field of a role: "growth marketing" for "growth marketing manager". The role itself if it names no field. */
export function fieldOf(role: string[]): string[] {
  const field = role.filter((word) => !GENERAL.has(word));
  return field.length > 0 ? field : role;
}
