import { z } from 'zod';
import {
  COMPANIES_PER_PAGE,
  COMPANY_NAME_LENGTH,
  DESCRIPTION_LENGTH,
  URL_LENGTH,
} from '#shared/constants/limits.ts';
import { COMPANY_ADMINS } from '#shared/constants/roles.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import {
  cursor,
  id,
  idParams,
  next,
  nonBlankText,
  nothing,
  optionalWebAddress,
  sameId,
  singleLine,
  webAddress,
  wholeNumber,
} from './parameters.ts';

const shownLogo = z
  .string()
  .describe('A picture on the web, or a path on this site; empty where there is none.');

export const companyName = z
  .object({ id, name: z.string(), logo: shownLogo })
  .meta({ id: 'CompanyName', description: 'What a list of jobs tells of each job’s company.' });

const companyFacts = z.object({
  id,
  name: z.string(),
  website: z.string().describe('Its address on the web; empty where that is not known.'),
  logo: shownLogo,
});

export const company = companyFacts
  .extend({ description: z.string().describe('Markdown, or the form that was asked for.') })
  .meta({ id: 'Company' });

export type Company = z.infer<typeof company>;

const companyListItem = companyFacts
  .extend({
    description: z
      .string()
      .describe(
        'Markdown; for `description=summary` the beginning of its plain text, for `none` nothing.',
      ),
    truncated: z.boolean().describe('Whether `description` is only the beginning.'),
  })
  .meta({ id: 'CompanyListItem', description: 'A company as the list of them shows it.' });

export type CompanyListItem = z.infer<typeof companyListItem>;

const companyList = z
  .object({ results: z.array(companyListItem), next })
  .meta({ id: 'CompanyList', description: 'A page of companies.' });

/** A picture on the web, one that was uploaded here, or none. */
const logo = optionalWebAddress(
  (value) => /^\/(uploads|demo-logos)\/[\w-]+\.\w+$/.test(value),
  [
    {
      type: 'string',
      maxLength: URL_LENGTH,
      pattern: '^\\s*\\/(uploads|demo-logos)\\/[A-Za-z0-9_\\-]+\\.[A-Za-z0-9_]+\\s*$',
      'x-opaque': true,
    },
  ],
);

const LOGO = 'A picture on the web, the `url` that `POST /api/upload` has answered, or nothing.';

/** What a site admin writes of a company. Spec: "Forms". */
const companyText = {
  name: singleLine(COMPANY_NAME_LENGTH),
  description: nonBlankText(DESCRIPTION_LENGTH).describe('Markdown'),
  website: webAddress,
};

const newCompany = z
  .object({ ...companyText, logo: logo.default('').describe(LOGO) })
  .meta({ id: 'NewCompany' });

const editedCompany = z
  .object({
    ...companyText,
    id: sameId,
    logo: logo.optional().describe(`${LOGO} It stays where none is sent.`),
  })
  .meta({ id: 'EditedCompany' });

export type NewCompany = z.output<typeof newCompany>;
export type EditedCompany = z.output<typeof editedCompany>;

export const companyEndpoints = {
  'GET /api/companies': {
    operationId: 'listCompanies',
    summary: 'Companies by name',
    access: 'public',
    query: z.object({
      limit: wholeNumber(COMPANIES_PER_PAGE),
      cursor: cursor(),
      // A choice of companies needs their names alone.
      description: z.enum(['markdown', 'summary', 'none']).default('markdown'),
    }),
    dependsOn: ['companies'],
    response: companyList,
    errors: [400],
  },
  'GET /api/companies/:id': {
    operationId: 'getCompany',
    summary: 'One company',
    access: 'public',
    params: idParams,
    query: z.object({ description: z.enum(['markdown', 'html']).default('markdown') }),
    etag: 'returned',
    dependsOn: ['companies'],
    response: company,
    errors: [400, 404],
  },
  'POST /api/companies': {
    operationId: 'createCompany',
    invalidates: ['companies'],
    summary: 'Adds a company, for site admins',
    access: COMPANY_ADMINS,
    body: newCompany,
    idempotent: true,
    success: 201,
    etag: 'returned',
    response: company,
    errors: [400, 401, 403, 409],
  },
  'PUT /api/companies/:id': {
    operationId: 'updateCompany',
    invalidates: ['companies'],
    summary: 'Updates a company, for site admins',
    access: COMPANY_ADMINS,
    params: idParams,
    body: editedCompany,
    etag: 'checked',
    response: company,
    errors: [400, 401, 403, 404, 412],
  },
  'DELETE /api/companies/:id': {
    operationId: 'deleteCompany',
    invalidates: ['companies', 'jobs'],
    summary: 'Deletes a company with its jobs, for site admins; its company admins become users',
    access: COMPANY_ADMINS,
    params: idParams,
    etag: 'checked',
    success: 204,
    response: nothing,
    errors: [400, 401, 403, 404, 412],
  },
} satisfies Record<EndpointKey, Endpoint>;
