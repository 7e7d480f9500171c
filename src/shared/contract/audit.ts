import { z } from 'zod';
import { AUDIT_ACTIONS, AUDIT_ACTORS, AUDITED_KINDS } from '#shared/domain/audit.ts';
import { EVENTS_PER_PAGE } from '#shared/page-sizes.ts';
import { EXAMPLE_ACCOUNT_ID, EXAMPLE_ACCOUNT_NAME } from './accounts.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import {
  choice,
  count,
  csvText,
  cursor,
  idParamsOf,
  next,
  queryDate,
  queryText,
  wholeNumber,
} from './parameters.ts';

const actor = z
  .object({
    kind: z
      .enum(['person', 'deleted', 'program', 'outside'])
      .describe(
        '`deleted`: a person whose account was deleted. `program`: a command or a task of the board. `outside`: the database was changed directly.',
      ),
    id: z
      .string()
      .describe('The account id, the actor key of a deleted person, or the name of the program.')
      .meta({ example: EXAMPLE_ACCOUNT_ID }),
    name: z
      .string()
      .describe('The person’s name; empty if the person has entered none.')
      .meta({ example: EXAMPLE_ACCOUNT_NAME }),
    email: z.string(),
  })
  .meta({ id: 'Actor', description: 'Who made a change.' });

const event = z
  .object({
    id: count.meta({ example: 42 }),
    at: z.iso.datetime().meta({ example: '2026-11-25T08:30:00.000Z' }),
    actor,
    action: z.enum(AUDIT_ACTIONS).meta({ example: 'update' }),
    kind: z.enum(AUDITED_KINDS).meta({ example: 'job' }),
    thing: z
      .string()
      .describe('The id of the changed row.')
      .meta({ example: '0199a1c4-53d8-7b16-8f2c-0d9e6a4b7c15' }),
    name: z
      .string()
      .describe('The title or name of the changed row; may be empty.')
      .meta({ example: 'Master weaver' }),
    act: z
      .string()
      .describe(
        'What was done, if the kind and the action do not say it, such as `approve` for a draft, `close` for a job or `block` for an account; otherwise empty.',
      )
      .meta({ example: '' }),
    company: z
      .string()
      .describe(
        'The company to which the row belongs, or into which a company was merged; empty if there is none.',
      )
      .meta({ example: 'Harbour Looms' }),
    role: z
      .string()
      .describe('The role after a change of an account or a membership; otherwise empty.')
      .meta({ example: '' }),
    fields: z
      .array(z.string())
      .describe('The fields that an update changed, except those that change with every write.')
      .meta({ example: ['title'] }),
    restorable: z
      .boolean()
      .describe(
        'Whether the event can be undone: it deleted a job or a company, merged companies, or changed settings, a page or a category, and they have not changed since.',
      ),
  })
  .meta({ id: 'AuditEvent' });

export type AuditEvent = z.infer<typeof event>;

const change = z.object({
  field: z.string().meta({ example: 'title' }),
  before: z
    .string()
    .nullable()
    .describe('The value as text; null if there was none.')
    .meta({ example: 'Weaver' }),
  after: z.string().nullable().meta({ example: 'Master weaver' }),
});

const wholeEvent = event.extend({ changes: z.array(change) }).meta({
  id: 'WholeAuditEvent',
  description: 'An event with the values before and after the change.',
});

export type WholeAuditEvent = z.infer<typeof wholeEvent>;

const restored = z
  .object({
    kind: z.enum(['job', 'company', 'settings', 'page', 'category']).meta({ example: 'company' }),
    id: z
      .string()
      .describe(
        'The id of the job or the company, the slug of the page or the category, or `board`.',
      )
      .meta({ example: '0199a1c4-53d8-7b16-8f2c-0d9e6a4b7c15' }),
    name: z.string(),
    jobs: count
      .describe('The number of jobs that were restored or moved back with a company.')
      .meta({ example: 12 }),
    drafts: count.describe('The number of unpublished jobs that were restored with a company.'),
    sources: count.describe('The number of sources that were restored, paused, with a company.'),
    members: count.describe('The number of people who act for the company again.'),
    left: z
      .object({
        logo: z
          .boolean()
          .describe('Whether the company’s logo is left out, because its file no longer exists.'),
        jobs: count
          .describe('The number of jobs that are left out, because they exist again.')
          .meta({ example: 0 }),
        members: count
          .describe(
            'The number of people who are left out, because their accounts have changed since.',
          )
          .meta({ example: 0 }),
      })
      .describe('What was not restored.'),
  })
  .meta({ id: 'Restored' });

export type RestoredThing = z.infer<typeof restored>;

const filters = {
  q: queryText().describe(
    'The id of a changed row, a URL that contains it, or the id or email address of a person. For a person, lists what the person did and what concerns their account.',
  ),
  kind: choice(AUDITED_KINDS).meta({ example: 'job' }),
  action: choice(AUDIT_ACTIONS).meta({ example: 'update' }),
  by: choice(AUDIT_ACTORS).describe(
    'Who made the change. `tasks`: what the board does by itself, such as closing jobs. `outside`: the database was changed directly.',
  ),
  from: queryDate().describe('The first day (UTC).'),
  to: queryDate().describe('The last day (UTC).'),
};

export const auditEndpoints = {
  'GET /api/admin/audit': {
    operationId: 'listAuditEvents',
    summary: 'Lists changes of jobs, companies and roles, the latest first',
    access: ['siteadmin'],
    query: z.object({ ...filters, limit: wholeNumber(EVENTS_PER_PAGE), cursor: cursor() }),
    response: z
      .object({ results: z.array(event), next })
      .meta({ id: 'AuditEventList', description: 'A page of the audit trail.' }),
    errors: [400, 401, 403],
  },
  'GET /api/admin/audit.csv': {
    operationId: 'downloadAuditEvents',
    summary: 'Downloads the audit trail as a file',
    access: ['siteadmin'],
    query: z.object(filters),
    format: 'csv',
    response: csvText,
    errors: [400, 401, 403],
    example: {
      response: '\ufeffEvent,When,Who,Name,Email,Action,Kind,ID,Title or name,Changes\r\n',
    },
  },
  'GET /api/admin/audit/:id': {
    operationId: 'getAuditEvent',
    summary: 'Returns a change with the values before and after',
    access: ['siteadmin'],
    params: idParamsOf('42'),
    response: wholeEvent,
    errors: [401, 403, 404],
  },
  'POST /api/admin/audit/:id/restore': {
    operationId: 'restoreDeleted',
    invalidates: ['companies', 'jobs'],
    summary:
      'Restores the job or the company that an event deleted, however long ago, or undoes a merge',
    access: ['siteadmin'],
    params: idParamsOf('43'),
    response: restored,
    errors: [401, 403, 404, 409],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
