import type { Database } from '#server/db/client.ts';
import { job_drafts } from '#server/db/job-draft-tables.ts';
import type { JobDraftBody } from '#shared/contract/job-drafts.ts';
import type { ReviewSignal } from '#shared/domain/job-drafts.ts';
import { recordTransition } from './record-transition.ts';

type NewDraft = { id: string; author: string; body: JobDraftBody };

/** Stores a new draft. */
export async function storeDraft(tx: Database, draft: NewDraft): Promise<void> {
  const { id, author, body } = draft;
  await tx.insert(job_drafts).values({ id, author, body, company_id: body.company.id });
  await recordTransition(tx, { actor: author, id, body, from: null, action: 'save', to: 'draft' });
}

/** Stores a new job that is submitted for review at once. */
export async function storeInReview(
  tx: Database,
  { signals, ...draft }: NewDraft & { signals: ReviewSignal[] },
): Promise<void> {
  const { id, author, body } = draft;
  await tx.insert(job_drafts).values({
    id,
    author,
    body,
    company_id: body.company.id,
    state: 'review',
    signals,
    submitted_at: new Date(),
  });
  const submission = { from: null, action: 'submit', to: 'review' } as const;
  await recordTransition(tx, { actor: author, id, body, ...submission });
}
