import { and, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import { alert_changes, alert_matches, alert_sent_jobs, alerts } from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';
import { jobs } from '#server/db/schema.ts';
import { job_search } from '#server/db/search-tables.ts';
import { MAX_MAIL_JOBS } from '#server/mail/outbox.ts';
import { jobKey } from '../queries.ts';
import { isHidden } from '../searches/hidden-jobs.ts';

/** The condition that an alert is due. */
export const isDue = and(
  isNotNull(alerts.confirmed_at),
  isNotNull(alerts.due_at),
  lte(alerts.due_at, sql`now()`),
);

export type NewJobs = {
  /** The keys of all new jobs; see `jobKey`. Postings of one job at several places have one key. */
  keys: string[];
  /** The ids of the newest jobs, at most as many as a mail shows. */
  newest: string[];
  /** The ids of the alerts that find any. */
  alerts: string[];
  /**
   * Whether a job has closed since the matcher last ran. If it reopens before the next run, the matcher finds it unchanged. So
   * a mail must not leave it out: it would be missing in all later mails, too.
   */
  isClosing: boolean;
};

/** SQL: the matches of due alerts of an address that are new up to a match, joined with their alerts. */
function newMatches(addressId: string, until: number): SQL {
  return sql`${alerts} join ${alert_matches} on ${alert_matches.search_id} = ${alerts.search_id}
    and ${alert_matches.number} > ${alerts.seen_number} and ${alert_matches.number} <= ${until}
    and ${alerts.address_id} = ${addressId} and ${isDue}`;
}

/**
 * SQL: the open jobs that due alerts of an address have newly found, except those that the person has hidden and those about
 * which the address was mailed before.
 * @param until the number of the last match to read
 */
function findNewJobs(db: Database, addressId: string, until: number): SQL {
  return sql`
    select ${alerts.id} as alert, ${job_search.job_id} as job_id, ${jobKey} as key, ${job_search.date} as date
    from ${newMatches(addressId, until)}
    join ${job_search} on ${job_search.job_id} = ${alert_matches.job_id}
    where not ${isHidden(db)} and not exists (
      select from ${alert_sent_jobs} where ${alert_sent_jobs.address_id} = ${addressId}
        and ${alert_sent_jobs.job_key} = ${jobKey}
    )`;
}

/** Returns the number of the last match of searches that is visible; 0 if there is none. */
export async function readLastMatch(db: Database, searches: string[]): Promise<number> {
  const { rows } = await db.execute<{ number: number }>(sql`
    select coalesce(max(last), 0)::float8 as number
    from unnest(${sql.param(searches)}::uuid[]) as search (id), lateral (
      select max(number) as last from ${alert_matches} where search_id = search.id
    ) as matched`);
  return rows[0]?.number ?? 0;
}

/** Reads the new jobs of an address up to a match. */
export async function readNewJobs(
  db: Database,
  addressId: string,
  until: number,
): Promise<NewJobs> {
  const { rows } = await db.execute<NewJobs>(sql`
    with found as materialized (${findNewJobs(db, addressId, until)}),
    postings as (select distinct on (key) key, job_id, date from found order by key, date desc, job_id),
    newest as (select * from postings order by date desc, job_id limit ${MAX_MAIL_JOBS})
    select coalesce((select array_agg(key) from postings), '{}') as keys,
      coalesce((select array_agg(job_id order by date desc, job_id) from newest), '{}') as newest,
      coalesce((select array_agg(distinct alert) from found), '{}') as alerts,
      exists (
        select from ${newMatches(addressId, until)}
        join ${alert_changes} on ${alert_changes.job_id} = ${alert_matches.job_id}
        join ${jobs} on ${jobs.id} = ${alert_matches.job_id}
        where not exists (select from ${job_search} where ${job_search.job_id} = ${alert_matches.job_id})
      ) as "isClosing"`);
  return rows[0] ?? { keys: [], newest: [], alerts: [], isClosing: false };
}

/** Records that an address is mailed about jobs, also about those that have closed since they were read. */
export async function recordSent(db: Database, addressId: string, keys: string[]): Promise<void> {
  await db.execute(sql`insert into ${alert_sent_jobs} (address_id, job_key)
    select ${addressId}::uuid, unnest(${sql.param(keys)}::uuid[]) on conflict do nothing`);
}
