import { type SQL, sql } from 'drizzle-orm';

/** A title or a skill with its count, before its spellings become words of the index. */
export type StoredSuggestion = {
  kind: 'title' | 'skill';
  /** The most frequent spelling of a title, or the name of a skill. */
  label: string;
  /** All texts that find the suggestion. */
  spellings: string[];
  /** For a title: the most frequent full titles of its jobs. */
  titles: string[];
  jobs: number;
};

/**
 * SQL for the text of a name, for comparing its words. Hyphens separate words, so that "front-e" is the beginning of
 * "front-end".
 */
export function nameText(name: SQL): SQL {
  return sql`search_text(replace(${name}, '-', ' '))`;
}
