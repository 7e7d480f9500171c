import { z } from 'zod';
import { MODERATIONS } from '#shared/domain/board-rules.ts';
import { INBOX_ITEM_PATTERN, INBOX_KINDS } from '#shared/domain/inbox.ts';
import { INBOX_ITEMS_PER_PAGE } from '#shared/page-sizes.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { choice, count, cursor, id, next, nothing, text, wholeNumber } from './parameters.ts';

const moment = z.iso.datetime();

const kind = z
  .enum(INBOX_KINDS)
  .describe(
    '`registration`: a new company, with its first job. `claim`: a person wants to act for an existing company. `rename`: an owner wants to change the name or website of their company. `edit`: a change of a published job. `report`: all open reports of one job. `question`: a source waits for an approval, or asks whether many jobs may close.',
  )
  .meta({ example: 'job' });

const item = z
  .object({
    kind,
    id: id.describe(
      'The id of the claim, the request for another name, the unpublished job, the reported job or the source.',
    ),
    since: moment.describe('Since when it waits; for several reports, since the first one.'),
    title: z.string().describe('The title of the job, or the name of the company.').meta({
      example: 'Master weaver',
    }),
    company: z.string().meta({ example: 'Harbour Looms' }),
    person: z
      .string()
      .describe('The name of the person who asks; empty if it is not known.')
      .meta({ example: 'Grace Hopper' }),
    reports: count.describe('The number of reports; 0 for other kinds.').meta({ example: 0 }),
    version: z
      .int()
      .positive()
      .nullable()
      .describe('The version that a decision sends as `If-Match`; null for reports.'),
  })
  .meta({ id: 'InboxItem', description: 'Something that waits for a decision of a site admin.' });

export type InboxItem = z.infer<typeof item>;

const inbox = z
  .object({
    total: count.describe('The number of items of all kinds.'),
    counts: z
      .object(Object.fromEntries(INBOX_KINDS.map((name) => [name, count])) as Counts)
      .describe('The number of items of each kind.'),
    oldest: moment
      .nullable()
      .describe('Since when the oldest item waits; null if nothing waits.')
      .meta({ example: '2026-11-20T09:30:00.000Z' }),
    results: z.array(item),
    ended: z
      .string()
      .describe('What ended the named `item`; empty while it waits, and without `item`.')
      .meta({ example: '' }),
    digest: z.boolean().describe('Whether the caller wants emails about what waits.'),
    frequency: z
      .enum(MODERATIONS)
      .describe('How often the board sends these emails.')
      .meta({ example: 'daily' }),
    mail: z.boolean().describe('Whether the board can send emails.'),
    next,
  })
  .meta({ id: 'Inbox' });

type Counts = { [Kind in (typeof INBOX_KINDS)[number]]: typeof count };

export type Inbox = z.infer<typeof inbox>;

export const inboxEndpoints = {
  'GET /api/admin/inbox': {
    operationId: 'listInbox',
    summary: 'Lists everything that waits for a decision of a site admin, the oldest first',
    access: ['siteadmin'],
    query: z.object({
      kind: choice(INBOX_KINDS).describe('Only items of this kind.').meta({ example: 'job' }),
      item: text(60, { pattern: INBOX_ITEM_PATTERN }, 'must be sent at most once')
        .regex(new RegExp(INBOX_ITEM_PATTERN), 'must be a kind, a hyphen and an id')
        .optional()
        .describe('A kind, a hyphen and an id: the response says what ended this item.')
        .meta({ example: 'job-0199d2e6-4b70-7f35-9c18-6a0e3d5b8f42' }),
      limit: wholeNumber(INBOX_ITEMS_PER_PAGE),
      cursor: cursor(),
    }),
    response: inbox,
    errors: [400, 401, 403],
  },
  'PUT /api/admin/inbox/digest': {
    operationId: 'setInboxDigest',
    summary: 'Chooses whether the caller gets emails about what waits',
    access: ['siteadmin'],
    body: z
      .object({ digest: z.boolean('must be true or false').meta({ example: true }) })
      .meta({ id: 'InboxDigest' }),
    success: 204,
    response: nothing,
    errors: [400, 401, 403],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
