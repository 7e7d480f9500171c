import { z } from 'zod';
import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import { EMPLOYMENTS } from '#shared/domain/employments.ts';
import {
  FEW_STRONG,
  JOB_ORDERS,
  JOB_PARTS,
  MENTION_CHOICES,
  POSTED_DAYS,
  REMOTE_CHOICES,
} from '#shared/domain/job-search.ts';
import { LEVELS } from '#shared/domain/levels.ts';
import { JOB_ADMINS } from '#shared/domain/roles.ts';
import { SALARY_RANGES } from '#shared/domain/salary-ranges.ts';
import { WORKPLACES } from '#shared/domain/workplaces.ts';
import { MAX_FILTER_VALUES, MAX_RADIUS, MAX_READ_JOBS } from '#shared/limits.ts';
import { JOBS_PER_PAGE } from '#shared/page-sizes.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { jobChangeList, jobChanges } from './job-changes.ts';
import { editedJob, newJobWithPay, reopenedJob } from './job-requests.ts';
import {
  closedJob,
  closedJobList,
  countedCompanyList,
  countedPlaceList,
  createdJob,
  job,
  jobCounts,
  jobList,
  postingIssueList,
  readJobList,
  readLocation,
  searchAlternatives,
  searchSuggestions,
  similarJobs,
  updatedJob,
} from './job-responses.ts';
import {
  choice,
  choices,
  cursor,
  givenId,
  idParams,
  nothing,
  optionalWholeNumber,
  queryText,
  queryTexts,
  wholeNumber,
  yearlyAmount,
} from './parameters.ts';

/** The description of a filter with known values. An unknown value is valid but matches no job. */
const knownValues = (values: readonly string[]) =>
  `One of: ${values.join(', ')}. Other values match no job.`;

/** The query parameters of a job search. The jobs page has the same parameters. */
export const jobSearch = z.object({
  salary: queryText().describe(
    `Jobs whose pay may be in this range. ${knownValues(SALARY_RANGES.map(({ value }) => value))}`,
  ),
  type: queryTexts(MAX_FILTER_VALUES).describe(
    `${knownValues(EMPLOYMENT_TYPES)} If repeated, jobs of any of these types.`,
  ),
  orremote: choice(['true']).describe(
    'With `type`: also include remote jobs that state the hours of one of these types, which are those of Full-Time and Part-Time.',
  ),
  company: queryTexts(MAX_FILTER_VALUES).describe(
    'The id of a company. If repeated, jobs of any of these companies.',
  ),
  category: queryText()
    .describe('Jobs of the category with this slug. An unknown slug matches no job.')
    .meta({ example: 'boatbuilding' }),
  q: queryText()
    .describe(
      'Full-text search: words, "phrases", `-` before an excluded word, and `or` between alternatives.',
    )
    .meta({ example: 'loom' }),
  location: queryText().describe(
    'Cities, regions, countries or groups such as `EMEA`, in any language, separated by commas, slashes or `or`. Unknown names are searched as words of the location. With the word “remote”, or with `workplace=remote`: where people may do remote jobs from.',
  ),
  radius: optionalWholeNumber(MAX_RADIUS).describe(
    'With `location`: the distance in kilometers around each city.',
  ),
  workplace: choice(WORKPLACES).describe('Where people work.'),
  employment: choice(EMPLOYMENTS).describe('How much and how long people work.'),
  skill: queryText().describe(
    'Jobs whose texts name this skill, in any spelling such as `k8s`. An unknown skill matches no job.',
  ),
  eligible: queryText().describe(
    'Only remote jobs that people may do from this country (its name in any language, or ISO 3166-1 alpha-2).',
  ),
  orunknown: choice(['true']).describe(
    'With `eligible`: also include remote jobs that do not say where people may work from.',
  ),
  remote: choice(REMOTE_CHOICES).describe(
    'Remote jobs elsewhere that state that they are open to the place in `location` or `q`: `no` leaves them out, `only` lists them alone.',
  ),
  level: choices(LEVELS).describe(
    'The level of seniority that the title names. If repeated, jobs of any of these levels.',
  ),
  visa: choice(['true']).describe('Only jobs that offer to sponsor a visa.'),
  minsalary: yearlyAmount().describe(
    'Only jobs whose maximum pay is at least this amount a year, such as `100000` (US dollars), `$100K` or `€70K`. Pay without a maximum may reach any amount. Other periods are converted to years, and other currencies by reference rates.',
  ),
  nosalary: choice(['true']).describe('With `minsalary`: also include jobs whose pay is unknown.'),
  posted: choice(POSTED_DAYS).describe('Posted within this number of days.'),
  mentions: choice(MENTION_CHOICES).describe(
    `Also include jobs that only mention the words of \`q\`: always (\`true\`), or if words and place alone have fewer than ${FEW_STRONG} other matches (\`few\`).`,
  ),
  part: choice(JOB_PARTS).describe(
    'Only this part of the result. `mention` includes the jobs that only mention the words.',
  ),
});

const jobQuery = jobSearch.extend({
  sort: choice(JOB_ORDERS).describe('The order. Default: `match` with `q`, otherwise `newest`.'),
  limit: wholeNumber(JOBS_PER_PAGE),
  cursor: cursor(),
  description: z
    .enum(['markdown', 'html', 'summary'])
    .default('markdown')
    .meta({ example: 'summary' }),
  group: choice(['true'])
    .describe(
      'List the postings of one job at several places once: the first of those that the search finds, with the others in `also`. Postings belong to one job if their company, title, description, type and stated pay are the same. `total` and `offset` count all postings.',
    )
    .meta({ example: 'true' }),
  counts: choice(['true']).describe(
    'Include the counts of the filter options, unless they would delay the list.',
  ),
});

/** The beginning of a name, as typed into a combobox. */
const namePrefix = queryText()
  .describe('The start of any word of the name.')
  .meta({ example: 'har' });

const READ_COUNT = `must be 1 to ${MAX_READ_JOBS} ids`;

/** In the examples, how a similar job differs from the job. */
const SIMILAR_EXAMPLE = {
  id: '0199a1c4-53d8-7b16-8f2c-1f7a3b5c9d24',
  title: 'Apprentice weaver',
  type: 'Internship',
  salary: 'Under $50K',
  pay: null,
  description: 'Two years beside people who know every thread.',
};

export const jobEndpoints = {
  'GET /api/jobs': {
    operationId: 'listJobs',
    summary: 'Lists the open jobs that match the search',
    access: 'public',
    query: jobQuery,
    dependsOn: ['jobs', 'companies'],
    response: jobList,
    errors: [400],
    example: {
      response: {
        results: [
          {
            also: {
              total: 1,
              places: 1,
              results: [{ id: '0199a1c4-53d8-7b16-8f2c-1f7a3b5c9d31', location: 'Sintra' }],
            },
            highlights: {
              title: [[0, 4]],
              company: [[8, 13]],
              location: [],
              description: [[25, 30]],
            },
          },
        ],
      },
    },
  },
  'GET /api/jobs/counts': {
    operationId: 'countJobs',
    summary: 'Counts the jobs that match a search, in total and for each filter option',
    access: 'public',
    query: jobSearch,
    dependsOn: ['jobs', 'companies'],
    response: jobCounts,
    errors: [400],
  },
  'GET /api/jobs/alternatives': {
    operationId: 'listSearchAlternatives',
    summary: 'Lists similar searches that find jobs, for a search that finds none',
    access: 'public',
    query: jobSearch,
    dependsOn: ['jobs', 'companies'],
    response: searchAlternatives,
    errors: [400],
    example: {
      query: { location: 'Sintra' },
      response: {
        conditions: [{ removed: [{ parameter: 'location' }], changes: { location: '' }, jobs: 3 }],
        places: [{ changes: { location: 'Lisbon, Portugal' }, jobs: 2 }],
      },
    },
  },
  'GET /api/jobs/companies': {
    operationId: 'suggestCompanies',
    summary:
      'Suggests companies with jobs that match a search and a name in which a word starts with the given text',
    access: 'public',
    query: jobSearch.extend({ name: namePrefix }),
    dependsOn: ['jobs', 'companies'],
    response: countedCompanyList,
    errors: [400],
  },
  'GET /api/jobs/places': {
    operationId: 'suggestPlaces',
    summary: 'Suggests places that have jobs and a name in which a word starts with the given text',
    access: 'public',
    query: z.object({ name: namePrefix }),
    dependsOn: ['jobs'],
    response: countedPlaceList,
    errors: [400],
    example: { query: { name: 'lis' } },
  },
  'GET /api/places': {
    operationId: 'readLocation',
    summary: 'Reads the places in the location of a job, and suggests places for its last part',
    access: 'public',
    query: z.object({
      location: queryText()
        .describe('The location as a person types it; semicolons separate several places.')
        .meta({ example: 'Porto; Lis' }),
    }),
    dependsOn: [],
    response: readLocation,
    errors: [400],
  },
  'GET /api/jobs/suggestions': {
    operationId: 'suggestSearches',
    summary:
      'Suggests titles, skills, companies and places of open jobs for the text that a person types',
    access: 'public',
    query: z.object({
      q: queryText()
        .describe(
          'The start of any word of a name, or several words of it. It may be another spelling, such as `k8s`. If absent, the most frequent titles, skills and cities are suggested.',
        )
        .meta({ example: 'lo' }),
    }),
    dependsOn: ['jobs', 'companies'],
    response: searchSuggestions,
    errors: [400],
    example: { response: { places: [] } },
  },
  'GET /api/jobs/:id': {
    operationId: 'getJob',
    summary: 'Returns an open job',
    access: 'public',
    params: idParams,
    query: z.object({
      description: z
        .enum(['markdown', 'html', 'text'])
        .default('markdown')
        .meta({ example: 'markdown' }),
    }),
    etag: 'returned',
    dependsOn: ['job', 'companies'],
    response: job,
    errors: [400, 404, 410],
  },
  'GET /api/jobs/:id/closed': {
    operationId: 'getClosedJob',
    summary: 'Returns a closed or deleted job, when it closed, and similar open jobs',
    access: 'public',
    params: idParams,
    dependsOn: ['job', 'jobs', 'companies'],
    response: closedJob,
    errors: [400, 404],
    example: {
      response: {
        job: {
          description:
            '<h3>The work</h3>\n<p>You keep <strong>forty looms</strong> running, and find out why one stops.</p>\n',
          validthrough: '',
        },
        similar: [SIMILAR_EXAMPLE],
      },
    },
  },
  'GET /api/jobs/:id/similar': {
    operationId: 'listSimilarJobs',
    summary: 'Lists open jobs that are similar to an open job, the most similar first',
    access: 'public',
    params: idParams,
    dependsOn: ['job', 'jobs', 'companies'],
    response: similarJobs,
    errors: [400, 404, 410],
    example: { response: { results: [SIMILAR_EXAMPLE] } },
  },
  'POST /api/jobs/read': {
    operationId: 'readJobs',
    summary:
      'Returns jobs by their ids, whether open or closed. The ids are in the body, because which jobs a person has saved belongs into no log and no cache',
    access: 'public',
    rateLimit: 'read',
    body: z
      .object({
        ids: z
          .array(givenId('job'), READ_COUNT)
          .min(1, READ_COUNT)
          .max(MAX_READ_JOBS, READ_COUNT)
          .describe('The ids of the jobs.')
          .meta({ example: ['0199a1c4-53d8-7b16-8f2c-0d9e6a4b7c15'] }),
      })
      .meta({ id: 'JobIds' }),
    response: readJobList,
    errors: [400],
  },
  'GET /api/jobs/closed': {
    operationId: 'listClosedJobs',
    summary:
      'Lists closed jobs, the last closed first: those of the caller’s company, or all for a site admin',
    access: JOB_ADMINS,
    query: z.object({ limit: wholeNumber(JOBS_PER_PAGE), cursor: cursor() }),
    response: closedJobList,
    errors: [400, 401, 403],
    example: { response: { results: [{ validthrough: '' }] } },
  },
  'GET /api/jobs/:id/posting-issues': {
    operationId: 'listPostingIssues',
    summary:
      'Lists the properties that an open job lacks for Google’s job search: a job of the caller’s company, or any for a site admin',
    access: JOB_ADMINS,
    params: idParams,
    response: postingIssueList,
    errors: [400, 401, 403, 404, 410],
  },
  'POST /api/jobs': {
    operationId: 'createJob',
    invalidates: ['jobs'],
    summary:
      'Posts a job of the caller’s company, or of any company for a site admin. It is published at once, unless this board reviews it first',
    access: JOB_ADMINS,
    body: newJobWithPay,
    idempotent: true,
    success: 201,
    etag: 'returned',
    response: createdJob,
    errors: [400, 401, 403, 409],
  },
  'PUT /api/jobs/:id': {
    operationId: 'updateJob',
    invalidates: ['jobs'],
    summary:
      'Updates a job of the caller’s company, or any for a site admin; its date does not change. If the board reviews edits, the job stays as it is until a site admin approves the edit',
    access: JOB_ADMINS,
    params: idParams,
    body: editedJob,
    etag: 'checked',
    response: updatedJob,
    errors: [400, 401, 403, 404, 410, 412],
  },
  'POST /api/jobs/:id/close': {
    operationId: 'closeJob',
    invalidates: ['jobs'],
    summary: 'Closes an open job of the caller’s company, or any for a site admin',
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
    summary: 'Reopens a closed job of the caller’s company, or any for a site admin',
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
    summary: 'Deletes an open or closed job of the caller’s company, or any for a site admin',
    access: JOB_ADMINS,
    params: idParams,
    etag: 'checked',
    success: 204,
    response: nothing,
    errors: [400, 401, 403, 404, 410, 412],
  },
  'POST /api/jobs/:id/restore': {
    operationId: 'restoreJob',
    invalidates: ['jobs'],
    summary:
      'Restores a job that the caller deleted within the last hour, or that anyone deleted for a site admin',
    access: JOB_ADMINS,
    params: idParams,
    etag: 'returned',
    response: job,
    errors: [400, 401, 403, 404, 409, 410],
  },
  'POST /api/jobs/bulk': {
    operationId: 'changeJobs',
    invalidates: ['jobs'],
    summary:
      'Closes, renews, reopens, deletes or restores jobs of the caller’s company, or any for a site admin, and returns a result for each',
    access: JOB_ADMINS,
    body: jobChanges,
    response: jobChangeList,
    errors: [400, 401, 403],
    example: {
      body: {
        ids: ['0199a1c4-53d8-7b16-8f2c-0d9e6a4b7c15', '0199a1c4-53d8-7b16-8f2c-1f7a3b5c9d24'],
      },
      response: {
        results: [
          {},
          {
            id: '0199a1c4-53d8-7b16-8f2c-1f7a3b5c9d24',
            status: 410,
            detail: 'This job is closed.',
          },
        ],
      },
    },
  },
} satisfies Record<EndpointKey, Endpoint>;
