/** The states of a job before its publication. A rejected job can be edited, which makes it a draft again. */
export const DRAFT_STATES = ['draft', 'review', 'rejected'] as const;

export type DraftState = (typeof DRAFT_STATES)[number];

/** The kinds of unpublished jobs: a new job, or an edit of a published job. */
export const DRAFT_KINDS = ['new', 'edit'] as const;

export type DraftKind = (typeof DRAFT_KINDS)[number];

/**
 * The rules for the review of company admins' jobs: no jobs, only jobs of a company that has never published a job, or
 * all jobs.
 */
export const JOB_REVIEWS = ['none', 'first', 'all'] as const;

export type JobReview = (typeof JOB_REVIEWS)[number];

/** Signs of fraud in a job, which cause a review with every rule. */
export const REVIEW_SIGNALS = ['messenger', 'payment', 'freemail', 'copied'] as const;

export type ReviewSignal = (typeof REVIEW_SIGNALS)[number];

/** Why a job is in review: it shows signs of fraud, it is the first job of its company, or all jobs are reviewed. */
export const REVIEW_REASONS = ['signals', 'first', 'all'] as const;

export type ReviewReason = (typeof REVIEW_REASONS)[number];

/**
 * The maximum length of the reason for which a site admin rejects a job (characters). It is not in `limits.ts`, which
 * every public page loads.
 */
export const REJECTION_LENGTH = 500;
