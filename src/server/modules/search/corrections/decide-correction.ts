import type { Correction } from '#shared/contract/job-responses.ts';
import type { CorrectedQuery } from './correct-query.ts';

/** A search that finds fewer jobs than this may contain a misspelled word. */
export const FEW = 20;

/** A correction is applied if it finds at least this many times as many jobs as the search text as typed. */
const TIMES_MORE = 10;

/**
 * Decides whether a correction is applied or only suggested. Ignores the filters, the order and the page, so that all
 * lists and counts with the same words get the same correction.
 * @param q the search text as typed
 * @param countUpTo counts the jobs that a search finds, up to a limit
 * @returns undefined if the corrected search finds no job
 */
export async function decideCorrection(
  q: string,
  corrected: CorrectedQuery,
  countUpTo: (q: string, limit: number) => Promise<number>,
): Promise<Correction | undefined> {
  const asTyped = await countUpTo(q, FEW);
  // Most misspelled words find no job, so a single job of the corrected search decides.
  const asCorrected = await countUpTo(corrected.q, Math.max(1, TIMES_MORE * asTyped));
  if (asCorrected === 0) return undefined;
  const isMisspelled = corrected.isCertain || (corrected.isUnknown && asTyped === 0);
  const applied = isMisspelled && asTyped < FEW && asCorrected >= TIMES_MORE * asTyped;
  return { q: corrected.q, instead: corrected.instead, applied };
}
