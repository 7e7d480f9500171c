import type { Caller } from '#server/http/api/caller.ts';
import { forbidden } from '#server/http/api/problem.ts';
import type { DraftKind, DraftState } from '#shared/domain/job-drafts.ts';
import { mayReviewJobs, mayWriteJobsOf } from '#shared/domain/permissions.ts';

/** The actions of people on an unpublished job. */
export type DraftAction = 'save' | 'submit' | 'withdraw' | 'approve' | 'reject' | 'delete';

export type NextState = DraftState | 'published' | 'deleted';

/**
 * The people who may perform an action: those who may write jobs of the company, or the site admins, who review jobs.
 */
type Performer = 'editor' | 'reviewer';

type Transitions = Record<
  DraftState,
  { [Action in DraftAction]?: { by: Performer; to: NextState } }
>;

/**
 * The state machines of a job before its publication and of an edit of a published job: for each state, the possible
 * actions, who may perform them, and the next state. An action that is absent is not possible in that state. Saving a
 * published job creates an edit and submits it, or replaces an earlier edit, even a rejected one (`revisions.ts`).
 */
const TRANSITIONS: Record<DraftKind, Transitions> = {
  new: {
    draft: {
      save: { by: 'editor', to: 'draft' },
      // If no review is required, the job is published instead (`review-rule.ts`).
      submit: { by: 'editor', to: 'review' },
      delete: { by: 'editor', to: 'deleted' },
    },
    review: {
      save: { by: 'editor', to: 'review' },
      withdraw: { by: 'editor', to: 'draft' },
      approve: { by: 'reviewer', to: 'published' },
      reject: { by: 'reviewer', to: 'rejected' },
      delete: { by: 'editor', to: 'deleted' },
    },
    rejected: {
      save: { by: 'editor', to: 'draft' },
      delete: { by: 'editor', to: 'deleted' },
    },
  },
  edit: {
    draft: {},
    review: {
      approve: { by: 'reviewer', to: 'published' },
      reject: { by: 'reviewer', to: 'rejected' },
      delete: { by: 'editor', to: 'deleted' },
    },
    rejected: {
      delete: { by: 'editor', to: 'deleted' },
    },
  },
};

const MAY: Record<Performer, (caller: Caller, companyId: string) => boolean> = {
  editor: mayWriteJobsOf,
  reviewer: mayReviewJobs,
};

/** Whether a row is a new job or an edit of a published one. */
export function kindOf({ job_id }: { job_id: string | null }): DraftKind {
  return job_id === null ? 'new' : 'edit';
}

/**
 * Returns the state after an action; undefined if the action is not possible in this state.
 * @throws ProblemError 403 if the caller may not perform it
 */
export function nextState(
  caller: Caller,
  draft: { job_id: string | null; state: DraftState; company_id: string },
  action: DraftAction,
): NextState | undefined {
  const transition = TRANSITIONS[kindOf(draft)][draft.state][action];
  if (transition && !MAY[transition.by](caller, draft.company_id)) throw forbidden('role');
  return transition?.to;
}
