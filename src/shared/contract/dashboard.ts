import { z } from 'zod';
import { DASHBOARD_STATES, type DashboardState } from '#shared/domain/dashboard.ts';
import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import { JOB_ORDERS } from '#shared/domain/job-search.ts';
import { JOB_ADMINS } from '#shared/domain/roles.ts';
import { CLOSING_SOON_DAYS, MAX_EXACT_COUNT } from '#shared/limits.ts';
import { JOBS_PER_PAGE } from '#shared/page-sizes.ts';
import { companyName } from './companies.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { CLOSE_REASONS, closesat, closingDate, correction, postingIssue } from './job-responses.ts';
import { jobSearch } from './jobs.ts';
import { choice, count, cursor, id, next, offset, wholeNumber } from './parameters.ts';

const moment = z.iso.datetime();

const STATES = `\`draft\`, \`review\` and \`rejected\` are unpublished jobs, and \`closing\` are the open jobs that close within ${CLOSING_SOON_DAYS} days.`;

const dashboardJob = z
  .object({
    id,
    title: z.string(),
    type: z.enum(EMPLOYMENT_TYPES),
    location: z.string(),
    company: companyName,
    posted: moment
      .nullable()
      .describe('When the job was posted; null if it is unpublished.')
      .meta({ example: '2026-10-02T08:30:00.000Z' }),
    updated: moment,
    validthrough: closingDate
      .nullable()
      .describe(
        'The closing date; empty if the job has none, and null if it is set at the publication.',
      ),
    closesat,
    closedat: moment.nullable().meta({ example: null }),
    closedby: z.enum(CLOSE_REASONS).nullable().meta({ example: null }),
    reason: z.string().describe('Why a site admin rejected the job; empty in other states.'),
    issues: z
      .array(postingIssue)
      .describe('What an open job lacks for Google’s job search; empty in other states.'),
  })
  .meta({ id: 'DashboardJob', description: 'A job of an employer, in any state.' });

export type DashboardJob = z.infer<typeof dashboardJob>;

const dashboard = z
  .object({
    counts: z
      .object({
        open: count.meta({ example: 12 }),
        closing: count.meta({ example: 2 }),
        draft: count,
        review: count,
        rejected: count,
        closed: count,
      } satisfies Record<DashboardState, z.ZodType>)
      .describe(
        `The number of jobs in each state, whatever the search is. ${MAX_EXACT_COUNT + 1} means any larger number.`,
      ),
    total: count
      .describe('The number of jobs on all pages, with the same maximum as the counts.')
      .meta({ example: 2 }),
    results: z.array(dashboardJob),
    correction: correction.optional(),
    offset,
    next,
  })
  .meta({ id: 'Dashboard', description: 'A page of the jobs in one state.' });

export type Dashboard = z.infer<typeof dashboard>;

export const dashboardEndpoints = {
  'GET /api/dashboard': {
    operationId: 'getDashboard',
    summary:
      'Lists the jobs of the caller’s company in one state, or all for a site admin, and counts those in each state',
    access: JOB_ADMINS,
    query: jobSearch.extend({
      state: choice(DASHBOARD_STATES)
        .describe(
          `Which jobs are listed. Default: \`open\`. ${STATES} For these and for \`closed\`, only \`q\`, a part of the title, and \`company\` apply.`,
        )
        .meta({ example: 'closing' }),
      sort: choice(JOB_ORDERS).describe('The order of open jobs.'),
      limit: wholeNumber(JOBS_PER_PAGE),
      cursor: cursor(),
    }),
    response: dashboard,
    errors: [400, 401, 403],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
