import type { BoardDatabase } from '#server/db/client.ts';
import type { RankingList } from '#shared/contract/ranking.ts';
import type { SearchParameters } from './filters.ts';
import { understoodOf } from './intents.ts';
import type { RankedJob } from './rank-jobs.ts';
import { rankCandidates } from './ranked-jobs.ts';
import { TIERS } from './ranking-tiers.ts';
import { RANKING_VERSION, WEIGHTS } from './ranking-weights.ts';
import { parseSearch, searchJobs } from './search-jobs.ts';

/** Explains the order of the first results of a search: the tier, the features and the points of each result. */
export async function explainRanking(
  db: BoardDatabase,
  parameters: SearchParameters,
  limit: number,
): Promise<RankingList> {
  const page = { order: 'match', limit: 1, after: undefined, description: 'summary' } as const;
  const { correction } = await searchJobs(db, parameters, page);
  const q = correction?.applied ? correction.q : parameters.q;
  const { filters, parts, intents, conditions } = await parseSearch(db, { ...parameters, q });
  const understood = understoodOf(intents, filters.q);
  const about = { version: RANKING_VERSION, weights: WEIGHTS, understood };
  const { words } = conditions;
  const jobs: RankedJob[] = [];
  for (const { part, match } of parts) {
    if (!match || match.tiers.length === 0 || jobs.length >= limit) continue;
    const ranked = await rankCandidates(db, { filters, match, words, intents, part }, new Date());
    jobs.push(...ranked.jobs);
    // The jobs of this part that are not scored come before the next part.
    if (ranked.last) break;
  }
  const results = jobs.slice(0, limit).map(({ id, title, companyId, rank, features, score }) => ({
    id,
    title,
    company: companyId,
    tier: TIERS[rank] ?? '',
    score,
    features,
  }));
  return { ...about, results };
}
