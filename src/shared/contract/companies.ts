import { z } from 'zod';
import {
  COMPANIES_PER_PAGE,
  COMPANY_NAME_LENGTH,
  DESCRIPTION_LENGTH,
} from '#shared/constants/limits.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import {
  cursor,
  idParams,
  line,
  nothing,
  optionalWebAddress,
  sameId,
  visibleWords,
  webAddress,
  wholeNumber,
} from './parameters.ts';

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

/** A picture on the web, one that was uploaded here, or none. */
const logo = optionalWebAddress((value) => /^\/(uploads|demo-logos)\/[\w-]+\.\w+$/.test(value));

/** What a site admin writes of a company. Spec section 5. */
const companyText = {
  name: line(COMPANY_NAME_LENGTH),
  description: visibleWords(DESCRIPTION_LENGTH),
  website: webAddress,
};

const newCompany = z.object({ ...companyText, logo: logo.default('') });

/** The logo stays where none is sent. */
const editedCompany = z.object({ ...companyText, id: sameId, logo: logo.optional() });

export type NewCompany = z.output<typeof newCompany>;
export type EditedCompany = z.output<typeof editedCompany>;

export const companyEndpoints = {
  'GET /api/companies': {
    summary: 'Companies by name',
    query: z.object({
      limit: wholeNumber(COMPANIES_PER_PAGE),
      cursor: cursor(),
      // A choice of companies needs their names alone.
      description: z.enum(['markdown', 'summary', 'none']).default('markdown'),
    }),
    shows: ['companies'],
    reply: companyList,
    errors: [400],
  },
  'GET /api/companies/:id': {
    summary: 'One company',
    params: idParams,
    query: z.object({ description: z.enum(['markdown', 'html']).default('markdown') }),
    version: 'tagged',
    shows: ['companies'],
    reply: company,
    errors: [400, 404],
  },
  'POST /api/companies': {
    changes: ['companies'],
    summary: 'Adds a company, for site admins',
    body: newCompany,
    creates: 'single',
    success: 201,
    version: 'tagged',
    reply: company,
    errors: [400, 401, 403, 409],
  },
  'PUT /api/companies/:id': {
    changes: ['companies'],
    summary: 'Updates a company, for site admins',
    params: idParams,
    body: editedCompany,
    version: 'guarded',
    reply: company,
    errors: [400, 401, 403, 404, 412],
  },
  'DELETE /api/companies/:id': {
    changes: ['companies', 'jobs'],
    summary: 'Deletes a company with its jobs, for site admins; its company admins become users',
    params: idParams,
    version: 'guarded',
    success: 204,
    reply: nothing,
    errors: [400, 401, 403, 404, 412],
  },
} satisfies Record<EndpointKey, Endpoint>;
