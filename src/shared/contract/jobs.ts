import { z } from 'zod';
import { EMPLOYMENT_TYPES } from '#shared/constants/employment-types.ts';
import { JOB_ORDERS, POSTED_DAYS } from '#shared/constants/job-search.ts';
import { JOBS_PER_PAGE } from '#shared/constants/limits.ts';
import { JOB_ADMINS } from '#shared/constants/roles.ts';
import { SALARY_RANGES } from '#shared/constants/salary-ranges.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { editedJob, newJob, reopenedJob } from './job-requests.ts';
import {
  closedJob,
  closedJobList,
  countedCompanyList,
  countedPlaceList,
  job,
  jobCounts,
  jobList,
  postingIssueList,
} from './job-responses.ts';
import {
  choice,
  cursor,
  dollars,
  idParams,
  nothing,
  queryText,
  wholeNumber,
} from './parameters.ts';

/** Any text is taken for a value; what no job has, finds nothing. */
const oneOf = (values: readonly string[]) => `Exactly as the jobs have it: ${values.join(', ')}.`;

/** What jobs are searched by; the jobs page takes the same. */
export const jobSearch = z.object({
  salary: queryText().describe(oneOf(SALARY_RANGES.map(({ value }) => value))),
  type: queryText().describe(oneOf(EMPLOYMENT_TYPES)),
  company: queryText().describe('The id of a company.'),
  q: queryText().describe('Words, "phrases", -unwanted ones, and `or` between two.'),
  location: queryText().describe('Words of a place.'),
  remote: choice(['true']).describe('Beside `location`: remote jobs that state no place too.'),
  minsalary: dollars().describe(
    'Dollars a year that the job may reach, as a number or as people write one: `$100,000`, `100k`.',
  ),
  nosalary: choice(['true']).describe(
    'Beside `minsalary`: jobs that state no salary in dollars too.',
  ),
  posted: choice(POSTED_DAYS).describe('Within how many days they were posted.'),
});

const jobQuery = jobSearch.extend({
  sort: choice(JOB_ORDERS).describe(
    'With words the best match is first unless this says otherwise; without, the newest.',
  ),
  limit: wholeNumber(JOBS_PER_PAGE),
  cursor: cursor(),
  description: z.enum(['markdown', 'html', 'summary']).default('markdown'),
  counts: choice(['true']).describe(
    'The counts of the filters’ options come with the list, where they do not keep it waiting.',
  ),
});

/** What has been typed so far. */
const typed = queryText().describe('The beginning of a word of the name.');

export const jobEndpoints = {
  'GET /api/jobs': {
    operationId: 'listJobs',
    summary:
      'Open jobs, newest first or as `sort` says; each filter keeps the jobs whose value equals it exactly',
    access: 'public',
    query: jobQuery,
    dependsOn: ['jobs', 'companies'],
    response: jobList,
    errors: [400],
  },
  'GET /api/jobs/counts': {
    operationId: 'countJobs',
    summary: 'How many jobs a search finds, in all and for each option of the filters',
    access: 'public',
    query: jobSearch,
    dependsOn: ['jobs', 'companies'],
    response: jobCounts,
    errors: [400],
  },
  'GET /api/jobs/companies': {
    operationId: 'suggestCompanies',
    summary: 'Companies whose jobs a search finds, by the beginning of a word of their names',
    access: 'public',
    query: jobSearch.extend({ name: typed }),
    dependsOn: ['jobs', 'companies'],
    response: countedCompanyList,
    errors: [400],
  },
  'GET /api/jobs/places': {
    operationId: 'suggestPlaces',
    summary: 'Places that have jobs, by the beginning of a word of their names',
    access: 'public',
    query: z.object({ name: typed }),
    dependsOn: ['jobs'],
    response: countedPlaceList,
    errors: [400],
  },
  'GET /api/jobs/:id': {
    operationId: 'getJob',
    summary: 'One job',
    access: 'public',
    params: idParams,
    query: z.object({ description: z.enum(['markdown', 'html', 'text']).default('markdown') }),
    etag: 'returned',
    dependsOn: ['job', 'companies'],
    response: job,
    errors: [400, 404, 410],
  },
  'GET /api/jobs/:id/closed': {
    operationId: 'getClosedJob',
    summary: 'What a closed or deleted job was, when it closed, and open jobs that resemble it',
    access: 'public',
    params: idParams,
    dependsOn: ['job', 'jobs', 'companies'],
    response: closedJob,
    errors: [400, 404],
  },
  'GET /api/jobs/closed': {
    operationId: 'listClosedJobs',
    summary:
      'Closed jobs, those that closed last first: of one’s own company, or of all for a site admin',
    access: JOB_ADMINS,
    query: z.object({ limit: wholeNumber(JOBS_PER_PAGE), cursor: cursor() }),
    response: closedJobList,
    errors: [400, 401, 403],
  },
  'GET /api/jobs/:id/posting-issues': {
    operationId: 'listPostingIssues',
    summary:
      'What search engines miss in an open job: of one’s own company, or any for a site admin',
    access: JOB_ADMINS,
    params: idParams,
    response: postingIssueList,
    errors: [400, 401, 403, 404, 410],
  },
  'GET /api/jobs/:id/posting-gaps': {
    operationId: 'listPostingGaps',
    summary: 'The former address of `/api/jobs/{id}/posting-issues`',
    deprecated: true,
    access: JOB_ADMINS,
    params: idParams,
    response: postingIssueList,
    errors: [400, 401, 403, 404, 410],
  },
  'POST /api/jobs': {
    operationId: 'createJob',
    invalidates: ['jobs'],
    summary: 'Posts a job: of one’s own company, or of any for a site admin; the date is now',
    access: JOB_ADMINS,
    body: newJob,
    idempotent: true,
    success: 201,
    etag: 'returned',
    response: job,
    errors: [400, 401, 403, 409],
  },
  'PUT /api/jobs/:id': {
    operationId: 'updateJob',
    invalidates: ['jobs'],
    summary: 'Updates a job: of one’s own company, or any for a site admin; its date stays',
    access: JOB_ADMINS,
    params: idParams,
    body: editedJob,
    etag: 'checked',
    response: job,
    errors: [400, 401, 403, 404, 410, 412],
  },
  'POST /api/jobs/:id/close': {
    operationId: 'closeJob',
    invalidates: ['jobs'],
    summary: 'Closes an open job: of one’s own company, or any for a site admin',
    access: JOB_ADMINS,
    params: idParams,
    etag: 'checked',
    success: 204,
    response: nothing,
    errors: [400, 401, 403, 404, 410, 412],
  },
  'POST /api/jobs/:id/reopen': {
    operationId: 'reopenJob',
    invalidates: ['jobs'],
    summary: 'Opens a closed job again, until a day: of one’s own company, or any for a site admin',
    access: JOB_ADMINS,
    params: idParams,
    body: reopenedJob,
    etag: 'returned',
    response: job,
    errors: [400, 401, 403, 404, 409, 410],
  },
  'DELETE /api/jobs/:id': {
    operationId: 'deleteJob',
    invalidates: ['jobs'],
    summary: 'Deletes a job, open or closed: of one’s own company, or any for a site admin',
    access: JOB_ADMINS,
    params: idParams,
    etag: 'checked',
    success: 204,
    response: nothing,
    errors: [400, 401, 403, 404, 410, 412],
  },
} satisfies Record<EndpointKey, Endpoint>;
