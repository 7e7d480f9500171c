import { z } from 'zod';
import { EMPLOYMENT_TYPES } from '#shared/constants/employment-types.ts';
import { JOB_ORDERS, POSTED_DAYS } from '#shared/constants/job-search.ts';
import { JOBS_PER_PAGE } from '#shared/constants/limits.ts';
import { SALARY_RANGES } from '#shared/constants/salary-ranges.ts';
import { company, companyName } from './companies.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { editedJob, newJob, reopenedJob } from './job-bodies.ts';
import { choice, cursor, dollars, idParams, nothing, text, wholeNumber } from './parameters.ts';

const salary = z.enum(['', ...SALARY_RANGES.map((range) => range.value)]);

/** What the employer's own figures are paid for. */
export const PAY_UNITS = ['year', 'month', 'week', 'day', 'hour'] as const;

export type PayUnit = (typeof PAY_UNITS)[number];

/** The employer's own figures, where the job states them. */
export const pay = z.object({
  minimum: z.number(),
  maximum: z.number(),
  /** ISO 4217 */
  currency: z.string(),
  unit: z.enum(PAY_UNITS),
});

export type Pay = z.infer<typeof pay>;

const jobFacts = z.object({
  id: z.string(),
  title: z.string(),
  type: z.enum(EMPLOYMENT_TYPES),
  location: z.string(),
  salary,
  date: z.iso.datetime(),
});

/** Where the words that were searched for stand in a text: from each first number up to the second. */
const marks = z.array(z.tuple([z.int(), z.int()]));

export type Marks = z.infer<typeof marks>;

const jobInList = jobFacts.extend({
  /** Markdown or safe HTML, or for `description=summary` the beginning of its plain text. */
  description: z.string(),
  /** Whether `description` is only the beginning. */
  truncated: z.boolean(),
  /** When the job was last changed; not for `description=summary`. */
  updated: z.iso.datetime().optional(),
  companyid: z.string(),
  company: companyName,
  /** For a search with words and `description=summary`: where they stand. */
  marks: z.object({ title: marks, company: marks, location: marks, description: marks }).optional(),
});

export type JobInList = z.infer<typeof jobInList>;

const job = jobFacts.extend({
  /** Where else it is, beyond what `location` has room for; empty where nowhere. */
  moreplaces: z.string(),
  /** Markdown, or the form that was asked for. */
  description: z.string(),
  pay: pay.nullable(),
  applyurl: z.string(),
  /** The last day on which it is open, in UTC; empty where none is known. */
  validthrough: z.string(),
  company,
});

export type Job = z.infer<typeof job>;

/** What closes a job: its last day, an admin, or that its source no longer lists it. */
export const CLOSERS = ['day', 'admin', 'source'] as const;

const closedJob = z.object({
  id: z.string(),
  closedat: z.iso.datetime(),
  /** What it was; null where it was deleted, and nothing of it is shown any more. */
  job: job.omit({ id: true, applyurl: true }).nullable(),
  /** Open jobs that resemble it, the closest first. */
  similar: z.array(jobInList),
});

export type ClosedJob = z.infer<typeof closedJob>;

const closedJobInList = jobFacts.extend({
  company: companyName,
  validthrough: z.string(),
  closedat: z.iso.datetime(),
  closedby: z.enum(CLOSERS),
});

export type ClosedJobInList = z.infer<typeof closedJobInList>;

/** Something that Google's job search would miss of a job, by its name in schema.org, and how to mend it. */
const postingGap = z.object({
  property: z.string(),
  /** Without it, the job is not shown at all. */
  required: z.boolean(),
  advice: z.string(),
});

export type PostingGap = z.infer<typeof postingGap>;

const countedValue = z.object({ value: z.string(), jobs: z.int() });
const countedCompany = z.object({ id: z.string(), name: z.string(), jobs: z.int() });

export type CountedCompany = z.infer<typeof countedCompany>;

/**
 * How many jobs the search finds; and for each option of the three filters, how many it would find with
 * that one chosen in place of what is. Numbers are exact up to `MOST_COUNTED`; one more stands for more.
 */
const jobCounts = z.object({
  total: z.int(),
  salary: z.array(countedValue),
  type: z.array(countedValue),
  /** By name; absent on a board of more than `COMPANIES_TO_CHOOSE` companies. */
  company: z.array(countedCompany).optional(),
});

export type JobCounts = z.infer<typeof jobCounts>;

/** What misspelt words may be meant as. */
const correction = z.object({
  q: z.string(),
  /** Whether nothing was found by what was asked for, so that this was searched for in its place. */
  applied: z.boolean(),
});

export type Correction = z.infer<typeof correction>;

const jobList = z.object({
  results: z.array(jobInList),
  /**
   * How many jobs are found, on all pages together: exact up to `MOST_COUNTED`; one more stands for more.
   * Absent where to count takes longer than to find: then `GET /api/jobs/counts` tells.
   */
  total: z.int().optional(),
  counts: jobCounts.optional(),
  correction: correction.optional(),
  next: z.string().optional(),
});

export type JobList = z.infer<typeof jobList>;

/** What jobs are searched by; the jobs page takes the same. */
export const jobSearch = z.object({
  salary: text(),
  type: text(),
  company: text(),
  /** Words, "phrases", -unwanted ones, and `or` between two. */
  q: text(),
  location: text(),
  /** Beside `location`: remote jobs that state no place too. */
  remote: choice(['true']),
  /** Dollars a year that the job may reach. */
  minsalary: dollars(),
  /** Beside `minsalary`: jobs that state no salary in dollars too. */
  nosalary: choice(['true']),
  posted: choice(POSTED_DAYS),
});

const jobQuery = jobSearch.extend({
  sort: choice(JOB_ORDERS),
  limit: wholeNumber(JOBS_PER_PAGE),
  cursor: cursor(),
  description: z.enum(['markdown', 'html', 'summary']).default('markdown'),
  /** The counts of the filters' options come with the list, where they do not keep it waiting. */
  counts: choice(['true']),
});

export const jobEndpoints = {
  'GET /api/jobs': {
    summary:
      'Open jobs, newest first or as `sort` says; each filter keeps the jobs whose value equals it exactly',
    query: jobQuery,
    shows: ['jobs', 'companies'],
    reply: jobList,
    errors: [400],
  },
  'GET /api/jobs/counts': {
    summary: 'How many jobs a search finds, in all and for each option of the filters',
    query: jobSearch,
    shows: ['jobs', 'companies'],
    reply: jobCounts,
    errors: [400],
  },
  'GET /api/jobs/companies': {
    summary: 'Companies whose jobs a search finds, by the beginning of a word of their names',
    query: jobSearch.extend({ name: text() }),
    shows: ['jobs', 'companies'],
    reply: z.object({ results: z.array(countedCompany) }),
    errors: [400],
  },
  'GET /api/jobs/places': {
    summary: 'Places that have jobs, by the beginning of a word of their names',
    query: z.object({ name: text() }),
    shows: ['jobs'],
    reply: z.object({ results: z.array(z.object({ place: z.string(), jobs: z.int() })) }),
    errors: [400],
  },
  'GET /api/jobs/:id': {
    summary: 'One job',
    params: idParams,
    query: z.object({ description: z.enum(['markdown', 'html', 'text']).default('markdown') }),
    version: 'tagged',
    shows: ['job', 'companies'],
    reply: job,
    errors: [400, 404, 410],
  },
  'GET /api/jobs/:id/closed': {
    summary: 'What a closed or deleted job was, when it closed, and open jobs that resemble it',
    params: idParams,
    shows: ['job', 'jobs', 'companies'],
    reply: closedJob,
    errors: [400, 404],
  },
  'GET /api/jobs/closed': {
    summary:
      'Closed jobs, those that closed last first: of one’s own company, or of all for a site admin',
    query: z.object({ limit: wholeNumber(JOBS_PER_PAGE), cursor: cursor() }),
    reply: z.object({ results: z.array(closedJobInList), next: z.string().optional() }),
    errors: [400, 401, 403],
  },
  'GET /api/jobs/:id/posting-gaps': {
    summary:
      'What search engines would still miss of an open job: of one’s own company, or any for a site admin',
    params: idParams,
    reply: z.object({ results: z.array(postingGap) }),
    errors: [400, 401, 403, 404, 410],
  },
  'POST /api/jobs': {
    changes: ['jobs'],
    summary: 'Posts a job: of one’s own company, or of any for a site admin; the date is now',
    body: newJob,
    creates: 'single',
    success: 201,
    version: 'tagged',
    reply: job,
    errors: [400, 401, 403, 409],
  },
  'PUT /api/jobs/:id': {
    changes: ['jobs'],
    summary: 'Updates a job: of one’s own company, or any for a site admin; its date stays',
    params: idParams,
    body: editedJob,
    version: 'guarded',
    reply: job,
    errors: [400, 401, 403, 404, 410, 412],
  },
  'POST /api/jobs/:id/close': {
    changes: ['jobs'],
    summary: 'Closes an open job: of one’s own company, or any for a site admin',
    params: idParams,
    version: 'guarded',
    success: 204,
    reply: nothing,
    errors: [400, 401, 403, 404, 410, 412],
  },
  'POST /api/jobs/:id/reopen': {
    changes: ['jobs'],
    summary: 'Opens a closed job again, until a day: of one’s own company, or any for a site admin',
    params: idParams,
    body: reopenedJob,
    version: 'tagged',
    reply: job,
    errors: [400, 401, 403, 404, 409, 410],
  },
  'DELETE /api/jobs/:id': {
    changes: ['jobs'],
    summary: 'Deletes a job, open or closed: of one’s own company, or any for a site admin',
    params: idParams,
    version: 'guarded',
    success: 204,
    reply: nothing,
    errors: [400, 401, 403, 404, 410, 412],
  },
} satisfies Record<EndpointKey, Endpoint>;
