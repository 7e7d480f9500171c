import { z } from 'zod';
import {
  DRAFT_KINDS,
  DRAFT_STATES,
  REJECTION_LENGTH,
  REVIEW_REASONS,
  REVIEW_SIGNALS,
} from '#shared/domain/job-drafts.ts';
import { JOB_ADMINS } from '#shared/domain/roles.ts';
import { JOBS_PER_PAGE } from '#shared/page-sizes.ts';
import { categoryCorrections } from './categories.ts';
import { companyName } from './companies.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { draftedTexts, readTexts } from './job-fields.ts';
import { newJob } from './job-requests.ts';
import { closingDate, job } from './job-responses.ts';
import {
  choice,
  count,
  cursor,
  DAYS_OPEN,
  id,
  idParamsOf,
  next,
  nonBlankText,
  nothing,
  queryText,
  text,
  wholeNumber,
} from './parameters.ts';

const DATE = '^\\s*([12]\\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01]))?\\s*$';

const { company: ofCompany, salary, workplace, employment, pay, corrections } = newJob.shape;

/**
 * A job that may be incomplete: texts may be empty, and the closing date may be over by the time of the publication.
 * The schema `newJob` decides whether the job can be published.
 */
export const jobDraftBody = z
  .object({
    ...draftedTexts,
    salary: salary.default('').meta({ example: '$60K - $70K' }),
    validthrough: text(40, { pattern: DATE })
      .trim()
      .regex(new RegExp(DATE), 'must be a date, such as 2026-11-30')
      .optional()
      .describe(
        `The closing date; empty if the job has none. If absent, it is ${DAYS_OPEN} after the publication.`,
      )
      .meta({ example: '2099-11-30' }),
    workplace,
    employment,
    pay,
    corrections,
    company: ofCompany,
  })
  .meta({ id: 'JobDraftBody' });

export type JobDraftBody = z.output<typeof jobDraftBody>;

const state = z
  .enum(DRAFT_STATES)
  .describe(
    '`draft`: it can be edited and submitted. `review`: it waits for a site admin. `rejected`: its admins can fix it.',
  );

const kind = z
  .enum(DRAFT_KINDS)
  .describe(
    '`new`: a job that is not published yet. `edit`: an edit of the published job with the same id, which stays as it is until the edit is approved.',
  );

const reason = z.string().describe('Why a site admin rejected the job; empty in other states.');

const moment = z.iso.datetime();

const submitted = moment
  .nullable()
  .describe('When the job was submitted; null unless in review.')
  .meta({ example: null });

const review = z
  .enum(REVIEW_REASONS)
  .nullable()
  .describe(
    'Why it is in review: it shows signs of fraud (`signals`), it is the first job of its company (`first`), or the board reviews all jobs (`all`). Null unless it is in review.',
  )
  .meta({ example: null });

/** The values of a job that is not published. */
export const unpublishedJob = job
  .pick({ salary: true, workplace: true, employment: true, pay: true, stated: true })
  .extend({
    ...readTexts,
    corrections: categoryCorrections.optional().meta({ example: undefined }),
    validthrough: closingDate
      .nullable()
      .describe(
        `The closing date; empty if the job has none, and null if it is ${DAYS_OPEN} after the publication.`,
      ),
  });

const EXAMPLE_DRAFT_ID = '0199d2e6-4b70-7f35-9c18-6a0e3d5b8f42';

const draftId = id.meta({ example: EXAMPLE_DRAFT_ID });

const jobDraft = z
  .object({
    id: draftId.describe('Also the id of the job once it is published.'),
    kind,
    state,
    version: z
      .int()
      .positive()
      .describe('The version in the `ETag`. A change may send it in quotes as `If-Match`.'),
    reason,
    signals: z
      .array(z.enum(REVIEW_SIGNALS))
      .describe(
        'The signs of fraud that require a review whatever the rule of the board is, for site admins only: it asks people to get in touch by a messenger only (`messenger`), to pay (`payment`), or to write to an address at a free mail provider (`freemail`), or it has the text of another company’s job (`copied`).',
      )
      .meta({ example: [] }),
    review,
    created: moment,
    updated: moment,
    submitted,
    job: unpublishedJob
      .extend({ company: job.shape.company })
      .describe('The job, which may be incomplete.'),
    rejected: z
      .object({
        reason: z.string(),
        job: unpublishedJob.extend({ company: ofCompany }).describe('Its description is Markdown.'),
      })
      .nullable()
      .describe(
        'The latest rejection, with the job as it was then; null if it was never rejected, and while it is.',
      )
      .meta({ example: null }),
  })
  .meta({ id: 'JobDraft', description: 'A job that is not published.' });

export type JobDraft = z.infer<typeof jobDraft>;

const jobDraftListItem = z
  .object({
    id: draftId,
    kind,
    state,
    title: z.string(),
    company: companyName,
    reason,
    review,
    updated: moment,
    submitted,
  })
  .meta({ id: 'JobDraftListItem', description: 'An unpublished job in a list.' });

export type JobDraftListItem = z.infer<typeof jobDraftListItem>;

const transition = z
  .object({
    id: draftId,
    state: z.enum([...DRAFT_STATES, 'published']),
  })
  .meta({ id: 'JobTransition', description: 'The state of a job after a transition.' });

export const rejection = z
  .object({
    reason: nonBlankText(REJECTION_LENGTH)
      .describe('What the author must fix.')
      .meta({ example: 'The job does not say what the work is.' }),
  })
  .meta({ id: 'Rejection' });

const OF_COMPANY = 'of the caller’s company, or any for a site admin';

const params = idParamsOf(EXAMPLE_DRAFT_ID);

const changes = { params, etag: 'checked' } as const;

const ERRORS = [400, 401, 403, 404, 409, 412];

export const jobDraftEndpoints = {
  'GET /api/job-drafts': {
    operationId: 'listJobDrafts',
    summary:
      'Lists unpublished jobs of the caller’s company, or all for a site admin: those in review by when they were submitted, and otherwise the last changed first',
    access: JOB_ADMINS,
    query: z.object({
      state: choice(DRAFT_STATES).describe('Only jobs in this state.').meta({ example: 'review' }),
      job: queryText().describe('Only the job with this id.'),
      limit: wholeNumber(JOBS_PER_PAGE),
      cursor: cursor(),
    }),
    response: z
      .object({
        total: count.describe('The number of jobs on all pages.'),
        results: z.array(jobDraftListItem),
        next,
      })
      .meta({ id: 'JobDraftList' }),
    errors: [400, 401, 403],
    example: {
      response: { results: [{ state: 'review', submitted: '2026-11-20T09:30:00.000Z' }] },
    },
  },
  'GET /api/job-drafts/:id': {
    operationId: 'getJobDraft',
    summary: `Returns an unpublished job ${OF_COMPANY}`,
    access: JOB_ADMINS,
    params,
    query: z.object({
      description: z.enum(['markdown', 'html']).default('markdown').meta({ example: 'markdown' }),
    }),
    etag: 'returned',
    response: jobDraft,
    errors: [400, 401, 403, 404],
  },
  'POST /api/job-drafts': {
    operationId: 'createJobDraft',
    summary: 'Saves a job without publishing it',
    access: JOB_ADMINS,
    body: jobDraftBody,
    idempotent: true,
    success: 201,
    etag: 'returned',
    response: jobDraft,
    errors: [400, 401, 403, 409],
  },
  'PUT /api/job-drafts/:id': {
    operationId: 'updateJobDraft',
    summary: `Updates an unpublished job ${OF_COMPANY}; a rejected job becomes a draft, and one in review stays in review. For edits of published jobs, use \`PUT /api/jobs/{id}\``,
    access: JOB_ADMINS,
    ...changes,
    body: jobDraftBody,
    response: jobDraft,
    errors: ERRORS,
  },
  'DELETE /api/job-drafts/:id': {
    operationId: 'deleteJobDraft',
    summary: `Deletes an unpublished job ${OF_COMPANY}`,
    access: JOB_ADMINS,
    ...changes,
    success: 204,
    response: nothing,
    errors: ERRORS,
  },
  'POST /api/job-drafts/:id/submit': {
    operationId: 'submitJobDraft',
    invalidates: ['jobs'],
    summary: `Publishes a draft ${OF_COMPANY}, or sends it to review if the board requires one`,
    access: JOB_ADMINS,
    ...changes,
    response: transition,
    errors: ERRORS,
    example: { response: { state: 'review' } },
  },
  'POST /api/job-drafts/:id/withdraw': {
    operationId: 'withdrawJobDraft',
    summary: `Takes a job ${OF_COMPANY} out of the review, so that it can be edited`,
    access: JOB_ADMINS,
    ...changes,
    response: transition,
    errors: ERRORS,
  },
  'POST /api/job-drafts/:id/approve': {
    operationId: 'approveJobDraft',
    invalidates: ['jobs'],
    summary: 'Publishes a job in review',
    access: ['siteadmin'],
    ...changes,
    response: transition,
    errors: ERRORS,
    example: { response: { state: 'published' } },
  },
  'POST /api/job-drafts/:id/reject': {
    operationId: 'rejectJobDraft',
    summary: 'Rejects a job in review with a reason, which its author gets by mail',
    access: ['siteadmin'],
    ...changes,
    body: rejection,
    response: transition,
    errors: ERRORS,
    example: { response: { state: 'rejected' } },
  },
} as const satisfies Record<EndpointKey, Endpoint>;
