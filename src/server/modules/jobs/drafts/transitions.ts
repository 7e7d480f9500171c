import type { Caller } from '#server/http/api/caller.ts';
import { forbidden } from '#server/http/api/problem.ts';
import type { DraftState } from '#shared/domain/job-drafts.ts';
import { mayReviewJobs, mayWriteJobsOf } from '#shared/domain/permissions.ts';

/** What people do with an unpublished job. */
export type DraftAction = 'save' | 'submit' | 'withdraw' | 'approve' | 'reject' | 'delete';

export type NextState = DraftState | 'published' | 'deleted';

/** Who may perform an action: those who may write jobs of the company, or those who review. */
type Performer = 'editor' | 'reviewer';

type Transition = { by: Performer; to: NextState };

/**
 * The life of a job before its publication: for each state, the possible actions, who may perform them, and the next
 * state. An action that is absent is not possible in that state.
 */
export const TRANSITIONS: Record<DraftState, { [Action in DraftAction]?: Transition }> = {
  draft: {
    save: { by: 'editor', to: 'draft' },
    // Or published, if no review is required (`review-rule.ts`).
    submit: { by: 'editor', to: 'review' },
    delete: { by: 'editor', to: 'deleted' },
  },
  review: {
    withdraw: { by: 'editor', to: 'draft' },
    approve: { by: 'reviewer', to: 'published' },
    reject: { by: 'reviewer', to: 'rejected' },
    delete: { by: 'editor', to: 'deleted' },
  },
  rejected: {
    save: { by: 'editor', to: 'draft' },
    delete: { by: 'editor', to: 'deleted' },
  },
};

const MAY: Record<Performer, (caller: Caller, companyId: string) => boolean> = {
  editor: mayWriteJobsOf,
  reviewer: mayReviewJobs,
};

/**
 * Returns the state after an action; undefined if the action is not possible in this state.
 * @throws ProblemError 403 if the caller may not perform it
 */
export function nextState(
  caller: Caller,
  { state, company_id }: { state: DraftState; company_id: string },
  action: DraftAction,
): NextState | undefined {
  const transition = TRANSITIONS[state][action];
  if (transition && !MAY[transition.by](caller, company_id)) throw forbidden('role');
  return transition?.to;
}
