import { z } from 'zod';
import { ADMIN_COMPANY_FILTERS } from '#shared/domain/admin-companies.ts';
import { ADMIN_COMPANIES_PER_PAGE } from '#shared/limits.ts';
import { logoUrl } from './companies.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import {
  choice,
  count,
  csvText,
  cursor,
  id,
  next,
  offset,
  queryText,
  wholeNumber,
} from './parameters.ts';

const administeredCompany = z
  .object({
    id,
    name: z.string(),
    logo: logoUrl,
    website: z.string(),
    created: z.iso.datetime(),
    source: z
      .string()
      .describe('The system from which the company was imported; empty if it was not imported.'),
    jobs: count.describe('The number of open jobs.'),
    owners: z
      .array(z.object({ id: z.string(), name: z.string(), email: z.string() }))
      .describe('The owners of its team.'),
    editors: count.describe('The number of editors in its team.'),
    claims: count.describe('The number of claims that wait for a decision.'),
    duplicates: z
      .array(z.object({ id, name: z.string() }))
      .describe('Companies with the same name or the same website, at most three.'),
  })
  .meta({ id: 'AdministeredCompany', description: 'A company as site admins see it.' });

export type AdministeredCompany = z.infer<typeof administeredCompany>;

const filters = {
  q: queryText().describe('The start of any word of the name, or the id.'),
  show: choice(ADMIN_COMPANY_FILTERS).describe(
    '`owned`: with an owner. `unowned`: without. `claimed`: with claims that wait for a decision. `duplicates`: with the name or website of another company.',
  ),
};

export const administeredCompanyEndpoints = {
  'GET /api/admin/companies': {
    operationId: 'listAdministeredCompanies',
    summary: 'Lists companies with their teams, claims and possible duplicates, by name',
    access: ['siteadmin'],
    query: z.object({
      ...filters,
      limit: wholeNumber(ADMIN_COMPANIES_PER_PAGE),
      cursor: cursor(),
    }),
    response: z
      .object({ results: z.array(administeredCompany), next, offset, total: count })
      .meta({ id: 'AdministeredCompanyList' }),
    errors: [400, 401, 403],
  },
  'GET /api/admin/companies.csv': {
    operationId: 'downloadCompanies',
    summary: 'Downloads the list of companies as a file',
    access: ['siteadmin'],
    query: z.object(filters),
    format: 'csv',
    response: csvText,
    errors: [400, 401, 403],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
