import { z } from 'zod';
import { ADMIN_COMPANY_FILTERS } from '#shared/domain/admin-companies.ts';
import { ADMIN_COMPANIES_PER_PAGE } from '#shared/page-sizes.ts';
import { EXAMPLE_ACCOUNT_ID, EXAMPLE_ACCOUNT_NAME } from './accounts.ts';
import { companyId, logoUrl, websitetext } from './companies.ts';
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
    id: companyId,
    name: z.string(),
    logo: logoUrl,
    website: z.string(),
    websitetext,
    created: z.iso.datetime().meta({ example: '2026-09-01T08:30:00.000Z' }),
    source: z
      .string()
      .describe('The system from which the company was imported; empty if it was not imported.'),
    jobs: count.describe('The number of open jobs.').meta({ example: 12 }),
    owners: z
      .array(
        z.object({
          id: z.string().meta({ example: EXAMPLE_ACCOUNT_ID }),
          name: z.string().meta({ example: EXAMPLE_ACCOUNT_NAME }),
          email: z.string(),
        }),
      )
      .describe('The owners of its team.'),
    editors: count.describe('The number of editors in its team.').meta({ example: 0 }),
    claims: count.describe('The number of claims that wait for a decision.').meta({ example: 0 }),
    duplicates: z
      .array(
        z.object({
          id: id.meta({ example: '01a20bb3-9c0d-7649-ad4a-6f2010386ae2' }),
          name: z.string().meta({ example: 'Harbour Looms Inc.' }),
        }),
      )
      .describe('Companies with the same name or the same website, at most three.'),
  })
  .meta({ id: 'AdministeredCompany', description: 'A company as site admins see it.' });

export type AdministeredCompany = z.infer<typeof administeredCompany>;

const filters = {
  q: queryText().describe('The start of any word of the name, or the id.'),
  show: choice(ADMIN_COMPANY_FILTERS)
    .describe(
      '`owned`: with an owner. `unowned`: without. `claimed`: with claims that wait for a decision. `duplicates`: with the name or website of another company.',
    )
    .meta({ example: 'duplicates' }),
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
    example: {
      response:
        '\ufeffID,Name,Website,Created,Source,Open jobs,Owners,Editors,Claims,Possible duplicates\r\n0198f3a2-6c1e-7d44-9b0a-5e2f8c71d306,Harbour Looms,https://harbour-looms.example,2026-09-01T08:30:00.000Z,,12,ada@harbour-looms.example,0,0,Harbour Looms Inc. (01a20bb3-9c0d-7649-ad4a-6f2010386ae2)\r\n',
    },
  },
} as const satisfies Record<EndpointKey, Endpoint>;
