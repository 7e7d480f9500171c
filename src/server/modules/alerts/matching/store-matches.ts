import { sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import { alert_addresses, alert_matches, alert_searches, alerts } from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';

/** A job that a search newly shows. */
export type Match = Pick<typeof alert_matches.$inferSelect, 'search_id' | 'job_id'>;

/**
 * Stores matches, and makes the immediate alerts with new ones due. A job that the search showed before, and then not, is a
 * new match again.
 */
export async function storeMatches(tx: Database, matches: Match[]): Promise<void> {
  if (matches.length === 0) return;
  // A killed process may still have a transaction that stores matches. Readers rely on the order of the numbers.
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.alertMatches})`);
  const searches = sql.param(matches.map(({ search_id }) => search_id));
  await tx.execute(sql`insert into ${alert_matches} (search_id, job_id)
    select distinct * from unnest(
      ${searches}::uuid[],
      ${sql.param(matches.map(({ job_id }) => job_id))}::uuid[]
    ) as matched (search_id, job_id)
    where exists (select from ${alert_searches} where ${alert_searches.id} = matched.search_id)
    on conflict (search_id, job_id) do update set number = default, matched_at = now()`);
  // Lock the alerts in the order of their ids, as digests do. A digest that is being queued would otherwise end without the
  // new matches, and leave its alert without a due time.
  await tx.execute(sql`update ${alerts} set due_at = coalesce(due_at, now()) where id in (
    select alert.id from ${alerts} as alert join ${alert_addresses} as owner on owner.id = alert.address_id
    where alert.search_id = any(${searches}::uuid[]) and alert.frequency = 'immediate'
      and alert.confirmed_at is not null and owner.paused_at is null
    order by alert.id for update of alert
  )`);
}
