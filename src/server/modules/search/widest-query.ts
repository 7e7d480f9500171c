import { sql } from 'drizzle-orm';
import { wordsOf } from '#server/content/dictionary/words.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { convertPay, facetTerms, knownFacets, type SearchParameters } from './filters.ts';
import { possiblePlaces } from './intents.ts';
import { widestLocation } from './locations.ts';
import { parseTerms, sanitizeQuery } from './query-parser.ts';
import { requiredBy } from './search-jobs.ts';
import { resolveWords } from './searched-words.ts';
import { all, any, NO_JOB, type TextQuery } from './text-query.ts';

/**
 * Matches at least the jobs at the place and the remote jobs that a search finds, whichever other jobs and companies the
 * board has. What a search means depends on them: a word may name a place as soon as a job is there, and a company as soon
 * as one has this name. It also has the terms of `widest-terms.ts`.
 */
export async function widestQuery(
  db: BoardDatabase,
  parameters: SearchParameters,
): Promise<TextQuery> {
  const { q = '', location = '', radius } = parameters;
  const place = sanitizeQuery(location);
  const { clauses, places } = possiblePlaces(q ? parseTerms(q) : []);
  const [words, filters, placeWords] = await Promise.all([
    resolveWords(db, clauses),
    convertPay(db, parameters),
    db.reads.run<{ word: string }>(
      'place_words',
      sql`select unnest(place_words(${place})) as word`,
    ),
  ]);
  const named = places.map(({ terms, text }) => ({
    terms,
    query: widestLocation(text, { words: wordsOf(text), radius: undefined, isRemote: false }),
  }));
  return all([
    words?.widest((term) =>
      any(named.flatMap(({ terms, query }) => (terms.includes(term) ? [query] : []))),
    ) ?? '',
    widestLocation(place, {
      words: placeWords.map(({ word }) => word),
      radius,
      isRemote: parameters.workplace === 'remote',
    }),
    requiredBy(filters),
    ...(knownFacets(filters) ? facetTerms(filters) : [NO_JOB]),
  ]);
}
