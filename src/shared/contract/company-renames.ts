import { z } from 'zod';
import { RENAME_STATES } from '#shared/domain/company-renames.ts';
import { JOB_ADMINS } from '#shared/domain/roles.ts';
import { companyName, companyParams, websitetext } from './companies.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { rejection } from './job-drafts.ts';
import { id, idParamsOf, nothing } from './parameters.ts';

const EXAMPLE_RENAME_ID = '01a31c4e-7d20-7a51-8f66-3b9d2e5c7a10';

const rename = z
  .object({
    id: id.meta({ example: EXAMPLE_RENAME_ID }),
    company: companyName
      .extend({ website: z.string(), websitetext })
      .describe('The company as it is.'),
    name: z
      .string()
      .describe('The requested name, or the current one if the name stays.')
      .meta({ example: 'Harbour Weavers' }),
    website: z
      .string()
      .describe('The requested website, or the current one if the website stays.')
      .meta({ example: 'https://harbour-weavers.example' }),
    websitetext,
    domain: z
      .string()
      .describe(
        'The domain whose email addresses prove claims after an approval, as people read it; empty if the website stays or proves nothing.',
      )
      .meta({ example: 'harbour-weavers.example' }),
    state: z.enum(RENAME_STATES).meta({ example: 'review' }),
    reason: z
      .string()
      .describe(
        'Why a site admin rejected the request or, in review, an earlier version of it; otherwise empty.',
      )
      .meta({ example: '' }),
    person: z
      .string()
      .describe('The name of the owner who asked; empty if it is not known.')
      .meta({ example: 'Grace Hopper' }),
    requested: z.iso.datetime().meta({ example: '2026-11-20T09:30:00.000Z' }),
    version: z.int().positive().describe('The revision, which `If-Match` names.'),
    confusable: z
      .boolean()
      .describe(
        'Whether the requested name mixes letters of several scripts, or the domain of the website has letters beyond a to z.',
      )
      .meta({ example: false }),
    existing: z
      .array(
        companyName.extend({
          similar: z.boolean().describe('Whether people may take one name for the other.'),
        }),
      )
      .describe('Other companies with a similar name or with the domain of the website.')
      .meta({ example: [] }),
  })
  .meta({
    id: 'CompanyRename',
    description: 'A request of an owner to change the name or website of their company.',
  });

export type CompanyRename = z.infer<typeof rename>;

const params = idParamsOf(EXAMPLE_RENAME_ID);

const OWNER = 'for an owner of the company or a site admin';

export const companyRenameEndpoints = {
  'GET /api/companies/:id/renames': {
    operationId: 'listCompanyRenames',
    summary: `Lists the request to change the name or website of a company that is in review or rejected, ${OWNER}. A company has at most one`,
    access: JOB_ADMINS,
    params: companyParams,
    response: z.object({ results: z.array(rename) }).meta({ id: 'CompanyRenameList' }),
    errors: [400, 401, 403, 404],
  },
  'GET /api/renames/:id': {
    operationId: 'getRename',
    summary: `Returns a request to change the name or website of a company, ${OWNER}`,
    access: JOB_ADMINS,
    params,
    etag: 'returned',
    response: rename,
    errors: [400, 401, 403, 404],
  },
  'DELETE /api/renames/:id': {
    operationId: 'deleteRename',
    summary:
      'Withdraws a request to change the name or website of a company, or removes a rejected one, for an owner of the company or a site admin',
    access: JOB_ADMINS,
    params,
    etag: 'checked',
    success: 204,
    response: nothing,
    errors: [400, 401, 403, 404, 412],
  },
  'POST /api/renames/:id/approve': {
    operationId: 'approveRename',
    invalidates: ['companies'],
    summary:
      'Gives a company the requested name and website. The website then counts as one that a site admin has entered',
    access: ['siteadmin'],
    params,
    etag: 'checked',
    success: 204,
    response: nothing,
    errors: [400, 401, 403, 404, 409],
  },
  'POST /api/renames/:id/reject': {
    operationId: 'rejectRename',
    summary:
      'Rejects the new name or website of a company with a reason, which its owners get by mail',
    access: ['siteadmin'],
    params,
    etag: 'checked',
    body: rejection,
    success: 204,
    response: nothing,
    errors: [400, 401, 403, 404, 409],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
