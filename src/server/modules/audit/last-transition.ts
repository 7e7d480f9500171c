import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { actors } from '#server/db/personal-tables.ts';
import { accounts, audit_events } from '#server/db/schema.ts';
import { accountOf } from './actors.ts';

/**
 * Reads the latest change of state of a draft, a claim or a rename, or the latest change of a source or the reports of
 * a job, even if it no longer exists. `state` and `action` are null if the latest change was the deletion.
 * @param condition which changes count, of `audit_events`
 */
export async function findLastTransition(
  db: Database,
  kind: 'draft' | 'claim' | 'report' | 'source' | 'rename',
  id: string,
  condition?: SQL,
) {
  const [event] = await db
    .select({
      actor: accountOf(audit_events.actor),
      name: accounts.name,
      role: accounts.role,
      event: audit_events.action,
      account_id: accountOf(sql<string | null>`${audit_events.after} ->> 'account_id'`),
      company_id: sql<string | null>`${audit_events.after} ->> 'company_id'`,
      state: sql<string | null>`${audit_events.after} ->> 'state'`,
      action: sql<string | null>`${audit_events.after} ->> 'by'`,
    })
    .from(audit_events)
    .leftJoin(actors, eq(actors.key, audit_events.actor))
    .leftJoin(accounts, eq(accounts.id, actors.account_id))
    .where(and(eq(audit_events.kind, kind), eq(audit_events.thing_id, id.toLowerCase()), condition))
    .orderBy(desc(audit_events.id))
    .limit(1);
  return event;
}
