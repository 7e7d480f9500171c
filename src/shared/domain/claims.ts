/**
 * The states of a claim, that is, of a person’s request to act for a company. A rejected claim can be changed, which
 * makes it a draft again.
 */
export const CLAIM_STATES = ['draft', 'review', 'rejected'] as const;

export type ClaimState = (typeof CLAIM_STATES)[number];

/** The maximum length of the message to the site admins (characters). */
export const CLAIM_MESSAGE_LENGTH = 1_000;

/** The maximum number of claims of a person that are not approved. */
export const MAX_CLAIMS = 10;
