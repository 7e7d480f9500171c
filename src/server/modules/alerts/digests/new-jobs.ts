import { and, eq, inArray, isNotNull, lte, not, notExists, sql } from 'drizzle-orm';
import { alert_matches, alert_sent_jobs, alerts } from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';
import { job_search } from '#server/db/search-tables.ts';
import { jobKey } from '../queries.ts';
import { isHidden } from '../searches/hidden-jobs.ts';

export type NewJob = {
  address: string;
  /** The id of the alert that finds the job. A job of several alerts has several rows. */
  alert: string;
  job: string;
  /** The group of the job's postings, or the job: see `jobKey`. */
  key: string;
};

/** The condition that an alert is due. */
export const isDue = and(
  isNotNull(alerts.confirmed_at),
  isNotNull(alerts.due_at),
  lte(alerts.due_at, sql`now()`),
);

/**
 * Reads the open jobs that due alerts of these addresses have newly found, except those that the person has hidden and
 * those about which the address was mailed before.
 */
export function readNewJobs(db: Database, addresses: string[]): Promise<NewJob[]> {
  const wasSent = db
    .select({ key: alert_sent_jobs.job_key })
    .from(alert_sent_jobs)
    .where(
      and(
        sql`${alert_sent_jobs.address_id} = ${alerts.address_id}`,
        sql`${alert_sent_jobs.job_key} = ${jobKey}`,
      ),
    );
  return db
    .select({
      address: alerts.address_id,
      alert: alerts.id,
      job: job_search.job_id,
      key: jobKey,
    })
    .from(alerts)
    .innerJoin(
      alert_matches,
      and(
        eq(alert_matches.search_id, alerts.search_id),
        sql`${alert_matches.matched_at} > ${alerts.seen_at}`,
      ),
    )
    .innerJoin(job_search, eq(job_search.job_id, alert_matches.job_id))
    .where(
      and(inArray(alerts.address_id, addresses), isDue, notExists(wasSent), not(isHidden(db))),
    );
}
