import type { Database } from '#server/db/client.ts';
import { audit_events } from '#server/db/schema.ts';
import type { JobDraftBody } from '#shared/contract/job-drafts.ts';
import type { DraftState } from '#shared/domain/job-drafts.ts';
import type { DraftAction, NextState } from './transitions.ts';

type Transition = {
  actor: string;
  id: string;
  body: JobDraftBody;
  /** Null if the draft is new. */
  from: DraftState | null;
  action: DraftAction;
  to: NextState;
};

/**
 * Records a change of state of an unpublished job in the audit trail, with the title and the company, and without the
 * other texts.
 */
export async function recordTransition(
  tx: Database,
  { actor, id, body, from, action, to }: Transition,
): Promise<void> {
  const row = { title: body.title, company_id: body.company.id };
  await tx.insert(audit_events).values({
    actor,
    kind: 'draft',
    thing_id: id,
    action: from === null ? 'create' : to === 'deleted' ? 'delete' : 'update',
    before: from && { ...row, state: from },
    after: to === 'deleted' ? null : { ...row, state: to, by: action },
  });
}
