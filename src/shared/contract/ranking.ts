import { z } from 'zod';
import { JOBS_PER_PAGE } from '#shared/page-sizes.ts';
import { EXAMPLE_COMPANY_ID } from './companies.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { understood } from './job-responses.ts';
import { jobSearch } from './jobs.ts';
import { wholeNumber } from './parameters.ts';

const features = z.record(z.string(), z.number());

const rankedJob = z
  .object({
    id: z.uuid(),
    title: z.string(),
    company: z.uuid().describe('The id of the company.').meta({ example: EXAMPLE_COMPANY_ID }),
    tier: z
      .string()
      .describe('The best tier that the job belongs to. `docs/ranking.md` describes the tiers.')
      .meta({ example: 'title' }),
    score: z
      .number()
      .describe(
        'The sum of the points of the tier and of the features multiplied by their weights.',
      )
      .meta({ example: 14.8 }),
    features: features
      .describe('Each from 0 to 1, except `level`, which is as low as -1 for another seniority.')
      .meta({ example: { coverage: 1, freshness: 0.8 } }),
  })
  .meta({
    id: 'RankedJob',
    description: 'A result of a search with the reasons for its position.',
  });

const rankingList = z
  .object({
    version: z.int().describe('The version of the weights.'),
    weights: features.meta({ example: { coverage: 5, freshness: 1 } }),
    understood: z.array(understood).meta({ example: [] }),
    results: z.array(rankedJob),
  })
  .meta({ id: 'RankingList', description: 'The first results of a search by relevance.' });

export type RankingList = z.infer<typeof rankingList>;

export const rankingEndpoints = {
  'GET /api/admin/ranking': {
    operationId: 'explainRanking',
    summary: 'Explains the order of the first results of a search, for site admins',
    access: ['siteadmin'],
    query: jobSearch.extend({ limit: wholeNumber(JOBS_PER_PAGE) }),
    response: rankingList,
    errors: [400, 401, 403],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
