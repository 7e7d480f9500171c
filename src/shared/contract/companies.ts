import { z } from 'zod';
import { COMPANIES_PER_PAGE } from '#shared/constants/limits.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { cursor, idParams, wholeNumber } from './parameters.ts';

/** What a list of jobs tells of each job's company. */
export const companyName = z.object({ id: z.string(), name: z.string(), logo: z.string() });

export const company = z.object({
  id: z.string(),
  name: z.string(),
  /** Markdown, or the form that was asked for. */
  description: z.string(),
  website: z.string(),
  logo: z.string(),
});

export type Company = z.infer<typeof company>;

const companyList = z.object({
  results: z.array(company),
  next: z.string().optional(),
});

export type CompanyList = z.infer<typeof companyList>;

/** `none` leaves the description empty: a choice of companies needs their names alone. */
const descriptionForm = z.enum(['markdown', 'html', 'none']).default('markdown');

export const companyEndpoints = {
  'GET /api/companies': {
    summary: 'Companies by name',
    query: z.object({
      limit: wholeNumber(COMPANIES_PER_PAGE),
      cursor: cursor(),
      description: descriptionForm,
    }),
    reply: companyList,
    errors: [400],
  },
  'GET /api/companies/:id': {
    summary: 'One company',
    params: idParams,
    query: z.object({ description: descriptionForm }),
    reply: company,
    errors: [400, 404],
  },
} satisfies Record<EndpointKey, Endpoint>;
