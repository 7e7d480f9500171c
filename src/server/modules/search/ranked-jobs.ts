import { sql } from 'drizzle-orm';
import { wordsOf } from '#server/content/dictionary/words.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { type Cursor, isTimestamp } from '#server/http/api/cursor.ts';
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

/** Where a page of ranked jobs ends: the moment and the version of the ranking, and the number of jobs before. */
type RankedPosition = { version: number; at: Date; index: number };

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
  const { at, ranked, last } = await rankCandidates(db, search, begun?.at);
  const shown = after ? ranked.findIndex(({ id }) => id === after.id) : -1;
  // The last job of the page before may be closed by now; then the next one has moved up.
  const start = shown === -1 && begun ? begun.index - 1 : shown + 1;
  const page = ranked
    .slice(start, start + limit)
    .map(({ id, rank }, index) => ({ id, rank, key: rankedKey(at, start + index + 1) }));
  if (page.length === limit || !last) return page;
  const rest = await findJobs(db, { ...search, order: 'match' }, last, limit - page.length);
  return [...page, ...rest];
}

/**
 * Ranks the first jobs of a search.
 * @param begun when the first page was read; jobs that were created later are left out
 * @returns the moment of the ranking, the jobs in order, and behind which position others follow, if any
 */
export async function rankCandidates(
  db: BoardDatabase,
  { filters, match, intents }: Search,
  begun?: Date,
): Promise<{ at: Date; ranked: RankedJob[]; last: Cursor | undefined }> {
  const at = begun ?? new Date();
  const [found, statistics] = await Promise.all([
    findJobs(
      db,
      { filters, match, order: 'match', createdUntil: begun, enough: ENOUGH },
      undefined,
      CANDIDATES,
    ),
    readStatistics(db),
  ]);
  const candidates = await readCandidates(db, found);
  const ranked = rankJobs(candidates, {
    intents: intents.map(({ text }) => wordsOf(text)),
    companies: match.companies,
    ...{ meanings: meaningsOf(match.readings), termShare: statistics.shares.heading, at },
  });
  const isForCompany = filters.company || match.tiers[0]?.rank === TIERS.indexOf('company');
  const final = candidates.find(({ id }) => id === found.at(-1)?.id);
  return {
    at,
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

const RANKED_KEY = /^r(\d{1,4}) (\S{24}) (\d{1,4})$/;

function rankedKey(at: Date, index: number): string {
  return `r${RANKING_VERSION} ${at.toISOString()} ${index}`;
}

/** Checks that the key of a cursor belongs to a list in this order. */
export function isCursorKey(order: JobOrder): (key: string) => boolean {
  const isPosition = isPositionKey(order);
  return (key) => isPosition(key) || (order === 'match' && parseRankedPosition(key) !== undefined);
}

function parseRankedPosition(key: string): RankedPosition | undefined {
  const [, version = '', moment = '', index = ''] = RANKED_KEY.exec(key) ?? [];
  if (!isTimestamp(moment)) return undefined;
  return { version: Number(version), at: new Date(moment), index: Number(index) };
}
