import { z } from 'zod';
import { COMPANY_ADMINS } from '#shared/domain/roles.ts';
import { companyId, EXAMPLE_COMPANY_ID } from './companies.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { count, givenId, idParamsOf } from './parameters.ts';

const merged = z
  .object({
    company: z.object({ id: companyId, name: z.string() }).describe('The company that remains.'),
    jobs: count.describe('The number of jobs that the merge moved.').meta({ example: 12 }),
    duplicates: count
      .describe(
        'The number of jobs that both companies had from the same source. The merge keeps one of each two.',
      )
      .meta({ example: 0 }),
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
    params: idParamsOf('01a20bb3-9c0d-7649-ad4a-6f2010386ae2'),
    body: z
      .object({
        into: givenId('company')
          .describe('The company that remains.')
          .meta({ example: EXAMPLE_COMPANY_ID }),
      })
      .meta({ id: 'CompanyMerge' }),
    response: merged,
    errors: [400, 401, 403, 404],
  },
} satisfies Record<EndpointKey, Endpoint>;
