/** Why a visitor reports a job. */
export const REPORT_REASONS = ['scam', 'closed', 'wrong', 'discriminating'] as const;

export type ReportReason = (typeof REPORT_REASONS)[number];

/** The maximum lengths of a report's text and of the answer to its reporter (characters). */
export const REPORT_LENGTH = 1_000;
export const ANSWER_LENGTH = 1_000;

/**
 * The maximum number of open reports of a job. With more, one network after another could fill the queue, and a site
 * admin looks at the job anyway.
 */
export const MAX_OPEN_REPORTS = 20;

/** The number of reports of fraud on one job at which site admins get a mail at once. */
export const FRAUD_REPORTS = 3;
