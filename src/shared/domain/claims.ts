/**
 * The states of a claim, that is, of a person’s request to act for a company. A rejected claim can be changed, which
 * makes it a draft again.
 */
export const CLAIM_STATES = ['draft', 'review', 'rejected'] as const;

export type ClaimState = (typeof CLAIM_STATES)[number];

/**
 * Why a site admin decides about a claim, for the person: no address proves it, or the proof alone does not suffice.
 * The person does not learn which check failed.
 */
export const CLAIM_REVIEWS = ['unproven', 'insufficient'] as const;

/**
 * Why a site admin decides about a claim, for site admins: no address proves it; a new company has a name or domain
 * like another one’s, or one that is easily confused; its first job has signs of fraud; an earlier request was rejected
 * or objected to; the domain proves many people for many companies; or nobody could object to a proven claim in time.
 */
export const CLAIM_REVIEW_REASONS = [
  'unproven',
  'similar',
  'confusable',
  'signals',
  'refused',
  'crowded',
  'held',
] as const;

export type ClaimReviewReason = (typeof CLAIM_REVIEW_REASONS)[number];

/** Whether the first job of a new company is a draft, or is posted when the company is approved. */
export const CLAIMED_JOB_STATES = ['draft', 'submitted'] as const;

/** The maximum length of the message to the site admins (characters). */
export const CLAIM_MESSAGE_LENGTH = 1_000;

/**
 * How long the owners of a company and the site admins may object to a claim of it that is proven by a code (hours).
 */
export const OBJECTION_HOURS = 24;

/**
 * The numbers of people and of companies that an email domain may prove without review. More of both suggest that anyone
 * can get an address there.
 */
export const MAX_UNREVIEWED_AT_DOMAIN = 2;

/** The maximum number of claims of a person that are not approved. */
export const MAX_CLAIMS = 10;
