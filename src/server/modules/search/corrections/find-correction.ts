import type { BoardDatabase } from '#server/db/client.ts';
import type { Correction } from '#shared/contract/job-responses.ts';
import type { Clause } from '../query-parser.ts';
import { correctQuery } from './correct-query.ts';
import { readVocabulary } from './read-vocabulary.ts';

/** A search that finds fewer jobs than this may contain a misspelled word. */
export const FEW = 20;

/** A correction is applied if it finds at least this many times as many jobs as the search text as typed. */
const TIMES_MORE = 10;

/**
 * Corrects the words of a search. Ignores the filters, the order and the page, so that all lists and counts with the
 * same words get the same correction.
 * @param clauses the words that may be misspelled
 * @param countUpTo counts the jobs that a search finds, up to a limit
 * @returns undefined if no word is misspelled, or if the corrected search finds no job
 */
export async function findCorrection(
  db: BoardDatabase,
  q: string,
  clauses: Clause[],
  countUpTo: (q: string, limit: number) => Promise<number>,
): Promise<Correction | undefined> {
  const corrected = correctQuery(await readVocabulary(db), q, clauses);
  if (!corrected) return undefined;
  const [asTyped, asCorrected] = await Promise.all([
    countUpTo(q, FEW),
    countUpTo(corrected.q, FEW * TIMES_MORE),
  ]);
  if (asCorrected === 0) return undefined;
  const isMisspelled = corrected.isCertain || (corrected.isUnknown && asTyped === 0);
  const applied = isMisspelled && asTyped < FEW && asCorrected >= TIMES_MORE * asTyped;
  return { q: corrected.q, instead: corrected.instead, applied };
}
