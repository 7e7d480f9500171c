import type { Caller } from '#server/http/api/caller.ts';
import { forbidden } from '#server/http/api/problem.ts';
import type { ClaimState } from '#shared/domain/claims.ts';
import { mayWriteCompanies } from '#shared/domain/permissions.ts';
import type { TeamRole } from '#shared/domain/team-roles.ts';

/** The actions of people on a claim. */
export type ClaimAction =
  | 'save'
  | 'saveJob'
  | 'prove'
  | 'submit'
  | 'withdraw'
  | 'approve'
  | 'reject'
  | 'accept'
  | 'object'
  | 'takeEffect'
  | 'delete';

export type NextClaimState = ClaimState | 'approved' | 'deleted';

/**
 * The people who may perform an action: the person whose claim it is, the site admins, who review claims, or the owners
 * of the claimed company. The board performs `takeEffect` on behalf of the claimant.
 */
type Performer = 'claimant' | 'reviewer' | 'owner';

type Transition = { by: Performer; to: NextClaimState };

/**
 * The state machine of a claim: for each state, the possible actions, who may perform them, and the next state. An
 * action that is absent is not possible in that state. If a proof does not suffice, or must wait for objections, the
 * claim goes into review instead (`proveClaim` in `../commands.ts`).
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
    accept: { by: 'owner', to: 'approved' },
    object: { by: 'owner', to: 'review' },
    takeEffect: { by: 'claimant', to: 'approved' },
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

/** A caller with their role in the team of the claimed company. */
type Actor = Caller & { teamRole?: TeamRole | undefined };

const MAY: Record<Performer, (actor: Actor, accountId: string) => boolean> = {
  claimant: ({ id }, accountId) => id === accountId,
  reviewer: mayWriteCompanies,
  owner: ({ teamRole }) => teamRole === 'owner',
};

/** Whether the caller may see the claim: it is their own, or they review claims. */
export function maySeeClaim(caller: Caller, { account_id }: { account_id: string }): boolean {
  return MAY.claimant(caller, account_id) || MAY.reviewer(caller, account_id);
}

/** Whether the caller may know of the claim. Owners learn by mail who wants to become one of them. */
export function mayKnowClaim(actor: Actor, claim: { account_id: string }): boolean {
  return maySeeClaim(actor, claim) || MAY.owner(actor, claim.account_id);
}

/**
 * Returns the state after an action; undefined if the action is not possible in this state.
 * @throws ProblemError 403 if the caller may not perform it
 */
export function nextClaimState(
  caller: Actor,
  { state, account_id }: { state: ClaimState; account_id: string },
  action: ClaimAction,
): NextClaimState | undefined {
  const transition = CLAIM_TRANSITIONS[state][action];
  if (transition && !MAY[transition.by](caller, account_id)) throw forbidden('account');
  return transition?.to;
}
