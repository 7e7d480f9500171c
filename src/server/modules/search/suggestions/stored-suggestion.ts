import { type SQL, sql } from 'drizzle-orm';

/** A title or a skill as it is counted, before its spellings become words of the index. */
export type StoredSuggestion = {
  kind: 'title' | 'skill';
  /** As most jobs write it. */
  label: string;
  /** All texts by which it is found. */
  spellings: string[];
  /** For a title: the most frequent full titles of its jobs. */
  titles: string[];
  jobs: number;
};

/** SQL for the text of a name whose words are compared. A hyphen separates words, so that "front-e" begins "front-end". */
export function nameText(name: SQL): SQL {
  return sql`search_text(replace(${name}, '-', ' '))`;
}
