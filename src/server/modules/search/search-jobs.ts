import type { BoardDatabase } from '#server/db/client.ts';
import type { Correction } from '#shared/contract/job-responses.ts';
import { correctWords } from './corrections.ts';
import type { ParsedSearch } from './facet-counts.ts';
import type { JobSearch } from './filters.ts';
import { findJobs } from './job-query.ts';
import { type Clause, parseTerms, sanitizeQuery } from './query-parser.ts';
import { resolveMatch } from './ranking-tiers.ts';
import { readStatistics } from './statistics.ts';
import { shareOf } from './text-query.ts';

/** With fewer jobs found than this, a misspelt word may be why. */
const FEW = 5;

/** Where fewer jobs than this are expected, there may be that few. */
const EXPECTED_OF_RARE = 2_000;

/** Reads the words of a search and what they stand for. */
export async function ask(
  db: BoardDatabase,
  search: JobSearch,
): Promise<ParsedSearch & { clauses: Clause[] }> {
  const clauses = search.q ? parseTerms(search.q) : [];
  const text = search.location ? sanitizeQuery(search.location) : '';
  if (clauses.length === 0 && !text) return { search, match: undefined, clauses };
  const match = await resolveMatch(db, clauses, { text, orRemote: search.remote === 'true' });
  return { search, match, clauses };
}

/**
 * Runs a search. Where it finds nothing, and its words are found nowhere on the board, it is run again
 * with the words that they resemble; where it finds few, those are offered. `isWhole` tells that the
 * result is of all that is found, and not of what is behind a cursor.
 */
export async function searchOrCorrect<Result>(
  db: BoardDatabase,
  search: JobSearch,
  run: (asked: ParsedSearch) => Promise<Result>,
  count: (result: Result) => number,
  isWhole = true,
): Promise<{ asked: ParsedSearch; result: Result; correction?: Correction }> {
  const asked = await ask(db, search);
  const correct = async () => search.q && correctWords(db, search.q, asked.clauses);
  // What few jobs are expected to have may be misspelt: then both are done at a time.
  const early = (await isRare(db, asked)) ? correct() : undefined;
  // Where it fails, that is told below, if it is needed.
  early?.catch(() => {});
  const result = await run(asked);
  if (!search.q || count(result) >= FEW) return { asked, result };
  const q = await (early ?? correct());
  if (!q) return { asked, result };
  const byWordsAlone =
    isWhole && Object.entries(search).every(([name, value]) => name === 'q' || !value);
  if (count(result) > 0 || (!byWordsAlone && (await areFoundAnywhere(db, search.q)))) {
    return { asked, result, correction: { q, applied: false } };
  }
  const corrected = await ask(db, { ...search, q });
  return { asked: corrected, result: await run(corrected), correction: { q, applied: true } };
}

/** Whether the words of a search are expected to be found in few jobs, by what is known of them. */
async function isRare(db: BoardDatabase, { search, match }: ParsedSearch): Promise<boolean> {
  if (!search.q || !match) return false;
  const { jobs, shares } = await readStatistics(db);
  return jobs * shareOf(match.all.asked, shares[match.all.column]) < EXPECTED_OF_RARE;
}

/** Whether any open job has the words, wherever and whatever else it is. */
async function areFoundAnywhere(db: BoardDatabase, q: string): Promise<boolean> {
  const { match } = await ask(db, { q });
  if (!match) return true;
  const found = await findJobs(
    db,
    { facets: [], tokens: [], others: [], match, order: 'newest' },
    undefined,
    1,
  );
  return found.length > 0;
}
