import type { Database } from '#server/db/client.ts';
import type { company_renames } from '#server/db/rename-tables.ts';
import { audit_events } from '#server/db/schema.ts';
import type { RenameState } from '#shared/domain/company-renames.ts';

/**
 * What happens to a request to change the name or website of a company. `fulfill`: a site admin has entered the requested
 * values.
 */
type RenameAction =
  | 'request'
  | 'withdraw'
  | 'approve'
  | 'reject'
  | 'fulfill'
  | 'deleteCompany'
  | 'mergeCompany';

type Transition = {
  actor: string;
  rename: Pick<typeof company_renames.$inferSelect, 'id' | 'company_id' | 'name' | 'website'>;
  /** The name of the company at the time. */
  company: string;
  /** Null if the request is new. */
  from: RenameState | null;
  action: RenameAction;
  to: RenameState | 'approved' | 'deleted';
};

/** Records a change of state in the audit trail, with the requested name and website. */
export async function recordTransition(
  tx: Database,
  { actor, rename: { id, company_id, name, website }, company, from, action, to }: Transition,
): Promise<void> {
  const row = { company_id, name: company, requested_name: name, requested_website: website };
  await tx.insert(audit_events).values({
    actor,
    kind: 'rename',
    thing_id: id,
    action: from === null ? 'create' : to === 'deleted' ? 'delete' : 'update',
    before: from && { ...row, state: from },
    after: action === 'withdraw' ? null : { ...row, state: to, by: action },
  });
}
