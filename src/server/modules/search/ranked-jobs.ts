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

/** Where the list goes on after a ranked job. A job that is gone stood at its index. */
function afterIndex(jobs: RankedJob[], { id, index }: RankedPosition): number {
  const at = jobs.findIndex((job) => job.id === id);
  return at === -1 ? index : at + 1;
}

/**
 * Ranks the first jobs of a search.
 * @returns the jobs in order, and the position after which other jobs follow, if any
 */
export async function rankCandidates(
  db: BoardDatabase,
  { filters, match, words, intents, within, isGrouped = false }: RankedSearch,
  at: Date,
): Promise<{ jobs: RankedJob[]; last: Omit<Position, 'part'> | undefined }> {
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
