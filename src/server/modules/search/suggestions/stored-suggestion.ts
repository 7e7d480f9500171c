import { type SQL, sql } from 'drizzle-orm';

/** A title or a skill with its count, before its spellings become words of the index. */
export type StoredSuggestion = {
  kind: 'title' | 'skill';
  /** The most frequent spelling of a title, or the name of a skill. */
  label: string;
  /** All texts by which the suggestion is found. */
  spellings: string[];
  /** For a title: the most frequent full titles of its jobs. */
  titles: string[];
  jobs: number;
};

/**
 * SQL: a name in the form in which its words are compared. Hyphens separate words, so that "front-e" is the beginning
 * of "front-end".
 */
export function nameText(name: SQL): SQL {
  return sql`search_text(replace(${name}, '-', ' '))`;
}
