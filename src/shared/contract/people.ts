import { z } from 'zod';
import { ROLES } from '#shared/domain/roles.ts';
import { TEAM_ROLES } from '#shared/domain/team-roles.ts';
import { BLOCK_REASON_LENGTH, MAX_EXACT_COUNT, PEOPLE_PER_PAGE } from '#shared/limits.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import {
  choice,
  count,
  csvText,
  cursor,
  givenId,
  id,
  idParams,
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
    id: z.string().describe('The subject (`sub`) at the identity provider.'),
    name: z.string(),
    email: z.string().describe('The address that the person has entered, which nobody has proven.'),
    verifiedemail: z
      .string()
      .describe('The address that the identity provider has verified; empty if there is none.'),
    role: z.enum(ROLES),
    company: z
      .string()
      .describe('The id of the company for which the person acts; empty if there is none.'),
    companyname: z.string(),
    companies: z
      .array(z.object({ id, name: z.string(), role: z.enum(TEAM_ROLES) }))
      .describe('The companies in whose teams the person is.'),
    created: moment,
    lastsignin: moment
      .nullable()
      .describe(
        'When the person last signed in or a page renewed their session, to the hour; null if it is not known.',
      ),
    sessions: count.describe('The number of sessions at the embedded identity provider.'),
    blocked: z
      .object({ since: moment, reason: z.string() })
      .nullable()
      .describe('Null unless the person is blocked.'),
  })
  .meta({ id: 'Person' });

export type Person = z.infer<typeof person>;

/** The orders of the list. The first is the default. */
export const PEOPLE_ORDERS = ['newest', 'lastsignin'] as const;

const filters = {
  q: queryText().describe('A part of the name, of an address or of the id.'),
  role: choice(ROLES),
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
  },
  'POST /api/admin/people/:id/role': {
    operationId: 'assignRole',
    summary: 'Assigns a role to a person. The last site admin keeps the role',
    access: ['siteadmin'],
    params: idParams,
    body: z
      .object({
        role: z.enum(ROLES, `must be one of ${ROLES.join(', ')}`),
        company: givenId('company')
          .optional()
          .describe('The company for which a company admin acts. Only for this role.'),
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
    params: idParams,
    body: z
      .object({
        reason: nonBlankText(BLOCK_REASON_LENGTH).trim().describe('Why, for site admins.'),
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
    params: idParams,
    success: 204,
    response: nothing,
    errors: [401, 403, 404, 409],
  },
  'POST /api/admin/people/:id/end-sessions': {
    operationId: 'endSessionsOfPerson',
    summary:
      'Ends all sessions of a person at the embedded identity provider. Their access tokens end at once',
    access: ['siteadmin'],
    params: idParams,
    success: 204,
    response: nothing,
    errors: [401, 403, 404],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
