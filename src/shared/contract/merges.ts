import { z } from 'zod';
import { COMPANY_ADMINS } from '#shared/domain/roles.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { count, givenId, id, idParams } from './parameters.ts';

const merged = z
  .object({
    company: z.object({ id, name: z.string() }).describe('The company that remains.'),
    jobs: count.describe('The number of jobs that the merge moved.'),
    duplicates: count.describe(
      'The number of jobs that both companies had from the same source. The merge keeps one of each two.',
    ),
    members: count.describe(
      'The number of people from the team of the former company who are now in the team of the remaining one.',
    ),
  })
  .meta({ id: 'MergedCompany', description: 'What a merge of two companies did.' });

export type MergedCompany = z.infer<typeof merged>;

export const mergeEndpoints = {
  'POST /api/companies/:id/merge': {
    operationId: 'mergeCompanies',
    invalidates: ['companies', 'jobs'],
    summary:
      'Merges a company into another one: its jobs and its team move, and its addresses redirect',
    access: COMPANY_ADMINS,
    params: idParams,
    body: z
      .object({ into: givenId('company').describe('The company that remains.') })
      .meta({ id: 'CompanyMerge' }),
    response: merged,
    errors: [400, 401, 403, 404],
  },
} satisfies Record<EndpointKey, Endpoint>;
