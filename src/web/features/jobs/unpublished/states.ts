import type { DraftState, ReviewReason } from '#shared/domain/job-drafts.ts';

/** The names of the states of an unpublished job, and their meanings. */
export const STATES: Record<DraftState, { label: string; description: string }> = {
  draft: { label: 'Draft', description: 'Only admins can see this job.' },
  review: {
    label: 'In review',
    description: 'A site admin reviews this job before it is published. You can still edit it.',
  },
  rejected: {
    label: 'Rejected',
    description: 'A site admin rejected this job. Edit it, and submit it again.',
  },
};

/** Why a job is in review, for its author. Authors do not learn which sign of fraud was found. */
export const REVIEW_REASONS: Record<ReviewReason, string> = {
  signals: 'It is reviewed because something in it is common in fraudulent jobs.',
  first: 'It is reviewed because it is the first job of the company here.',
  all: 'All jobs are reviewed here.',
};
