import { z } from 'zod';
import { COMPANY_ORDERS } from '#shared/domain/company-orders.ts';
import { COMPANY_SIZES } from '#shared/domain/company-sizes.ts';
import { COMPANY_ADMINS, JOB_ADMINS } from '#shared/domain/roles.ts';
import {
  COMPANY_NAME_LENGTH,
  DESCRIPTION_LENGTH,
  EARLIEST_FOUNDING,
  INDUSTRY_LENGTH,
  LOCATION_LENGTH,
  MAX_COMPANY_PLACES,
  MAX_EXACT_COUNT,
  MAX_PROFILE_LINKS,
  MAX_PROFILE_PLACES,
  URL_LENGTH,
} from '#shared/limits.ts';
import { COMPANIES_PER_PAGE } from '#shared/page-sizes.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import {
  choice,
  count,
  cursor,
  httpsAddress,
  id,
  idParamsOf,
  next,
  nonBlankText,
  nothing,
  offset,
  optionalLine,
  optionalWebAddress,
  queryText,
  sameId,
  singleLine,
  webAddress,
  wholeNumber,
} from './parameters.ts';

/** The id of the company in the examples of the API description. */
export const EXAMPLE_COMPANY_ID = '0198f3a2-6c1e-7d44-9b0a-5e2f8c71d306';

/** The `id` of a company in a path. */
export const companyParams = idParamsOf(EXAMPLE_COMPANY_ID);

/** The id of a company in a response. */
export const companyId = id.meta({ example: EXAMPLE_COMPANY_ID });

export const logoUrl = z
  .string()
  .describe('An absolute URL, or a path on this site; empty if the company has no logo.')
  .meta({
    example: '/uploads/8d5f0c2b7e41a6930c8e4f5d1b2a79631d0e8f4c5b6a7982e1f3d4c5b6a79801.webp',
  });

export const companyName = z
  .object({ id: companyId, name: z.string(), logo: logoUrl })
  .meta({ id: 'CompanyName', description: 'The company of a job in a list.' });

/** The description of the company in the examples. */
export const EXAMPLE_COMPANY_DESCRIPTION = 'We weave sailcloth by the sea, and have since 1921.';

export const websitetext = z
  .string()
  .optional()
  .describe(
    'The website as people read it, only if it differs from `website`: a domain is in letters beyond ASCII, unless it mixes scripts.',
  )
  .meta({ example: 'https://bücher.example' });

const companyFields = z.object({
  id: companyId,
  name: z.string(),
  website: z.string().describe('The company’s website; empty if unknown.'),
  websitetext,
  logo: logoUrl,
});

export const company = companyFields
  .extend({
    description: z
      .string()
      .describe('Markdown, or the format that the query parameter `description` requests.')
      .meta({ example: EXAMPLE_COMPANY_DESCRIPTION }),
  })
  .meta({ id: 'Company' });

export type Company = z.infer<typeof company>;

const PLACES = 'Where the company is, as it says itself.';
const LINKS = 'The https URLs of its pages at other sites.';
const EXAMPLE_LINKS = ['https://video.example/harbour-looms'];

const companyWithProfile = company
  .extend({
    industry: z.string().describe('What the company works in; empty if unknown.').meta({
      example: 'Textiles',
    }),
    size: z
      .enum(['', ...COMPANY_SIZES])
      .describe('The number of people who work there; empty if unknown.')
      .meta({ example: '51-200' }),
    founded: z
      .int()
      .nullable()
      .describe('The year of the founding; null if unknown.')
      .meta({ example: 1921 }),
    places: z
      .array(z.string())
      .describe(PLACES)
      .meta({ example: ['Bergen, Norway'] }),
    links: z.array(z.string()).describe(LINKS).meta({ example: EXAMPLE_LINKS }),
    linktexts: z
      .array(z.string())
      .optional()
      .describe('The links as people read them, like `websitetext`; only if one differs.')
      .meta({ example: EXAMPLE_LINKS }),
  })
  .meta({ id: 'CompanyProfile', description: 'A company with its profile.' });

export type CompanyProfile = z.infer<typeof companyWithProfile>;

const companyListItem = companyFields
  .extend({
    description: z
      .string()
      .describe(
        'Markdown. With `description=summary`, the start of the plain text; with `none`, empty.',
      )
      .meta({ example: EXAMPLE_COMPANY_DESCRIPTION }),
    truncated: z.boolean().describe('Whether `description` is shortened.'),
    jobs: count
      .optional()
      .describe('The number of open jobs; only returned with `counts`.')
      .meta({ example: 3 }),
  })
  .meta({ id: 'CompanyListItem', description: 'A company in a list.' });

export type CompanyListItem = z.infer<typeof companyListItem>;

const companyFigures = z
  .object({
    jobs: count.describe('The number of open jobs.'),
    pay: count.describe('How many of them state their pay.'),
    visa: count.describe('How many of them offer to sponsor a visa.').meta({ example: 0 }),
    places: z
      .array(
        z.object({
          place: z.string().describe('To search for its jobs, send it as `location`.'),
          jobs: count,
        }),
      )
      .describe(`The ${MAX_COMPANY_PLACES} places with the most open jobs.`),
  })
  .meta({ id: 'CompanyFigures', description: 'Figures of the open jobs of a company.' });

export type CompanyFigures = z.infer<typeof companyFigures>;

const companyList = z
  .object({
    results: z.array(companyListItem),
    total: count
      .optional()
      .describe(
        `The number of companies on all pages, exact up to ${MAX_EXACT_COUNT}; only returned with \`counts\`. ${MAX_EXACT_COUNT + 1} means any larger number.`,
      )
      .meta({ example: 2 }),
    offset,
    next,
  })
  .meta({ id: 'CompanyList', description: 'A page of companies.' });

/** An absolute URL, the path of an uploaded logo, or empty. */
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
).meta({
  example: '/uploads/8d5f0c2b7e41a6930c8e4f5d1b2a79631d0e8f4c5b6a7982e1f3d4c5b6a79801.webp',
});

const LOGO = 'An absolute URL, the `url` that `POST /api/upload` returned, or empty.';

/** The fields of a new company. Spec: "Forms". */
const editableFields = {
  name: singleLine(COMPANY_NAME_LENGTH).meta({ example: 'Harbour Looms' }),
  description: nonBlankText(DESCRIPTION_LENGTH)
    .describe('Markdown')
    .meta({ example: EXAMPLE_COMPANY_DESCRIPTION }),
  website: webAddress.meta({ example: 'https://harbour-looms.example' }),
};

/** The current year, in which the newest companies were founded. A server runs longer than a year. */
const latestFounding = () => new Date().getUTCFullYear();
const founded = () => `must be a year from ${EARLIEST_FOUNDING} to ${latestFounding()}`;
const MANY_PLACES = `must be at most ${MAX_PROFILE_PLACES} places`;
const MANY_LINKS = `must be at most ${MAX_PROFILE_LINKS} web addresses`;

/** The fields of a company's profile. */
const profileFields = {
  industry: optionalLine(INDUSTRY_LENGTH)
    .describe('What the company works in, or empty.')
    .meta({ example: 'Textiles' }),
  size: z
    .enum(['', ...COMPANY_SIZES], `must be one of ${COMPANY_SIZES.join(', ')}`)
    .describe('The number of people who work there, or empty.')
    .meta({ example: '51-200' }),
  founded: z
    .int({ error: founded })
    .min(EARLIEST_FOUNDING, { error: founded })
    .refine((year) => year <= latestFounding(), { error: founded })
    .meta({ maximum: latestFounding() })
    .nullable()
    .describe('The year of the founding, or null.')
    .meta({ example: 1921 }),
  places: z
    .array(singleLine(LOCATION_LENGTH), 'must be a list of places')
    .max(MAX_PROFILE_PLACES, MANY_PLACES)
    .describe(PLACES)
    .meta({ example: ['Bergen, Norway'] }),
  links: z
    .array(httpsAddress, 'must be a list of web addresses')
    .max(MAX_PROFILE_LINKS, MANY_LINKS)
    .transform((links) => [...new Set(links)])
    .describe(LINKS)
    .meta({ example: EXAMPLE_LINKS }),
};

const newCompany = z
  .object({
    ...editableFields,
    logo: logo.default('').describe(LOGO),
    industry: profileFields.industry.default(''),
    size: profileFields.size.default(''),
    founded: profileFields.founded.default(null),
    places: profileFields.places.default([]),
    links: profileFields.links.default([]),
  })
  .meta({ id: 'NewCompany' });

const editedCompany = z
  .object({
    ...editableFields,
    id: sameId,
    website: optionalWebAddress()
      .describe('Empty only if the stored one is empty, as an import may leave it.')
      .meta({ example: 'https://harbour-looms.example' }),
    logo: logo.optional().describe(`${LOGO} If absent, the stored logo remains.`),
    // An older client does not know these fields and must not clear them.
    industry: profileFields.industry.optional(),
    size: profileFields.size.optional(),
    founded: profileFields.founded.optional(),
    places: profileFields.places.optional(),
    links: profileFields.links.optional(),
  })
  .meta({ id: 'EditedCompany' });

/** A company that a person registers. Its logo is uploaded afterwards. */
export const registration = z.object(editableFields).meta({ id: 'Registration' });

export type NewCompany = z.output<typeof newCompany>;
export type EditedCompany = z.output<typeof editedCompany>;

export const companyEndpoints = {
  'GET /api/companies': {
    operationId: 'listCompanies',
    summary: 'Lists companies',
    access: 'public',
    query: z.object({
      limit: wholeNumber(COMPANIES_PER_PAGE),
      cursor: cursor(),
      // `none` is for select boxes, which need only the names.
      description: z
        .enum(['markdown', 'summary', 'none'])
        .default('markdown')
        .meta({ example: 'summary' }),
      q: queryText()
        .describe('The start of any word of the name, or several words of it.')
        .meta({ example: 'loom' }),
      sort: choice(COMPANY_ORDERS)
        .describe('The order: by name (default), or the companies with the most open jobs first.')
        .meta({ example: 'jobs' }),
      counts: choice(['true'])
        .describe(
          'Include the number of open jobs of each company, and the total number of companies.',
        )
        .meta({ example: 'true' }),
    }),
    dependsOn: ['companies'],
    response: companyList,
    errors: [400],
  },
  'GET /api/companies/:id': {
    operationId: 'getCompany',
    summary: 'Returns a company',
    access: 'public',
    params: companyParams,
    query: z.object({
      description: z.enum(['markdown', 'html']).default('markdown').meta({ example: 'markdown' }),
    }),
    etag: 'returned',
    dependsOn: ['companies'],
    response: companyWithProfile,
    errors: [400, 404],
  },
  'GET /api/companies/:id/figures': {
    operationId: 'getCompanyFigures',
    summary:
      'Counts the open jobs of a company: those in each place, with stated pay, and with a visa. The counts may be up to an hour old',
    access: 'public',
    params: companyParams,
    dependsOn: ['companies'],
    response: companyFigures,
    errors: [400, 404],
  },
  'POST /api/companies': {
    operationId: 'createCompany',
    invalidates: ['companies'],
    summary: 'Adds a company',
    access: COMPANY_ADMINS,
    body: newCompany,
    idempotent: true,
    success: 201,
    etag: 'returned',
    response: companyWithProfile,
    errors: [400, 401, 403, 409],
  },
  'PUT /api/companies/:id': {
    operationId: 'updateCompany',
    invalidates: ['companies'],
    summary:
      'Updates a company, as its owner or a site admin. A new name or website that an owner sends waits for a site admin; the other fields change at once. The current name and website leave a waiting request as it is; `DELETE /api/renames/{id}` withdraws it. Absent fields keep their values',
    access: JOB_ADMINS,
    params: companyParams,
    body: editedCompany,
    etag: 'checked',
    response: companyWithProfile,
    errors: [400, 401, 403, 404, 412],
  },
  'DELETE /api/companies/:id': {
    operationId: 'deleteCompany',
    invalidates: ['companies', 'jobs'],
    summary: 'Deletes a company with its jobs, and gives its company admins the role of a user',
    access: COMPANY_ADMINS,
    params: companyParams,
    etag: 'checked',
    success: 204,
    response: nothing,
    errors: [400, 401, 403, 404, 412],
  },
  'POST /api/companies/:id/restore': {
    operationId: 'restoreCompany',
    invalidates: ['companies', 'jobs'],
    summary:
      'Restores a company that was deleted within the last hour, with its jobs and company admins',
    access: COMPANY_ADMINS,
    params: companyParams,
    etag: 'returned',
    response: companyWithProfile,
    errors: [400, 401, 403, 404, 409, 410],
  },
} satisfies Record<EndpointKey, Endpoint>;
