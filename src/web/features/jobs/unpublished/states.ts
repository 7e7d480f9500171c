import type { DraftState, ReviewReason, ReviewSignal } from '#shared/domain/job-drafts.ts';

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

/** The texts that tell reviewers which sign of fraud a job has. */
export const SIGNALS: Record<ReviewSignal, string> = {
  messenger: 'People can get in touch only by messenger.',
  payment: 'The job seems to ask applicants to pay.',
  freemail: 'The only contact is an email address at a free provider.',
  copied: 'The description is that of another company’s job.',
};
