import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import { wordsOf } from '#server/content/dictionary/words.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import type { JobPart } from '#shared/domain/job-search.ts';
import type { JobFilters } from './filters.ts';
import type { Intent } from './intents.ts';
import { type FoundJob, findCandidates, findInPart, type PartOfResult } from './job-query.ts';
import { CANDIDATES, type Position, type RankedPosition, rankedKey } from './list-position.ts';
import { meaningsOf, type RankedJob, rankJobs, spreadCompanies } from './rank-jobs.ts';
import { type Match, type SearchedWords, TIERS } from './ranking-tiers.ts';
import { readStatistics } from './statistics.ts';

/**
 * If at least this many jobs match in their headings, jobs that match only in their descriptions are not ranked by
 * their features.
 */
const ENOUGH = 50;

/** A part of the result of a search with words. */
export type RankedSearch = {
  filters: JobFilters;
  match: Match;
  words: SearchedWords | undefined;
  intents: Intent[];
  part: JobPart;
  isGrouped?: boolean | undefined;
  within?: PartOfResult | undefined;
};

/** A job that was found, with the key of a cursor after it if it was ranked. */
export type FoundRankedJob = FoundJob & { key?: () => string };

/**
 * Finds at most `limit` jobs of a part after a position, in the order of relevance. The first jobs are ranked by their
 * features, and the others follow by tier and date. Each page ranks them again as of the moment of the first page, so
 * that pages neither repeat nor skip jobs as long as no job changes.
 */
export async function findRankedJobs(
  db: BoardDatabase,
  search: RankedSearch,
  after: Position | RankedPosition | undefined,
  limit: number,
): Promise<FoundRankedJob[]> {
  const ordered = { ...search, order: 'match' as const };
  if (after && 'date' in after) return findInPart(db, ordered, after, limit);
  const rankedAt = after?.rankedAt ?? new Date();
  const { jobs, last } = await rankCandidates(db, search, rankedAt);
  const start = after ? afterIndex(jobs, after) : 0;
  const page = jobs.slice(start, start + limit).map(({ id, rank }, at) => ({
    id,
    rank,
    key: () => rankedKey({ part: search.part, index: start + at, rankedAt }),
  }));
  if (page.length === limit || !last) return page;
  return [...page, ...(await findInPart(db, ordered, last, limit - page.length))];
}

/**
 * Finds at most `limit` jobs of a part up to and including a position, the last one first. Without a position, begins at
 * the end of the part. The jobs that follow the ranked ones have no moment of a ranking, so the ranked ones are then
 * ranked as of now.
 */
export async function findRankedJobsBackwards(
  db: BoardDatabase,
  search: RankedSearch,
  upTo: Position | RankedPosition | undefined,
  limit: number,
): Promise<FoundRankedJob[]> {
  const isRanked = upTo !== undefined && 'rankedAt' in upTo;
  const rankedAt = isRanked ? upTo.rankedAt : new Date();
  const ordered = { ...search, order: 'match' as const, backwards: true };
  const [{ jobs, last, candidates }, behind] = await Promise.all([
    rankCandidates(db, search, rankedAt),
    isRanked ? [] : findInPart(db, ordered, upTo, limit),
  ]);
  // All jobs before the last candidate are candidates.
  const end = last ? behind.findIndex(({ id }) => candidates.has(id)) : 0;
  const others = end === -1 ? behind : behind.slice(0, end);
  const ranked = jobs
    .slice(0, isRanked ? afterIndex(jobs, upTo) : undefined)
    .map(({ id, rank }, index) => ({
      id,
      rank,
      key: () => rankedKey({ part: search.part, index, rankedAt }),
    }));
  return [...others, ...ranked.reverse()].slice(0, limit);
}

/** Where the list goes on after a ranked job. A job that is gone stood at its index. */
function afterIndex(jobs: RankedJob[], { id, index }: RankedPosition): number {
  const at = jobs.findIndex((job) => job.id === id);
  return at === -1 ? index : at + 1;
}

/**
 * Ranks the first jobs of a search.
 * @returns the jobs in order, the ids of all that were compared, and the position after which other jobs follow, if any
 */
export async function rankCandidates(
  db: BoardDatabase,
  { filters, match, words, intents, within, isGrouped = false }: RankedSearch,
  at: Date,
): Promise<{
  jobs: RankedJob[];
  candidates: Set<string>;
  last: Omit<Position, 'part'> | undefined;
}> {
  const outside = within && { ...within, isOutsideGroups: isGrouped };
  const [candidates, statistics] = await Promise.all([
    findCandidates(db, { filters, match, within: outside, enough: ENOUGH }, CANDIDATES),
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
    companies: words?.companies ?? [],
    names: words?.names ?? new Set(),
    meanings: meaningsOf(words?.readings ?? []),
    termShare: statistics.shares.heading,
    at,
  });
  const ranked = isGrouped ? firstOfGroups(all) : all;
  const isForCompany = filters.company || match.tiers[0]?.rank === TIERS.indexOf('company');
  const final = candidates.at(-1);
  return {
    jobs: isForCompany ? ranked : spreadCompanies(ranked),
    candidates: new Set(candidates.map(({ id }) => id)),
    last: candidates.length >= ENOUGH ? final : undefined,
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
