import { z } from 'zod';
import { MAILS_PER_PAGE } from '#shared/limits.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { count, cursor, id, idParams, next, nothing, wholeNumber } from './parameters.ts';

const moment = z.iso.datetime();

const failedMail = z
  .object({
    id,
    to: z.string().describe('The address of the recipient.'),
    subject: z.string(),
    status: z
      .enum(['failed', 'unknown'])
      .describe(
        '`failed`: it was not sent. `unknown`: the mail server may have accepted it before the connection broke.',
      ),
    reason: z.string().describe('Why the last attempt failed; perhaps a text of the mail server.'),
    attempts: count,
    created: moment,
    resendable: z
      .boolean()
      .describe('Whether it can be sent again. A mail that has expired cannot.'),
  })
  .meta({ id: 'FailedMail' });

export type FailedMail = z.infer<typeof failedMail>;

const mailList = z
  .object({
    sending: z
      .enum(['on', 'paused', 'restored', 'off'])
      .describe(
        '`paused`: by a site admin. `restored`: since the board was restored from a backup. `off`: no mail server is configured.',
      ),
    waiting: count.describe('The number of mails that are waiting to be sent.'),
    results: z.array(failedMail),
    next,
  })
  .meta({ id: 'FailedMailList', description: 'A page of mails that need attention.' });

export type MailList = z.infer<typeof mailList>;

export const mailEndpoints = {
  'GET /api/admin/mails': {
    operationId: 'listFailedMails',
    summary: 'Lists mails that were not sent, or perhaps not, the latest first',
    access: ['siteadmin'],
    query: z.object({ limit: wholeNumber(MAILS_PER_PAGE), cursor: cursor() }),
    response: mailList,
    errors: [400, 401, 403],
  },
  'POST /api/admin/mails/:id/resend': {
    operationId: 'resendMail',
    summary: 'Sends a mail again that was not sent, or perhaps not',
    access: ['siteadmin'],
    params: idParams,
    success: 204,
    response: nothing,
    errors: [401, 403, 404, 409],
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
