import type { Caller } from '#server/http/api/caller.ts';
import { forbidden } from '#server/http/api/problem.ts';
import type { ClaimState } from '#shared/domain/claims.ts';
import { mayWriteCompanies } from '#shared/domain/permissions.ts';

/** The actions of people on a claim. */
export type ClaimAction =
  | 'save'
  | 'saveJob'
  | 'prove'
  | 'submit'
  | 'withdraw'
  | 'approve'
  | 'reject'
  | 'delete';

export type NextClaimState = ClaimState | 'approved' | 'deleted';

/** The people who may perform an action: the person whose claim it is, or the site admins, who review claims. */
type Performer = 'claimant' | 'reviewer';

type Transition = { by: Performer; to: NextClaimState };

/**
 * The state machine of a claim: for each state, the possible actions, who may perform them, and the next state. An
 * action that is absent is not possible in that state. If a new company must be reviewed in spite of a proof, the claim
 * goes into review instead (`proveClaim` in `../commands.ts`).
 */
export const CLAIM_TRANSITIONS: Record<ClaimState, { [Action in ClaimAction]?: Transition }> = {
  draft: {
    save: { by: 'claimant', to: 'draft' },
    saveJob: { by: 'claimant', to: 'draft' },
    prove: { by: 'claimant', to: 'approved' },
    submit: { by: 'claimant', to: 'review' },
    delete: { by: 'claimant', to: 'deleted' },
  },
  review: {
    saveJob: { by: 'claimant', to: 'review' },
    prove: { by: 'claimant', to: 'approved' },
    withdraw: { by: 'claimant', to: 'draft' },
    approve: { by: 'reviewer', to: 'approved' },
    reject: { by: 'reviewer', to: 'rejected' },
    delete: { by: 'claimant', to: 'deleted' },
  },
  rejected: {
    save: { by: 'claimant', to: 'draft' },
    saveJob: { by: 'claimant', to: 'rejected' },
    prove: { by: 'claimant', to: 'approved' },
    submit: { by: 'claimant', to: 'review' },
    delete: { by: 'claimant', to: 'deleted' },
  },
};

const MAY: Record<Performer, (caller: Caller, accountId: string) => boolean> = {
  claimant: ({ id }, accountId) => id === accountId,
  reviewer: mayWriteCompanies,
};

/** Whether the caller may see the claim: it is their own, or they review claims. */
export function maySeeClaim(caller: Caller, { account_id }: { account_id: string }): boolean {
  return MAY.claimant(caller, account_id) || MAY.reviewer(caller, account_id);
}

/**
 * Returns the state after an action; undefined if the action is not possible in this state.
 * @throws ProblemError 403 if the caller may not perform it
 */
export function nextClaimState(
  caller: Caller,
  { state, account_id }: { state: ClaimState; account_id: string },
  action: ClaimAction,
): NextClaimState | undefined {
  const transition = CLAIM_TRANSITIONS[state][action];
  if (transition && !MAY[transition.by](caller, account_id)) throw forbidden('account');
  return transition?.to;
}
