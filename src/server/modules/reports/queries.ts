import { and, asc, eq, inArray, isNull, min, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { job_reports } from '#server/db/report-tables.ts';
import { companies, jobs } from '#server/db/schema.ts';
import type { Cursor } from '#server/http/api/cursor.ts';
import { closesAt } from '#server/modules/facts/queries.ts';

export const isOpen = isNull(job_reports.resolved_at);

export type ReportedJobRow = Awaited<ReturnType<typeof listReportedJobs>>[number];

/**
 * Lists jobs with open reports, the earliest report first. If the job was deleted, `job` and `company` are missing.
 * Returns one row more than `limit` if another page follows.
 */
export async function listReportedJobs(
  db: Database,
  { limit, after }: { limit: number; after: Cursor | undefined },
) {
  const first = min(job_reports.created_at);
  const reported = await db
    .select({ id: job_reports.job_id, first: sql<Date>`${first}`.mapWith(job_reports.created_at) })
    .from(job_reports)
    .where(isOpen)
    .groupBy(job_reports.job_id)
    .having(
      after &&
        sql`(${first}, ${job_reports.job_id}) > (${after.key}::timestamptz, ${after.id}::uuid)`,
    )
    .orderBy(asc(first), asc(job_reports.job_id))
    .limit(limit + 1);
  const ids = reported.map(({ id }) => id);
  const [reports, published] = await Promise.all([
    db
      .select()
      .from(job_reports)
      .where(and(isOpen, inArray(job_reports.job_id, ids)))
      .orderBy(asc(job_reports.created_at), asc(job_reports.id)),
    db
      .select({
        id: jobs.id,
        job: { closed_at: jobs.closed_at, closes_at: closesAt },
        company: { name: companies.name },
      })
      .from(jobs)
      .innerJoin(companies, eq(companies.id, jobs.company_id))
      .where(inArray(jobs.id, ids)),
  ]);
  return reported.map(({ id, first }) => ({
    ...published.find((row) => row.id === id),
    id,
    first,
    reports: reports.filter(({ job_id }) => job_id === id),
  }));
}

/** Counts the jobs with open reports. */
export async function countReportedJobs(db: Database): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${job_reports.job_id})::integer` })
    .from(job_reports)
    .where(isOpen);
  return row?.count ?? 0;
}
