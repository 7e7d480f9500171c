import { sql } from 'drizzle-orm';
import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import { wordsOf } from '#server/content/dictionary/words.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { ID_END_LENGTH, idEnd, job_search } from '#server/db/search-tables.ts';
import { type Cursor, isId } from '#server/http/api/cursor.ts';
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
import { readStatistics } from './statistics.ts';

/**
 * The number of jobs of the best tiers that are ranked by their features. The jobs after them stay in the order of
 * tiers.
 */
const CANDIDATES = 100;

/**
 * If at least this many jobs match in their headings, jobs that match only in their descriptions are not ranked by
 * their features.
 */
const ENOUGH = 50;

type Search = {
  filters: JobFilters;
  match: Match;
  intents: Intent[];
  isGrouped?: boolean | undefined;
};

/** What follows a job of a ranked list: the ranked jobs with these ends of ids, and then all jobs after a position. */
type Rest = { ends: string[]; last: Cursor | undefined };

/**
 * Finds at most `limit` jobs after the cursor in the order of relevance. The first jobs are ranked by their features,
 * and the others follow by tier and date. Only the first page is ranked. Its cursor holds the ends of the ids of the
 * ranked jobs that follow, so that pages neither repeat nor skip jobs, whatever changes meanwhile.
 */
export async function findRankedJobs(
  db: BoardDatabase,
  search: Search,
  after: Cursor | undefined,
  limit: number,
): Promise<FoundJob[]> {
  const rest = after && parseRest(after.key);
  if (after && !rest) return findJobs(db, { ...search, order: 'match' }, after, limit);
  const { jobs, last } = rest
    ? { jobs: await openJobs(db, rest.ends), last: rest.last }
    : await rankCandidates(db, search);
  const ends = jobs.map(({ id }) => endOf(id));
  const page = jobs.slice(0, limit).map(({ id, rank }, index) => ({
    id,
    rank,
    key: () => restKey({ ends: ends.slice(index + 1), last }),
  }));
  if (page.length === limit || !last) return page;
  return [
    ...page,
    ...(await findJobs(db, { ...search, order: 'match' }, last, limit - page.length)),
  ];
}

/**
 * The jobs with these ends that are still open, in the same order. Their rank is not read, because the order is already
 * known.
 */
async function openJobs(db: BoardDatabase, ends: string[]): Promise<FoundJob[]> {
  if (ends.length === 0) return [];
  const rows = await db.reads.run<{ id: string }>(
    'open_jobs',
    sql`select job_id as id from job_search where ${idEnd(job_search.job_id)} = any(${sql.param(ends)}::text[])`,
  );
  const open = new Map(rows.map(({ id }) => [endOf(id), id]));
  return ends.flatMap((end) => {
    const id = open.get(end);
    return id ? [{ id, rank: 0 }] : [];
  });
}

/**
 * Ranks the first jobs of a search.
 * @returns the jobs in order, and the position after which other jobs follow, if any
 */
export async function rankCandidates(
  db: BoardDatabase,
  { filters, match, intents, isGrouped = false }: Search,
): Promise<{ jobs: RankedJob[]; last: Cursor | undefined }> {
  const [candidates, statistics] = await Promise.all([
    findCandidates(db, { filters, match, enough: ENOUGH }, CANDIDATES),
    readStatistics(db),
  ]);
  const all = rankJobs(candidates, {
    // Leave out seniority, which has its own feature (`level`) and whose words are also searched.
    intents: intents
      .filter(({ kind }) => kind !== 'seniority')
      .flatMap(({ text }) => {
        const words = wordsOf(text);
        return [words, jobDictionary().canonical(words)];
      }),
    isForInterns: intents.some(({ value }) => value === 'internship'),
    companies: match.companies,
    names: match.names ?? new Set(),
    meanings: meaningsOf(match.readings),
    termShare: statistics.shares.heading,
    at: new Date(),
  });
  const ranked = isGrouped ? firstOfGroups(all) : all;
  const isForCompany = filters.company || match.tiers[0]?.rank === TIERS.indexOf('company');
  const final = candidates.at(-1);
  return {
    jobs: isForCompany ? ranked : spreadCompanies(ranked),
    last:
      final && candidates.length >= ENOUGH
        ? { key: positionKey('match', final), id: final.id }
        : undefined,
  };
}

/** Keeps only the first posting of each group. */
function firstOfGroups(jobs: RankedJob[]): RankedJob[] {
  const groups = new Set<string>();
  return jobs.filter(({ group }) => {
    const isFirst = !group || !groups.has(group);
    if (group) groups.add(group);
    return isFirst;
  });
}

/**
 * The end of an id. It stands for the id in cursors, because a page contains its cursor twice and must be short. With a
 * million jobs, one of 14,000 cursors has an end that another job has, too; its pages may show that job instead.
 */
const endOf = (id: string) => id.slice(-ID_END_LENGTH);

function restKey({ ends, last }: Rest): string {
  const encoded = Buffer.from(ends.join(''), 'hex').toString('base64url');
  return `r${last ? ` ${last.id} ${last.key}` : ''}${encoded && `\t${encoded}`}`;
}

const REST_KEY = /^r(?: (?<id>\S{36}) (?<key>[^\t]+))?(?:\t(?<ends>[\w-]+))?$/;

/** Parses the key of a job in the ranked part of the list; undefined if the text is a different key. */
function parseRest(text: string): Rest | undefined {
  const { ends = '', id, key } = { ...REST_KEY.exec(text)?.groups };
  const parts = splitEnds(ends);
  if (!parts || (parts.length === 0 && id === undefined)) return undefined;
  if (id === undefined || key === undefined) return { ends: parts, last: undefined };
  const isLast = isId(id) && isPositionKey('match')(key);
  return isLast ? { ends: parts, last: { key, id } } : undefined;
}

/** Splits base64url into ends of ids. Returns undefined if the text ends within one or has too many. */
function splitEnds(encoded: string): string[] | undefined {
  const digits = Buffer.from(encoded, 'base64url').toString('hex');
  const count = digits.length / ID_END_LENGTH;
  if (!Number.isInteger(count) || count > CANDIDATES) return undefined;
  return Array.from({ length: count }, (_, index) =>
    digits.slice(index * ID_END_LENGTH, (index + 1) * ID_END_LENGTH),
  );
}

/** Returns a function that checks whether the key of a cursor belongs to a list in this order. */
export function isCursorKey(order: JobOrder): (key: string) => boolean {
  const isPosition = isPositionKey(order);
  return (key) => isPosition(key) || (order === 'match' && parseRest(key) !== undefined);
}
