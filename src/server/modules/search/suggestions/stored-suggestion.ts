import type { SUGGESTION_KINDS } from '#server/db/search-tables.ts';

/** A title or a skill as it is counted, before its spellings become words of the index. */
export type StoredSuggestion = {
  kind: (typeof SUGGESTION_KINDS)[number];
  /** As most jobs write it. */
  label: string;
  /** All texts by which it is found. */
  spellings: string[];
  /** For a title: the most frequent full titles of its jobs. */
  titles: string[];
  jobs: number;
};
