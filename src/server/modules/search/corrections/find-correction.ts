import type { BoardDatabase } from '#server/db/client.ts';
import type { Correction } from '#shared/contract/job-responses.ts';
import { findJobs } from '../job-query.ts';
import { type Clause, parseTerms } from '../query-parser.ts';
import { resolveMatch } from '../ranking-tiers.ts';
import { correctQuery } from './correct-query.ts';
import { readVocabulary } from './read-vocabulary.ts';

/** A search that finds fewer jobs than this may have a misspelled word. */
export const FEW = 5;

/** A correction is applied if it finds at least this number of times more jobs. */
const TIMES_MORE = 10;

/**
 * Corrects the words of a search. The filters, the order and the page do not matter, so that all lists and counts of the
 * same words are corrected alike.
 * @returns undefined if no word is misspelled, or if the corrected search finds no job
 */
export async function findCorrection(
  db: BoardDatabase,
  q: string,
  clauses: Clause[],
): Promise<Correction | undefined> {
  const corrected = correctQuery(await readVocabulary(db), q, clauses);
  if (!corrected) return undefined;
  const [asTyped, asCorrected] = await Promise.all([
    countUpTo(FEW, db, clauses),
    countUpTo(FEW * TIMES_MORE, db, parseTerms(corrected.q)),
  ]);
  if (asCorrected === 0) return undefined;
  const isMisspelled = corrected.isCertain || (corrected.isUnknown && asTyped === 0);
  const applied = isMisspelled && asTyped < FEW && asCorrected >= TIMES_MORE * asTyped;
  return { q: corrected.q, instead: corrected.instead, applied };
}

/** The number of jobs that words match, if it is lower than a limit; otherwise the limit. */
async function countUpTo(limit: number, db: BoardDatabase, clauses: Clause[]): Promise<number> {
  const match = await resolveMatch(db, clauses, '');
  if (!match) return limit;
  const found = await findJobs(db, { filters: {}, match, order: 'newest' }, undefined, limit);
  return found.length;
}
