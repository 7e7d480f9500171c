import { z } from 'zod';
import { EMPLOYMENT_TYPES } from '#shared/constants/employment-types.ts';
import {
  DESCRIPTION_LENGTH,
  JOBS_PER_PAGE,
  LOCATION_LENGTH,
  TITLE_LENGTH,
} from '#shared/constants/limits.ts';
import { SALARY_RANGES } from '#shared/constants/salary-ranges.ts';
import { company, companyName } from './companies.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import {
  cursor,
  idParams,
  line,
  nothing,
  optionalWebAddress,
  sameId,
  text,
  visibleWords,
  webAddress,
  wholeNumber,
  words,
} from './parameters.ts';

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

const jobInList = jobFacts.extend({
  /** Markdown, or for `description=summary` the beginning of its plain text. */
  description: z.string(),
  /** Whether `description` is only the beginning. */
  truncated: z.boolean(),
  companyid: z.string(),
  company: companyName,
});

export type JobInList = z.infer<typeof jobInList>;

const job = jobFacts.extend({
  /** Markdown, or the form that was asked for. */
  description: z.string(),
  pay: pay.nullable(),
  applyurl: z.string(),
  company,
});

export type Job = z.infer<typeof job>;

const jobList = z.object({
  results: z.array(jobInList),
  /** How many jobs the filters keep, on all pages together. */
  total: z.int(),
  next: z.string().optional(),
});

export type JobList = z.infer<typeof jobList>;

/**
 * What an employer writes of a job. Spec section 5. An id and a date may be sent too, and change nothing:
 * those are the board's.
 */
const jobText = {
  title: line(TITLE_LENGTH),
  type: z.enum(EMPLOYMENT_TYPES, 'must be one of the employment types'),
  location: line(LOCATION_LENGTH),
  salary: z.enum(
    SALARY_RANGES.map(({ value }) => value),
    'must be one of the salary ranges',
  ),
  company: z.object({ id: z.string('must be chosen').min(1, 'must be chosen') }, 'must be chosen'),
};

const newJob = z.object({
  ...jobText,
  description: words(DESCRIPTION_LENGTH).default(''),
  applyurl: optionalWebAddress().default(''),
});

/** An edited job has all its fields. Spec section 5. */
const editedJob = z.object({
  ...jobText,
  id: sameId,
  description: visibleWords(DESCRIPTION_LENGTH),
  applyurl: webAddress,
});

export type NewJob = z.output<typeof newJob>;
export type EditedJob = z.output<typeof editedJob>;

export const jobEndpoints = {
  'GET /api/jobs': {
    summary: 'Open jobs, newest first; each filter keeps the jobs whose value equals it exactly',
    query: z.object({
      salary: text(),
      type: text(),
      company: text(),
      limit: wholeNumber(JOBS_PER_PAGE),
      cursor: cursor(),
      description: z.enum(['markdown', 'summary']).default('markdown'),
    }),
    shows: ['jobs', 'companies'],
    reply: jobList,
    errors: [400],
  },
  'GET /api/jobs/:id': {
    summary: 'One job',
    params: idParams,
    query: z.object({ description: z.enum(['markdown', 'html', 'text']).default('markdown') }),
    version: 'tagged',
    shows: ['job', 'companies'],
    reply: job,
    errors: [400, 404],
  },
  'POST /api/jobs': {
    summary: 'Posts a job: of one’s own company, or of any for a site admin; the date is now',
    body: newJob,
    creates: 'single',
    success: 201,
    version: 'tagged',
    reply: job,
    errors: [400, 401, 403, 409],
  },
  'PUT /api/jobs/:id': {
    summary: 'Updates a job: of one’s own company, or any for a site admin; its date stays',
    params: idParams,
    body: editedJob,
    version: 'guarded',
    reply: job,
    errors: [400, 401, 403, 404, 412],
  },
  'DELETE /api/jobs/:id': {
    summary: 'Deletes a job: of one’s own company, or any for a site admin',
    params: idParams,
    version: 'guarded',
    success: 204,
    reply: nothing,
    errors: [400, 401, 403, 404, 412],
  },
} satisfies Record<EndpointKey, Endpoint>;
