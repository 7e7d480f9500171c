import { sql } from 'drizzle-orm';
import { wordsOf } from '#server/content/dictionary/words.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { type Cursor, isId, isTimestamp } from '#server/http/api/cursor.ts';
import type { JobOrder } from '#shared/domain/job-search.ts';
import type { JobFilters } from './filters.ts';
import type { Intent } from './intents.ts';
import { type FoundJob, findJobs, isPositionKey, positionKey } from './job-query.ts';
import {
  type Candidate,
  meaningsOf,
  type RankedJob,
  rankJobs,
  spreadCompanies,
} from './rank-jobs.ts';
import { type Match, TIERS } from './ranking-tiers.ts';
import { RANKING_VERSION } from './ranking-weights.ts';
import { readStatistics } from './statistics.ts';

/** How many jobs of the best tiers are ranked by their features. Those behind them stay in the order of tiers. */
const CANDIDATES = 100;

/** If the headings of this many jobs match, the jobs that only their descriptions match are not ranked. */
const ENOUGH = 50;

type Search = { filters: JobFilters; match: Match; intents: Intent[] };

/** What all pages of a list rank: at the moment of the first page, jobs that existed then. */
type Snapshot = {
  at: Date;
  /** The highest id of the ranked jobs. New jobs have higher ones. */
  highestId: string;
};

/** Where a page of ranked jobs ends: the version of the ranking, and the number of jobs up to there. */
type RankedPosition = Snapshot & { version: number; index: number };

/**
 * Finds at most `limit` jobs behind the cursor in the order of relevance. The first jobs are ranked by their features;
 * the others follow by tier and date. Each page ranks the same jobs at the moment of the first page, so that pages
 * neither repeat nor skip jobs.
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

/** The index behind the last job of the page before. */
function startOf(ranked: RankedJob[], { version, index }: RankedPosition, after: Cursor): number {
  // Other weights give another order: then the number of shown jobs decides.
  if (version !== RANKING_VERSION) return index;
  const shown = ranked.findIndex(({ id }) => id === after.id);
  // If that job is closed by now, the next one has moved up.
  return shown === -1 ? Math.max(0, index - 1) : shown + 1;
}

/**
 * Ranks the first jobs of a search.
 * @param begun what the first page has ranked
 * @returns what was ranked, the jobs in order, and behind which position others follow, if any
 */
export async function rankCandidates(
  db: BoardDatabase,
  { filters, match, intents }: Search,
  begun?: Snapshot,
): Promise<{ snapshot: Snapshot; ranked: RankedJob[]; last: Cursor | undefined }> {
  const at = begun?.at ?? new Date();
  const highestId = begun?.highestId;
  const [found, statistics] = await Promise.all([
    findJobs(
      db,
      { filters, match, order: 'match', highestId, enough: ENOUGH },
      undefined,
      CANDIDATES,
    ),
    readStatistics(db),
  ]);
  const candidates = await readCandidates(db, found);
  const ranked = rankJobs(candidates, {
    intents: intents.map(({ text }) => wordsOf(text)),
    ...{ companies: match.companies, names: match.names ?? new Set() },
    ...{ meanings: meaningsOf(match.readings), termShare: statistics.shares.heading, at },
  });
  const isForCompany = filters.company || match.tiers[0]?.rank === TIERS.indexOf('company');
  const final = candidates.find(({ id }) => id === found.at(-1)?.id);
  const ids = found.map(({ id }) => id).sort();
  return {
    snapshot: { at, highestId: highestId ?? ids.at(-1) ?? '' },
    ranked: isForCompany ? ranked : spreadCompanies(ranked),
    last:
      final && found.length >= ENOUGH
        ? { key: positionKey('match', final), id: final.id }
        : undefined,
  };
}

async function readCandidates(db: BoardDatabase, found: FoundJob[]): Promise<Candidate[]> {
  if (found.length === 0) return [];
  const ids = sql.param(found.map(({ id }) => id));
  const rows = await db.reads.run<Omit<Candidate, 'rank' | 'date'> & { date: string }>(
    'ranked_jobs',
    sql`select job_search.job_id as id, title, job_search.company_id as "companyId",
        to_json(job_search.date at time zone 'UTC') #>> '{}' || 'Z' as date, reach
      from job_search join jobs on jobs.id = job_search.job_id
      where job_search.job_id = any(${ids}::uuid[])`,
  );
  const rankOf = new Map(found.map(({ id, rank }) => [id, rank]));
  return rows.map(({ date, ...row }) => ({
    ...row,
    date: new Date(date),
    rank: rankOf.get(row.id) ?? 0,
  }));
}

const RANKED_KEY = /^r(\d{1,4}) (\S{24}) (\d{1,4}) (\S+)$/;

function rankedKey({ at, highestId }: Snapshot, index: number): string {
  return `r${RANKING_VERSION} ${at.toISOString()} ${index} ${highestId}`;
}

/** Checks that the key of a cursor belongs to a list in this order. */
export function isCursorKey(order: JobOrder): (key: string) => boolean {
  const isPosition = isPositionKey(order);
  return (key) => isPosition(key) || (order === 'match' && parseRankedPosition(key) !== undefined);
}

function parseRankedPosition(key: string): RankedPosition | undefined {
  const [, version = '', moment = '', index = '', highestId = ''] = RANKED_KEY.exec(key) ?? [];
  if (!isTimestamp(moment) || !isId(highestId)) return undefined;
  return { version: Number(version), at: new Date(moment), index: Number(index), highestId };
}
