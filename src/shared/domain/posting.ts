/**
 * The steps of a person who posts a job for a company for which they cannot act yet: the job, an existing company or a
 * new one, and the proof that they work there.
 */
export const POSTING_STEPS = ['job', 'company', 'new', 'proof'] as const;

export type PostingStep = (typeof POSTING_STEPS)[number];

/**
 * The names of the drafts that a person writes before they sign in. Nothing else has this input until it is sent, so
 * they are in local storage.
 */
export const POSTING_DRAFTS = { job: 'posting job', company: 'posting company' } as const;
