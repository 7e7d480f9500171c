/**
 * The states of a claim, that is, of a person’s request to act for a company. A rejected claim can be changed, which
 * makes it a draft again.
 */
export const CLAIM_STATES = ['draft', 'review', 'rejected'] as const;

export type ClaimState = (typeof CLAIM_STATES)[number];

/** Whether the first job of a new company is a draft, or is posted when the company is approved. */
export const CLAIMED_JOB_STATES = ['draft', 'submitted'] as const;

/** The maximum length of the message to the site admins (characters). */
export const CLAIM_MESSAGE_LENGTH = 1_000;

/** The maximum number of claims of a person that are not approved. */
export const MAX_CLAIMS = 10;
