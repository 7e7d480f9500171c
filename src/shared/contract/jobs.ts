import { z } from 'zod';
import { EMPLOYMENT_TYPES } from '#shared/constants/employment-types.ts';
import { JOBS_PER_PAGE } from '#shared/constants/limits.ts';
import { SALARY_RANGES } from '#shared/constants/salary-ranges.ts';
import { company, companyName } from './companies.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { cursor, idParams, text, wholeNumber } from './parameters.ts';

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
    reply: jobList,
    errors: [400],
  },
  'GET /api/jobs/:id': {
    summary: 'One job',
    params: idParams,
    query: z.object({ description: z.enum(['markdown', 'html', 'text']).default('markdown') }),
    reply: job,
    errors: [400, 404],
  },
} satisfies Record<EndpointKey, Endpoint>;
