import { POSTING_DRAFTS } from '#shared/domain/posting.ts';
import { newIdempotencyKey, readDraft, storeDraft } from '#web/forms/draft.ts';

/**
 * The company of a job that is posted without an account. `id` is empty for a new company; `claim` is the id of the
 * request for the company once it is sent.
 */
export type PostedCompany = Record<'id' | 'name' | 'website' | 'description' | 'claim', string>;

export const NO_COMPANY: PostedCompany = {
  id: '',
  name: '',
  website: '',
  description: '',
  claim: '',
};

/** Reads the company that the person has chosen or described, and the idempotency key of its request. */
export function readPostedCompany(): { company: PostedCompany; key: string } | undefined {
  const draft = readDraft(POSTING_DRAFTS.company);
  if (!draft) return undefined;
  return { company: { ...NO_COMPANY, ...draft.values }, key: draft.idempotencyKey };
}

/** Stores the company for the later steps. */
export function storePostedCompany(values: PostedCompany, key = newIdempotencyKey()): void {
  storeDraft(POSTING_DRAFTS.company, { values, idempotencyKey: key });
}
