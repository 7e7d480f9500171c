import { z } from 'zod';
import { MAX_EXACT_COUNT } from '#shared/limits.ts';
import { MAILS_PER_PAGE } from '#shared/page-sizes.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import {
  choice,
  count,
  csvText,
  cursor,
  id,
  idParamsOf,
  next,
  nothing,
  offset,
  queryText,
  wholeNumber,
} from './parameters.ts';

const moment = z.iso.datetime();

/** The states of a mail, as site admins see them. */
export const LISTED_MAIL_STATUSES = ['queued', 'sent', 'captured', 'failed', 'unknown'] as const;

/** The values of the filter. Without it, the list has the mails that need attention. */
export const MAIL_FILTERS = ['all', ...LISTED_MAIL_STATUSES] as const;

const EXAMPLE_MAIL_ID = '0199b2d7-8e41-7c3a-a5f6-3b9d0c7e2a14';

const mail = z
  .object({
    id: id.meta({ example: EXAMPLE_MAIL_ID }),
    to: z
      .string()
      .describe('The address of the recipient.')
      .meta({ example: 'ines@harbour-looms.example' }),
    subject: z.string().meta({ example: 'Your sign-in code' }),
    status: z
      .enum(LISTED_MAIL_STATUSES)
      .describe(
        '`queued`: it waits to be sent. `sent`: the mail server has accepted it. `captured`: it does not leave the board, because no mail server is configured. `failed`: it was not sent. `unknown`: the mail server may have accepted it before the connection broke.',
      )
      .meta({ example: 'failed' }),
    reason: z
      .string()
      .describe('Why the last attempt failed. It may be the text of the mail server.')
      .meta({ example: '550 5.1.1 No such user' }),
    attempts: count,
    created: moment,
    resendable: z
      .boolean()
      .describe(
        'Whether the mail can be sent again: it failed or may not have been sent, and it has not expired.',
      )
      .meta({ example: true }),
  })
  .meta({ id: 'Mail' });

export type Mail = z.infer<typeof mail>;

const mailList = z
  .object({
    sending: z
      .enum(['on', 'paused', 'restored', 'off'])
      .describe(
        '`paused`: by a site admin. `restored`: since the board was restored from a backup. `off`: no mail server is configured.',
      ),
    waiting: count
      .describe('The number of mails that are waiting to be sent.')
      .meta({ example: 2 }),
    results: z.array(mail),
    next,
    offset,
    total: count.describe(`The number of mails in the list; at most ${MAX_EXACT_COUNT + 1}.`),
  })
  .meta({ id: 'MailList', description: 'A page of mails, without their content.' });

const filters = {
  status: choice(MAIL_FILTERS)
    .describe(
      'The state of the mails. By default, the list has those that need attention: `failed` and `unknown`.',
    )
    .meta({ example: 'failed' }),
  q: queryText().describe('A part of the recipient’s address or of the subject.'),
};

export type MailList = z.infer<typeof mailList>;

export const mailEndpoints = {
  'GET /api/admin/mails': {
    operationId: 'listMails',
    summary: 'Lists mails without their content, the latest first',
    access: ['siteadmin'],
    query: z.object({ ...filters, limit: wholeNumber(MAILS_PER_PAGE), cursor: cursor() }),
    response: mailList,
    errors: [400, 401, 403],
  },
  'GET /api/admin/mails.csv': {
    operationId: 'downloadMails',
    summary: 'Downloads the list of mails as a file, without their content',
    access: ['siteadmin'],
    query: z.object(filters),
    format: 'csv',
    response: csvText,
    errors: [400, 401, 403],
    example: {
      response:
        '\ufeffID,To,Subject,Status,Reason,Attempts,Created\r\n0199b2d7-8e41-7c3a-a5f6-3b9d0c7e2a14,ines@harbour-looms.example,Your sign-in code,failed,550 5.1.1 No such user,1,2026-11-20T09:30:00.000Z\r\n',
    },
  },
  'POST /api/admin/mails/:id/resend': {
    operationId: 'resendMail',
    summary: 'Sends an email again that was not sent, or may not have been sent',
    access: ['siteadmin'],
    params: idParamsOf(EXAMPLE_MAIL_ID),
    success: 204,
    response: nothing,
    errors: [401, 403, 404, 409],
  },
  'POST /api/admin/mails/test': {
    operationId: 'sendTestMail',
    summary: 'Queues a test mail to the verified address of the caller',
    access: ['siteadmin'],
    success: 204,
    response: nothing,
    errors: [401, 403, 409],
  },
  'POST /api/admin/mails/pause': {
    operationId: 'pauseMails',
    summary: 'Sends no mails until they are resumed',
    access: ['siteadmin'],
    success: 204,
    response: nothing,
    errors: [401, 403],
  },
  'POST /api/admin/mails/resume': {
    operationId: 'resumeMails',
    summary: 'Sends the waiting mails and new ones again',
    access: ['siteadmin'],
    success: 204,
    response: nothing,
    errors: [401, 403],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
