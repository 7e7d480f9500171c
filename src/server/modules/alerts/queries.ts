import { and, asc, eq, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm';
import { alert_matches, alert_searches, alert_sent_jobs, alerts } from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';
import { job_search } from '#server/db/search-tables.ts';
import type { AlertAddress } from './links/alert-links.ts';
import { isHidden } from './searches/hidden-jobs.ts';

const columns = {
  id: alerts.id,
  query: alert_searches.query,
  frequency: alerts.frequency,
  typed: alerts.typed,
  created_at: alerts.created_at,
  confirmed_at: alerts.confirmed_at,
  seen_at: alerts.seen_at,
};

/** SQL: the group of a job's postings, or the job if it has none. People get each group once. */
export const jobKey = sql<string>`coalesce(${job_search.group_id}, ${job_search.job_id})`;

/** Lists the alerts of an address: those that are confirmed, and those that are not. */
export async function listAlerts(db: Database, addressId: string) {
  const list = (condition: SQL) =>
    db
      .select(columns)
      .from(alerts)
      .innerJoin(alert_searches, eq(alert_searches.id, alerts.search_id))
      .where(and(eq(alerts.address_id, addressId), condition))
      .orderBy(asc(alerts.created_at), asc(alerts.id));
  return {
    confirmed: await list(isNotNull(alerts.confirmed_at)),
    unconfirmed: await list(isNull(alerts.confirmed_at)),
  };
}

export type AlertRow = Awaited<ReturnType<typeof listAlerts>>['confirmed'][number];

/** Counts the open jobs of confirmed alerts that are new since the person has last seen them, by the ids of the alerts. */
export async function countNewJobs(db: Database, addressId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: alerts.id, jobs: sql<number>`count(distinct ${jobKey})::int` })
    .from(alerts)
    .innerJoin(
      alert_matches,
      and(
        eq(alert_matches.search_id, alerts.search_id),
        sql`${alert_matches.number} > ${alerts.seen_number}`,
      ),
    )
    .innerJoin(job_search, eq(job_search.job_id, alert_matches.job_id))
    .where(and(eq(alerts.address_id, addressId), isNotNull(alerts.confirmed_at), not(isHidden(db))))
    .groupBy(alerts.id);
  return new Map(rows.map(({ id, jobs }) => [id, jobs]));
}

/** Everything about an address, for its owner. */
export async function readAddressData(db: Database, { link_secret, ...address }: AlertAddress) {
  const { confirmed, unconfirmed } = await listAlerts(db, address.id);
  const sent = await db
    .select({ job: alert_sent_jobs.job_key, sent_at: alert_sent_jobs.sent_at })
    .from(alert_sent_jobs)
    .where(eq(alert_sent_jobs.address_id, address.id))
    .orderBy(asc(alert_sent_jobs.sent_at));
  return { address, alerts: [...confirmed, ...unconfirmed], jobs_mailed: sent };
}
