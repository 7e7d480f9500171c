import { z } from 'zod';
import { COMPANIES_PER_PAGE } from '#shared/constants/limits.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { cursor, idParams, wholeNumber } from './parameters.ts';

/** What a list of jobs tells of each job's company. */
export const companyName = z.object({ id: z.string(), name: z.string(), logo: z.string() });

const companyFacts = z.object({
  id: z.string(),
  name: z.string(),
  website: z.string(),
  logo: z.string(),
});

export const company = companyFacts.extend({
  /** Markdown, or the form that was asked for. */
  description: z.string(),
});

export type Company = z.infer<typeof company>;

const companyInList = companyFacts.extend({
  /** Markdown; for `description=summary` the beginning of its plain text, for `none` nothing. */
  description: z.string(),
  /** Whether `description` is only the beginning. */
  truncated: z.boolean(),
});

export type CompanyInList = z.infer<typeof companyInList>;

const companyList = z.object({
  results: z.array(companyInList),
  next: z.string().optional(),
});

export const companyEndpoints = {
  'GET /api/companies': {
    summary: 'Companies by name',
    query: z.object({
      limit: wholeNumber(COMPANIES_PER_PAGE),
      cursor: cursor(),
      // A choice of companies needs their names alone.
      description: z.enum(['markdown', 'summary', 'none']).default('markdown'),
    }),
    reply: companyList,
    errors: [400],
  },
  'GET /api/companies/:id': {
    summary: 'One company',
    params: idParams,
    query: z.object({ description: z.enum(['markdown', 'html']).default('markdown') }),
    reply: company,
    errors: [400, 404],
  },
} satisfies Record<EndpointKey, Endpoint>;
