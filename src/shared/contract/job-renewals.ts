import { z } from 'zod';
import { JOB_ADMINS } from '#shared/domain/roles.ts';
import { companyName } from './companies.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { closingDate, job } from './job-responses.ts';
import { jsonSchemas } from './json-schema.ts';
import { DAYS_OPEN, id, idParams, nothing } from './parameters.ts';

const INVALID_TOKEN = 'must be the token of a link in a mail';

/** The token of a mailed link, which `createRenewalToken` writes. */
const token = z
  .string(INVALID_TOKEN)
  .regex(/^[\w-]{70}$/, INVALID_TOKEN)
  .register(jsonSchemas, { json: { type: 'string', pattern: '^[\\w-]{70}$' } })
  .describe('The token in the link of a mail that asks whether the job is still open.')
  .meta({ example: 'AZmhxFPYexaPLA2eaktMFQE1Ja4BmaHEU9h7Fo8sH3o7XJ0xpvG1Jk9hZ0mV3cXq4tRwBg' });

const renewal = z.object({ token }).meta({ id: 'RenewalToken' });

const jobRenewal = z
  .object({
    id,
    title: z.string(),
    company: companyName.nullable().describe('Null if the job was deleted.'),
    validthrough: closingDate.meta({ example: '2026-11-30' }),
    renewable: z
      .boolean()
      .describe('Whether the token can renew or close the job.')
      .meta({ example: true }),
    detail: z
      .string()
      .describe('Why the token cannot renew or close the job, or what a renewal does.')
      .meta({ example: 'If you renew it, it closes on 24 January 2027.' }),
  })
  .meta({ id: 'JobRenewal', description: 'A job that the link in a mail renews or closes.' });

export type JobRenewal = z.infer<typeof jobRenewal>;

const reminders = z
  .object({
    reminders: z
      .boolean('must be true or false')
      .describe('Whether the caller gets emails before jobs close, and when they have closed.')
      .meta({ example: true }),
  })
  .meta({ id: 'Reminders' });

export const jobRenewalEndpoints = {
  'POST /api/job-renewals/read': {
    operationId: 'readJobRenewal',
    summary:
      'Returns the job that the token of a mailed link renews or closes, and changes nothing',
    access: 'public',
    body: renewal,
    response: jobRenewal,
    errors: [400, 404],
  },
  'POST /api/job-renewals': {
    operationId: 'renewJobByToken',
    invalidates: ['jobs'],
    summary: `Renews a job by the token of a mailed link: it then closes in ${DAYS_OPEN}. The token works while the job is open and has the closing date that the mail names, and its recipient may edit the job`,
    access: 'public',
    body: renewal,
    response: jobRenewal,
    errors: [400, 404, 409, 410],
    example: {
      response: {
        validthrough: '2027-01-24',
        renewable: false,
        detail: 'This job is already renewed: it is open until 24 January 2027.',
      },
    },
  },
  'POST /api/job-renewals/close': {
    operationId: 'closeJobByToken',
    invalidates: ['jobs'],
    summary:
      'Closes a job by the token of a mailed link, under the same conditions as a renewal by the token',
    access: 'public',
    body: renewal,
    response: jobRenewal,
    errors: [400, 404, 409, 410],
    example: {
      response: {
        renewable: false,
        detail: 'This job closed on 24 November 2026. Log in to reopen it.',
      },
    },
  },
  'POST /api/jobs/:id/renew': {
    operationId: 'renewJob',
    invalidates: ['jobs'],
    summary: `Renews an open job of the caller’s company, or any for a site admin: it then closes in ${DAYS_OPEN}`,
    access: JOB_ADMINS,
    params: idParams,
    etag: 'checked',
    response: job,
    errors: [400, 401, 403, 404, 409, 410, 412],
  },
  'GET /api/reminders': {
    operationId: 'getReminders',
    summary: 'Returns whether the caller gets emails about the closing dates of jobs',
    access: JOB_ADMINS,
    response: reminders,
    errors: [401, 403],
  },
  'PUT /api/reminders': {
    operationId: 'setReminders',
    summary: 'Chooses whether the caller gets emails about the closing dates of jobs',
    access: JOB_ADMINS,
    body: reminders,
    success: 204,
    response: nothing,
    errors: [400, 401, 403],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
