import { z } from 'zod';
import { ROLES } from '#shared/domain/roles.ts';
import { TEAM_ROLES } from '#shared/domain/team-roles.ts';
import { BLOCK_REASON_LENGTH, MAX_EXACT_COUNT } from '#shared/limits.ts';
import { PEOPLE_PER_PAGE } from '#shared/page-sizes.ts';
import { accountParams, EXAMPLE_ACCOUNT_ID, EXAMPLE_ACCOUNT_NAME } from './accounts.ts';
import { companyId, EXAMPLE_COMPANY_ID } from './companies.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import {
  choice,
  count,
  csvText,
  cursor,
  givenId,
  next,
  nonBlankText,
  nothing,
  offset,
  queryText,
  wholeNumber,
} from './parameters.ts';

const moment = z.iso.datetime();

const person = z
  .object({
    id: z
      .string()
      .describe('The subject (`sub`) at the identity provider.')
      .meta({ example: EXAMPLE_ACCOUNT_ID }),
    name: z.string().meta({ example: EXAMPLE_ACCOUNT_NAME }),
    email: z.string().describe('The address that the person has entered, which nobody has proven.'),
    verifiedemail: z
      .string()
      .describe('The address that the identity provider has verified; empty if there is none.')
      .meta({ example: 'ada@harbour-looms.example' }),
    role: z.enum(ROLES).meta({ example: 'companyadmin' }),
    company: z
      .string()
      .describe('The id of the company for which the person acts; empty if there is none.')
      .meta({ example: EXAMPLE_COMPANY_ID }),
    companyname: z.string(),
    companies: z
      .array(z.object({ id: companyId, name: z.string(), role: z.enum(TEAM_ROLES) }))
      .describe('The companies in whose teams the person is.'),
    created: moment.meta({ example: '2026-11-02T09:30:00.000Z' }),
    lastsignin: moment
      .nullable()
      .describe(
        'When the person last signed in or a page renewed their session, to the hour; null if it is not known.',
      ),
    sessions: count.describe('The number of sessions at the embedded identity provider.'),
    blocked: z
      .object({ since: moment, reason: z.string() })
      .nullable()
      .describe('Null unless the person is blocked.')
      .meta({ example: null }),
  })
  .meta({ id: 'Person' });

export type Person = z.infer<typeof person>;

/** The orders of the list. The first is the default. */
export const PEOPLE_ORDERS = ['newest', 'lastsignin'] as const;

const filters = {
  q: queryText()
    .describe('A part of the name, of an address or of the id.')
    .meta({ example: 'ada' }),
  role: choice(ROLES).meta({ example: 'companyadmin' }),
  company: queryText().describe('The id of a company in whose team the person is.'),
  blocked: choice(['true', 'false']).describe('Whether the person is blocked.'),
  sort: choice(PEOPLE_ORDERS).describe(
    '`newest`: the newest account first, which is the default. `lastsignin`: who signed in last first.',
  ),
};

const peopleCount = count.describe(
  `The number of people in the list; at most ${MAX_EXACT_COUNT + 1}.`,
);

const peopleList = z
  .object({ results: z.array(person), next, offset, total: peopleCount })
  .meta({ id: 'PeopleList', description: 'A page of people.' });

export const peopleEndpoints = {
  'GET /api/admin/people': {
    operationId: 'listPeople',
    summary: 'Lists people with their roles, companies and sessions',
    access: ['siteadmin'],
    query: z.object({ ...filters, limit: wholeNumber(PEOPLE_PER_PAGE), cursor: cursor() }),
    response: peopleList,
    errors: [400, 401, 403],
  },
  'GET /api/admin/people.csv': {
    operationId: 'downloadPeople',
    summary: 'Downloads the list of people as a file',
    access: ['siteadmin'],
    query: z.object(filters),
    format: 'csv',
    response: csvText,
    errors: [400, 401, 403],
    example: {
      response:
        '\ufeffID,Name,Email,Verified email,Role,Acts for,Companies,Created,Last sign-in,Sessions,Blocked since,Reason\r\nprovider|6f1d2c,Ada Marques,ada@harbour-looms.example,ada@harbour-looms.example,companyadmin,Harbour Looms,Harbour Looms (owner),2026-11-02T09:30:00.000Z,2026-11-20T09:30:00.000Z,1,,\r\n',
    },
  },
  'POST /api/admin/people/:id/role': {
    operationId: 'assignRole',
    summary: 'Assigns a role to a person. The last site admin keeps the role',
    access: ['siteadmin'],
    params: accountParams,
    body: z
      .object({
        role: z.enum(ROLES, `must be one of ${ROLES.join(', ')}`).meta({ example: 'companyadmin' }),
        company: givenId('company')
          .optional()
          .describe('The company for which a company admin acts. Only for this role.')
          .meta({ example: EXAMPLE_COMPANY_ID }),
      })
      .meta({ id: 'AssignedRole' }),
    success: 204,
    response: nothing,
    errors: [400, 401, 403, 404, 409],
  },
  'POST /api/admin/people/:id/block': {
    operationId: 'blockPerson',
    summary:
      'Blocks a person: their tokens are refused at once, their sessions end, and they cannot sign in',
    access: ['siteadmin'],
    params: accountParams,
    body: z
      .object({
        reason: nonBlankText(BLOCK_REASON_LENGTH)
          .trim()
          .describe('Why, for site admins.')
          .meta({ example: 'Posts jobs that ask applicants for money.' }),
      })
      .meta({ id: 'Block' }),
    success: 204,
    response: nothing,
    errors: [400, 401, 403, 404, 409],
  },
  'POST /api/admin/people/:id/unblock': {
    operationId: 'unblockPerson',
    summary: 'Lets a blocked person sign in again',
    access: ['siteadmin'],
    params: accountParams,
    success: 204,
    response: nothing,
    errors: [401, 403, 404, 409],
  },
  'POST /api/admin/people/:id/end-sessions': {
    operationId: 'endSessionsOfPerson',
    summary:
      'Ends all sessions of a person at the embedded identity provider. Their access tokens end at once',
    access: ['siteadmin'],
    params: accountParams,
    success: 204,
    response: nothing,
    errors: [401, 403, 404],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
