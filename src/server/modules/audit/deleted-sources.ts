import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { audit_events, companies } from '#server/db/schema.ts';
import { sources } from '#server/db/source-tables.ts';

/** SQL: the actor of the transaction, whom the triggers record. */
const CURRENT_ACTOR = sql`coalesce(current_setting('board.actor', true), '')`;

/** A source as the audit trail records it: the values that people set, without the values that its runs change. */
const DECIDED = sql`jsonb_build_object('name', ${companies.name} || ' (' || source.system || ')',
  'company_id', source.company_id, 'system', source.system, 'tenant', source.tenant, 'settings', source.settings,
  'state', source.state, 'interval_minutes', source.interval_minutes, 'may_close', source.may_close)`;

/**
 * Deletes the sources of a company before the company itself, and records them in the audit trail, so that they can be
 * restored with the company. The sources are deleted before the jobs, in the order in which runs lock them.
 */
export async function deleteSourcesOf(tx: Database, companyId: string): Promise<void> {
  await tx.execute(sql`
    with gone as (delete from ${sources} where company_id = ${companyId} returning *)
    insert into ${audit_events} (actor, action, kind, thing_id, before)
    select ${CURRENT_ACTOR}, 'delete', 'source', source.id, ${DECIDED}
    from gone source join ${companies} on ${companies.id} = source.company_id order by source.id`);
}

/**
 * Restores the sources that were deleted with their company, in the transaction of the given event. The restored
 * sources are paused: a person decides when they are read again, and the next run takes over the restored jobs. A
 * source that waited for approval waits again. Skips sources that someone has added again.
 * @param deletionId the event that deleted the company
 * @returns the number of sources
 */
export async function restoreDeletedSources(
  tx: Database,
  deletionId: number,
  companyId: string,
): Promise<number> {
  const { rows } = await tx.execute(sql`
    with source as (
      insert into ${sources} (id, company_id, system, tenant, settings, state, paused_by, interval_minutes)
      select event.thing_id::uuid, source.company_id, source.system, source.tenant, source.settings,
        case when source.state = 'proposed' then 'proposed' else 'paused' end,
        case when source.state <> 'proposed' then 'restored' end, source.interval_minutes
      from ${audit_events} event, jsonb_populate_record(null::${sources}, event.before) source
      where event.at = (select at from ${audit_events} where id = ${deletionId})
        and event.kind = 'source' and event.action = 'delete' and source.company_id = ${companyId}
      on conflict do nothing returning *
    )
    insert into ${audit_events} (actor, action, kind, thing_id, after)
    select ${CURRENT_ACTOR}, 'create', 'source', source.id, ${DECIDED}
    from source join ${companies} on ${companies.id} = source.company_id order by source.id returning id`);
  return rows.length;
}
