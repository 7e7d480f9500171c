import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import { wordsOf } from '#server/content/dictionary/words.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { type Cursor, isId, isTimestamp } from '#server/http/api/cursor.ts';
import type { JobOrder } from '#shared/domain/job-search.ts';
import type { JobFilters } from './filters.ts';
import type { Intent } from './intents.ts';
import {
  type FoundJob,
  findCandidates,
  findJobs,
  isPositionKey,
  positionKey,
} from './job-query.ts';
import { meaningsOf, type RankedJob, rankJobs, spreadCompanies } from './rank-jobs.ts';
import { type Match, TIERS } from './ranking-tiers.ts';
import { RANKING_VERSION } from './ranking-weights.ts';
import { readStatistics } from './statistics.ts';

/**
 * The number of jobs of the best tiers that are ranked by their features. The jobs after them stay in the order of
 * tiers.
 */
const CANDIDATES = 100;

/** If the headings of this number of jobs match, jobs that match only in their descriptions are not ranked. */
const ENOUGH = 50;

type Search = { filters: JobFilters; match: Match; intents: Intent[] };

/** What all pages of a list have in common: they rank the jobs that existed when the first page was read. */
type Snapshot = {
  at: Date;
  /** The highest id among the ranked jobs. New jobs have higher ids. */
  highestId: string;
};

/** The end of a page of ranked jobs: the version of the ranking, and the number of jobs up to there. */
type RankedPosition = Snapshot & { version: number; index: number };

/**
 * Finds at most `limit` jobs after the cursor in the order of relevance. The first jobs are ranked by their features,
 * and the others follow by tier and date. Each page ranks the jobs that existed at the time of the first page, so that
 * pages neither repeat nor skip jobs.
 */
export async function findRankedJobs(
  db: BoardDatabase,
  search: Search,
  after: Cursor | undefined,
  limit: number,
): Promise<FoundJob[]> {
  const begun = after && parseRankedPosition(after.key);
  if (after && !begun) return findJobs(db, { ...search, order: 'match' }, after, limit);
  const { snapshot, ranked, last } = await rankCandidates(db, search, begun);
  const start = begun && after ? startOf(ranked, begun, after) : 0;
  const page = ranked
    .slice(start, start + limit)
    .map(({ id, rank }, index) => ({ id, rank, key: rankedKey(snapshot, start + index + 1) }));
  if (page.length === limit || !last) return page;
  const rest = await findJobs(db, { ...search, order: 'match' }, last, limit - page.length);
  return [...page, ...rest];
}

/** The index after the last job of the previous page. */
function startOf(ranked: RankedJob[], { version, index }: RankedPosition, after: Cursor): number {
  // Another version of the weights gives another order, so continue by the number of jobs that were shown.
  if (version !== RANKING_VERSION) return index;
  const shown = ranked.findIndex(({ id }) => id === after.id);
  // If the last job has been closed since, the next job has moved up.
  return shown === -1 ? Math.max(0, index - 1) : shown + 1;
}

/**
 * Ranks the first jobs of a search.
 * @param begun the snapshot that the first page has ranked
 * @returns the snapshot, the jobs in order, and the position after which other jobs follow, if any
 */
export async function rankCandidates(
  db: BoardDatabase,
  { filters, match, intents }: Search,
  begun?: Snapshot,
): Promise<{ snapshot: Snapshot; ranked: RankedJob[]; last: Cursor | undefined }> {
  const at = begun?.at ?? new Date();
  const highestId = begun?.highestId;
  const [candidates, statistics] = await Promise.all([
    findCandidates(db, { filters, match, highestId, enough: ENOUGH }, CANDIDATES),
    readStatistics(db),
  ]);
  const ranked = rankJobs(candidates, {
    intents: intents.flatMap(({ text }) => {
      const words = wordsOf(text);
      return [words, jobDictionary().canonical(words)];
    }),
    isForInterns: intents.some(({ value }) => value === 'internship'),
    ...{ companies: match.companies, names: match.names ?? new Set() },
    ...{ meanings: meaningsOf(match.readings), termShare: statistics.shares.heading, at },
  });
  const isForCompany = filters.company || match.tiers[0]?.rank === TIERS.indexOf('company');
  const final = candidates.at(-1);
  const ids = candidates.map(({ id }) => id).sort();
  return {
    snapshot: { at, highestId: highestId ?? ids.at(-1) ?? '' },
    ranked: isForCompany ? ranked : spreadCompanies(ranked),
    last:
      final && candidates.length >= ENOUGH
        ? { key: positionKey('match', final), id: final.id }
        : undefined,
  };
}

const RANKED_KEY = /^r(\d{1,4}) (\S{24}) (\d{1,4}) (\S+)$/;

function rankedKey({ at, highestId }: Snapshot, index: number): string {
  return `r${RANKING_VERSION} ${at.toISOString()} ${index} ${highestId}`;
}

/** Returns a function that checks whether the key of a cursor belongs to a list in this order. */
export function isCursorKey(order: JobOrder): (key: string) => boolean {
  const isPosition = isPositionKey(order);
  return (key) => isPosition(key) || (order === 'match' && parseRankedPosition(key) !== undefined);
}

function parseRankedPosition(key: string): RankedPosition | undefined {
  const [, version = '', moment = '', index = '', highestId = ''] = RANKED_KEY.exec(key) ?? [];
  if (!isTimestamp(moment) || !isId(highestId)) return undefined;
  return { version: Number(version), at: new Date(moment), index: Number(index), highestId };
}
