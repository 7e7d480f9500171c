import { and, eq, exists, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { alert_addresses, alerts } from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';
import { hidden_companies, job_marks } from '#server/db/mark-tables.ts';
import { job_search } from '#server/db/search-tables.ts';

/** SQL: whether the person of an alert (`alerts`) has hidden a job (`job_search`) or its company. */
export function isHidden(db: Database): SQL {
  const ofAccount = and(
    sql`${alert_addresses.id} = ${alerts.address_id}`,
    isNotNull(alert_addresses.account_id),
  );
  const hiddenJob = db
    .select({ account: job_marks.account_id })
    .from(job_marks)
    .innerJoin(alert_addresses, eq(alert_addresses.account_id, job_marks.account_id))
    .where(
      and(
        ofAccount,
        sql`${job_marks.job_id} = ${job_search.job_id}`,
        isNotNull(job_marks.hidden_at),
      ),
    );
  const hiddenCompany = db
    .select({ account: hidden_companies.account_id })
    .from(hidden_companies)
    .innerJoin(alert_addresses, eq(alert_addresses.account_id, hidden_companies.account_id))
    .where(and(ofAccount, sql`${hidden_companies.company_id} = ${job_search.company_id}`));
  return sql`(${or(exists(hiddenJob), exists(hiddenCompany))})`;
}
