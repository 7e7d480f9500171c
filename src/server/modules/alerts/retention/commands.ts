import { and, eq, isNull, lt, notExists, sql } from 'drizzle-orm';
import {
  alert_addresses,
  alert_confirmations,
  alert_matches,
  alert_searches,
  alert_sent_jobs,
  alerts,
} from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';

/** How long an alert waits for its confirmation (days). The links in confirming mails are valid as long. */
export const UNCONFIRMED_ALERT_DAYS = 3;

/** How long the jobs of a search are stored (days), and how many of them. */
export const ALERT_MATCH_DAYS = 14;
export const MAX_ALERT_MATCHES = 1_000;

/** How long it is stored which jobs an address was mailed about (days): longer than a job is open. */
export const ALERT_SENT_JOB_DAYS = 180;

/** How long it is stored that an address was asked to confirm alerts (hours). */
export const ALERT_CONFIRMATION_HOURS = 24;

/** How many searches have their jobs counted at a time. */
const SEARCHES = 1_000;

const ago = (days: number) => sql`now() - make_interval(days => ${days})`;

/**
 * Deletes alerts that nobody has confirmed, then addresses and searches without alerts, old jobs of searches, and old
 * records of mails. Several processes may do this at the same time.
 */
export async function deleteOldAlerts(db: Database): Promise<void> {
  await db
    .delete(alerts)
    .where(and(isNull(alerts.confirmed_at), lt(alerts.created_at, ago(UNCONFIRMED_ALERT_DAYS))));
  await deleteUnused(db);
  await db.delete(alert_matches).where(lt(alert_matches.matched_at, ago(ALERT_MATCH_DAYS)));
  await deleteSurplusMatches(db);
  await db.delete(alert_sent_jobs).where(lt(alert_sent_jobs.sent_at, ago(ALERT_SENT_JOB_DAYS)));
  await db
    .delete(alert_confirmations)
    .where(
      lt(
        alert_confirmations.created_at,
        sql`now() - make_interval(hours => ${ALERT_CONFIRMATION_HOURS})`,
      ),
    );
}

/** Deletes addresses and searches that no alert uses. */
async function deleteUnused(db: Database): Promise<void> {
  const ofAddress = db
    .select({ id: alerts.id })
    .from(alerts)
    .where(eq(alerts.address_id, sql`alert_addresses.id`));
  await db
    .delete(alert_addresses)
    .where(
      and(notExists(ofAddress), lt(alert_addresses.created_at, sql`now() - interval '1 hour'`)),
    );
  const ofSearch = db
    .select({ id: alerts.id })
    .from(alerts)
    .where(eq(alerts.search_id, sql`alert_searches.id`));
  await db
    .delete(alert_searches)
    .where(and(notExists(ofSearch), lt(alert_searches.created_at, sql`now() - interval '1 hour'`)));
}

/** Deletes all but the newest jobs of searches that match very many. */
async function deleteSurplusMatches(db: Database): Promise<void> {
  await db.execute(sql`
    delete from alert_matches using (
      select search.id, (
        select number from alert_matches where search_id = search.id
        order by number desc offset ${MAX_ALERT_MATCHES} limit 1
      ) as last
      from (
        select search_id as id from alert_matches group by search_id
        having count(*) > ${MAX_ALERT_MATCHES} limit ${SEARCHES}
      ) as search
    ) as surplus
    where search_id = surplus.id and number <= surplus.last`);
}
