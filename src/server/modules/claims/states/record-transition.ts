import type { Database } from '#server/db/client.ts';
import { audit_events } from '#server/db/schema.ts';
import type { ClaimState } from '#shared/domain/claims.ts';
import type { ClaimAction, NextClaimState } from './transitions.ts';

type Transition = {
  actor: string;
  claim: { id: string; account_id: string; company_id: string | null };
  /** The name of the company. */
  name: string;
  /**
   * The domain that proves a registration; null for an existing company, and if no address can prove the registration.
   */
  domain: string | null;
  /** Null if the claim is new. */
  from: ClaimState | null;
  action: ClaimAction;
  to: NextClaimState;
};

/**
 * Records a change of state in the audit trail, with the person and the name and domain of the company. `wasRejected`
 * uses these values to find a rejection after the claim is deleted. The other texts of the claim are not recorded.
 */
export async function recordTransition(
  tx: Database,
  { actor, claim: { id, account_id, company_id }, name, domain, from, action, to }: Transition,
): Promise<void> {
  const row = { account_id, company_id, name, domain };
  await tx.insert(audit_events).values({
    actor,
    kind: 'claim',
    thing_id: id,
    action: from === null ? 'create' : to === 'deleted' ? 'delete' : 'update',
    before: from && { ...row, state: from },
    after: to === 'deleted' ? null : { ...row, state: to, by: action },
  });
}
