import type { BoardDatabase } from '#server/db/client.ts';
import type { Cursor } from '#server/http/api/cursor.ts';
import { JOB_PARTS, type JobOrder, type JobPart } from '#shared/domain/job-search.ts';
import type { JobFilters } from './filters.ts';
import type { Intent } from './intents.ts';
import { findInPart, type PartOfResult } from './job-query.ts';
import { isBackwards, parsePosition, withoutRanking } from './list-position.ts';
import { type FoundRankedJob, findRankedJobs, findRankedJobsBackwards } from './ranked-jobs.ts';
import type { SearchedWords } from './ranking-tiers.ts';
import type { DividedResult } from './result-parts.ts';

type ListedSearch = DividedResult & {
  filters: JobFilters;
  words: SearchedWords | undefined;
  intents: Intent[];
  order: JobOrder;
  /** Whether the postings of one job at several places are listed once; see `isFirstOfGroup`. */
  isGrouped?: boolean | undefined;
};

/** A job that was found, and the part of the result to which it belongs. */
type FoundInPart = FoundRankedJob & { part: JobPart };

/**
 * Finds at most `limit` jobs after the cursor, or up to it if it leads backwards: the jobs of one part after those of the
 * other, each part in the order of the list.
 */
export async function findJobs(
  db: BoardDatabase,
  { match: whole, parts, order, ...search }: ListedSearch,
  after: Cursor | undefined,
  limit: number,
): Promise<FoundInPart[]> {
  const from = after && parsePosition(order, after);
  const backwards = after !== undefined && isBackwards(after.key);
  const found: FoundInPart[] = [];
  const entries = [...parts.entries()];
  for (const [index, { part, match }] of backwards ? entries.reverse() : entries) {
    if (found.length >= limit) break;
    const distance = from ? JOB_PARTS.indexOf(part) - JOB_PARTS.indexOf(from.part) : 0;
    if (backwards ? distance > 0 : distance < 0) continue;
    const start = from?.part === part ? from : undefined;
    const rest = limit - found.length;
    const earlier = parts.slice(0, index).flatMap((each) => each.match?.all ?? []);
    const within: PartOfResult | undefined = parts.length > 1 ? { whole, earlier } : undefined;
    const jobs =
      order === 'match' && match && match.tiers.length > 0
        ? await (backwards ? findRankedJobsBackwards : findRankedJobs)(
            db,
            { ...search, match, part, within },
            start,
            rest,
          )
        : await findInPart(
            db,
            { ...search, match, order, within, backwards },
            start && withoutRanking(start),
            rest,
          );
    found.push(...jobs.map((job) => Object.assign(job, { part })));
  }
  return backwards ? found.reverse() : found;
}
