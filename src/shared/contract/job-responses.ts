import { z } from 'zod';
import { EMPLOYMENT_TYPES } from '#shared/constants/employment-types.ts';
import { COMPANIES_TO_CHOOSE, MAX_EXACT_COUNT } from '#shared/constants/limits.ts';
import { SALARY_RANGES } from '#shared/constants/salary-ranges.ts';
import { company, companyName } from './companies.ts';
import { jsonSchemas } from './json-schema.ts';
import { count, id, next } from './parameters.ts';

const salary = z.enum(['', ...SALARY_RANGES.map((range) => range.value)]);

/** What the employer's own figures are paid for. */
export const PAY_UNITS = ['year', 'month', 'week', 'day', 'hour'] as const;

export type PayUnit = (typeof PAY_UNITS)[number];

export const pay = z
  .object({
    minimum: z.number().nonnegative(),
    maximum: z.number().nonnegative(),
    currency: z.string().describe('ISO 4217'),
    unit: z.enum(PAY_UNITS),
  })
  .meta({ id: 'Pay', description: 'The employer’s own figures, where the job states them.' });

export type Pay = z.infer<typeof pay>;

const jobFacts = z.object({
  id,
  title: z.string(),
  type: z.enum(EMPLOYMENT_TYPES),
  location: z.string(),
  salary: salary.describe('The range, in US dollars a year; empty where none is stated.'),
  date: z.iso.datetime().describe('When it was posted.'),
});

const highlights = z.array(z.tuple([count, count])).meta({
  id: 'Highlights',
  description:
    'Ranges of a text that match the words of the search: start (inclusive) and end (exclusive), in UTF-16 code units.',
});

export type Highlights = z.infer<typeof highlights>;

const jobHighlights = z.object({
  title: highlights,
  company: highlights,
  location: highlights,
  description: highlights,
});

const jobListItem = jobFacts
  .extend({
    description: z
      .string()
      .describe(
        'Markdown or safe HTML, or for `description=summary` the beginning of its plain text.',
      ),
    truncated: z.boolean().describe('Whether `description` is only the beginning.'),
    updated: z.iso
      .datetime()
      .optional()
      .describe('When the job was last changed; not for `description=summary`.'),
    companyid: id,
    company: companyName,
    highlights: jobHighlights
      .optional()
      .describe('What matches the words of a search, with `description=summary`.'),
    marks: jobHighlights
      .optional()
      .describe('The former name of `highlights`.')
      .meta({ deprecated: true }),
  })
  .meta({ id: 'JobListItem', description: 'A job as lists show it.' });

export type JobListItem = z.infer<typeof jobListItem>;

/** Empty, or a day such as `2026-11-30`. */
const lastDay = z
  .string()
  .register(jsonSchemas, { json: { type: 'string', pattern: '^([12]\\d{3}-\\d{2}-\\d{2})?$' } })
  .describe('The last day on which it is open, in UTC; empty where none is known.');

export const job = jobFacts
  .extend({
    moreplaces: z
      .string()
      .describe('Where else it is, beyond what `location` has room for; empty where nowhere.'),
    description: z.string().describe('Markdown, or the form that was asked for.'),
    pay: pay.nullable(),
    applyurl: z.string().describe('Where to apply; empty where that is not known.'),
    validthrough: lastDay,
    company,
  })
  .meta({ id: 'Job', description: 'A job with its company.' });

export type Job = z.infer<typeof job>;

/** What closes a job. */
const CLOSERS = ['day', 'admin', 'source'] as const;

export const closedJob = z
  .object({
    id,
    closedat: z.iso.datetime(),
    job: job
      .omit({ id: true, applyurl: true })
      .nullable()
      .describe('What it was; null where it was deleted, and nothing of it is shown any more.'),
    similar: z.array(jobListItem).describe('Open jobs that resemble it, the closest first.'),
  })
  .meta({ id: 'ClosedJob', description: 'A job that is closed or was deleted.' });

export type ClosedJob = z.infer<typeof closedJob>;

const closedJobListItem = jobFacts
  .extend({
    company: companyName,
    validthrough: lastDay,
    closedat: z.iso.datetime(),
    closedby: z
      .enum(CLOSERS)
      .describe('Its last day, an admin, or that its source no longer lists it.'),
  })
  .meta({ id: 'ClosedJobListItem', description: 'A closed job as the list of them shows it.' });

export type ClosedJobListItem = z.infer<typeof closedJobListItem>;

export const closedJobList = z
  .object({ results: z.array(closedJobListItem), next })
  .meta({ id: 'ClosedJobList' });

const postingIssue = z
  .object({
    property: z.string().describe('Its name in schema.org’s JobPosting.'),
    required: z.boolean().describe('Without it, the job is not shown at all.'),
    advice: z.string().describe('How to mend it.'),
  })
  .meta({ id: 'PostingIssue', description: 'Something that Google’s job search would miss.' });

export type PostingIssue = z.infer<typeof postingIssue>;

export const postingIssueList = z
  .object({ results: z.array(postingIssue) })
  .meta({ id: 'PostingIssueList' });

const countedValue = z
  .object({ value: z.string(), jobs: count })
  .meta({ id: 'CountedValue', description: 'An option of a filter, and how many jobs it has.' });

const countedCompany = z
  .object({ id, name: z.string(), jobs: count })
  .meta({ id: 'CountedCompany', description: 'A company, and how many jobs it has.' });

export type CountedCompany = z.infer<typeof countedCompany>;

export const countedCompanyList = z
  .object({ results: z.array(countedCompany) })
  .meta({ id: 'CountedCompanyList' });

export const countedPlaceList = z
  .object({ results: z.array(z.object({ place: z.string(), jobs: count })) })
  .meta({ id: 'CountedPlaceList' });

const EXACTNESS = `exact up to ${MAX_EXACT_COUNT}; one more stands for more.`;

export const jobCounts = z
  .object({
    total: count,
    salary: z.array(countedValue),
    type: z.array(countedValue),
    company: z
      .array(countedCompany)
      .optional()
      .describe(`By name; absent on a board of more than ${COMPANIES_TO_CHOOSE} companies.`),
  })
  .meta({
    id: 'JobCounts',
    description: `How many jobs the search finds; and for each option of the three filters, how many it would find with that one chosen in place of what is. Numbers are ${EXACTNESS}`,
  });

export type JobCounts = z.infer<typeof jobCounts>;

const correction = z
  .object({
    q: z.string(),
    applied: z
      .boolean()
      .describe(
        'Whether nothing was found by what was asked for, so that this was searched for in its place.',
      ),
  })
  .meta({ id: 'Correction', description: 'What misspelt words may be meant as.' });

export type Correction = z.infer<typeof correction>;

export const jobList = z
  .object({
    results: z.array(jobListItem),
    total: count
      .optional()
      .describe(
        `How many jobs are found, on all pages together: ${EXACTNESS} Absent where to count takes longer than to find: then \`GET /api/jobs/counts\` tells.`,
      ),
    counts: jobCounts.optional(),
    correction: correction.optional(),
    next,
  })
  .meta({ id: 'JobList', description: 'A page of jobs.' });

export type JobList = z.infer<typeof jobList>;
