import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { job_drafts } from '#server/db/job-draft-tables.ts';
import { actors } from '#server/db/personal-tables.ts';
import { accounts, audit_events, jobs } from '#server/db/schema.ts';

/** SQL: the actor of the transaction, whom the triggers record. */
const CURRENT_ACTOR = sql`coalesce(current_setting('board.actor', true), '')`;

/**
 * Records the unpublished jobs of a company completely in the audit trail, because they are deleted with the company
 * and must be restorable. The trigger on drafts does not do this: it records only their states. Authors are named by
 * their actor keys, as everywhere in the audit trail.
 */
export async function recordDeletedDrafts(tx: Database, companyId: string): Promise<void> {
  await tx.execute(sql`
    insert into ${audit_events} (actor, action, kind, thing_id, before)
    select ${CURRENT_ACTOR}, 'delete', 'draft', draft.id,
      to_jsonb(draft) || jsonb_build_object('title', draft.body ->> 'title', 'author', author.key)
    from ${job_drafts} draft left join ${actors} author on author.account_id = draft.author
    where draft.company_id = ${companyId} order by draft.id`);
}

/**
 * Restores the unpublished jobs that were deleted with their company, in the transaction of the given event. Skips
 * edits of published jobs that no longer exist. The company and its jobs must exist again.
 * @param deletionId the event that deleted the company
 * @returns the number of unpublished jobs
 */
export async function restoreDeletedDrafts(
  tx: Database,
  deletionId: number,
  companyId: string,
): Promise<number> {
  const { rows } = await tx.execute(sql`
    with stored as (
      insert into ${job_drafts} (id, job_id, company_id, author, state, body, reason, signals, version, created_at,
        updated_at, submitted_at)
      select draft.id, draft.job_id, draft.company_id, ${accountNamed(sql`draft.author`)}, draft.state, draft.body,
        draft.reason, draft.signals, draft.version + 1, draft.created_at, draft.updated_at, draft.submitted_at
      from ${audit_events} event, jsonb_populate_record(null::${job_drafts}, event.before) draft
      where event.at = (select at from ${audit_events} where id = ${deletionId})
        and event.kind = 'draft' and event.action = 'delete' and draft.company_id = ${companyId}
        and (draft.job_id is null or draft.job_id in (select id from ${jobs}))
      on conflict do nothing returning *
    )
    insert into ${audit_events} (actor, action, kind, thing_id, after)
    select ${CURRENT_ACTOR}, 'create', 'draft', id,
      jsonb_build_object('title', body ->> 'title', 'company_id', company_id, 'state', state)
    from stored order by id returning id`);
  return rows.length;
}

/** SQL: the id of the existing account to which an actor key belongs; null if the account was deleted. */
const accountNamed = (key: SQL) => sql`(
  select account.id from ${actors} known join ${accounts} account on account.id = known.account_id
  where known.key = ${key})`;
