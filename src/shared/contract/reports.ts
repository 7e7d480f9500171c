import { z } from 'zod';
import {
  ANSWER_LENGTH,
  MAX_OPEN_REPORTS,
  REPORT_LENGTH,
  REPORT_REASONS,
} from '#shared/domain/reports.ts';
import { ROLES } from '#shared/domain/roles.ts';
import { JOBS_PER_PAGE } from '#shared/page-sizes.ts';
import { EXAMPLE_ACCOUNT_ID, EXAMPLE_ACCOUNT_NAME } from './accounts.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import {
  count,
  cursor,
  givenId,
  id,
  idParams,
  next,
  nothing,
  optionalEmailAddress,
  queryText,
  text,
  wholeNumber,
} from './parameters.ts';

const moment = z.iso.datetime();

const EXAMPLE_REPORT_ID = '0199c9e2-4b1f-7d33-8a60-2c7e5f9d1b48';

const EXAMPLE_REPORT = 'The employer says that the job is filled.';

const reason = z
  .enum(REPORT_REASONS, 'must be one of the reasons')
  .describe(
    '`scam`: the job is fraud. `closed`: it is filled, or was withdrawn. `wrong`: something that it states is wrong. `discriminating`: it excludes people unlawfully.',
  )
  .meta({ example: 'closed' });

export const jobReport = z
  .object({
    reason,
    text: text(REPORT_LENGTH)
      .trim()
      .default('')
      .describe('What is wrong, in the visitor’s words.')
      .meta({ example: EXAMPLE_REPORT }),
    email: optionalEmailAddress
      .default('')
      .describe(
        'The address to which the answer of a site admin is mailed; empty for no answer. It is deleted when the report is resolved.',
      ),
  })
  .meta({ id: 'NewJobReport' });

export type NewJobReport = z.output<typeof jobReport>;

const report = z
  .object({
    id: id.meta({ example: EXAMPLE_REPORT_ID }),
    reason,
    text: z.string().meta({ example: EXAMPLE_REPORT }),
    answerable: z.boolean().describe('Whether the reporter left an address.'),
    created: moment,
  })
  .meta({ id: 'JobReport' });

const reportedJob = z
  .object({
    job: id,
    title: z.string().describe('The title at the time of the first report.'),
    companyname: z.string(),
    state: z.enum(['open', 'closed', 'deleted']),
    author: z
      .object({
        id: z.string().meta({ example: EXAMPLE_ACCOUNT_ID }),
        name: z.string().meta({ example: EXAMPLE_ACCOUNT_NAME }),
        role: z.enum(ROLES).meta({ example: 'companyadmin' }),
        isblocked: z.boolean().meta({ example: false }),
      })
      .nullable()
      .describe('The person who posted the job; null if it was imported, or nobody is known.'),
    reports: z.array(report).max(MAX_OPEN_REPORTS).describe('The open reports, the oldest first.'),
  })
  .meta({ id: 'ReportedJob' });

export type ReportedJob = z.infer<typeof reportedJob>;

const COUNT = `must be 1 to ${MAX_OPEN_REPORTS} ids`;

const resolution = z
  .object({
    reports: z
      .array(givenId('report'), COUNT)
      .min(1, COUNT)
      .max(MAX_OPEN_REPORTS, COUNT)
      .describe('The ids of the reports to resolve. Reports that have arrived since stay open.')
      .meta({ example: [EXAMPLE_REPORT_ID] }),
    answer: text(ANSWER_LENGTH)
      .trim()
      .default('')
      .describe('Sent by mail to the reporters who left an address; empty for no answer.')
      .meta({ example: 'Thank you. We have closed the job.' }),
  })
  .meta({ id: 'ReportResolution' });

export const reportEndpoints = {
  'POST /api/jobs/:id/reports': {
    operationId: 'reportJob',
    summary: 'Reports an open job to the site admins. Nobody needs to sign in',
    access: 'public',
    rateLimit: 'report',
    params: idParams,
    body: jobReport,
    success: 204,
    response: nothing,
    errors: [400, 404, 409, 410, 429],
  },
  'GET /api/reported-jobs': {
    operationId: 'listReportedJobs',
    summary: 'Lists jobs with open reports, the earliest report first',
    access: ['siteadmin'],
    query: z.object({
      job: queryText().describe('Only the job with this id.'),
      limit: wholeNumber(JOBS_PER_PAGE),
      cursor: cursor(),
    }),
    response: z
      .object({
        total: count.describe('The number of jobs on all pages.'),
        results: z.array(reportedJob),
        next,
      })
      .meta({ id: 'ReportedJobList' }),
    errors: [400, 401, 403],
  },
  'POST /api/reported-jobs/:id/resolve': {
    operationId: 'resolveReports',
    summary: 'Resolves reports of a job, and answers those who left an address',
    access: ['siteadmin'],
    params: idParams,
    body: resolution,
    success: 204,
    response: nothing,
    errors: [400, 401, 403, 404, 409, 503],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
