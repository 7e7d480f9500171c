import { and, asc, eq, inArray, isNull, min, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { actors } from '#server/db/personal-tables.ts';
import { job_reports } from '#server/db/report-tables.ts';
import { accounts, audit_events, companies, jobs } from '#server/db/schema.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { type Cursor, isId } from '#server/http/api/cursor.ts';
import { findLastTransition } from '#server/modules/audit/last-transition.ts';
import { closesAt } from '#server/modules/facts/queries.ts';
import type { Role } from '#shared/domain/roles.ts';

export const isOpen = isNull(job_reports.resolved_at);

export type ReportedJobRow = Awaited<ReturnType<typeof listReportedJobs>>[number];

/**
 * Lists jobs with open reports, the earliest report first; with `job`, only this job. If the job was deleted, `job` and `company` are missing.
 * Returns one row more than `limit` if another page follows.
 */
export async function listReportedJobs(
  db: Database,
  { job, limit, after }: { job: string | undefined; limit: number; after: Cursor | undefined },
) {
  const first = min(job_reports.created_at);
  const reported = await db
    .select({ id: job_reports.job_id, first: sql<Date>`${first}`.mapWith(job_reports.created_at) })
    .from(job_reports)
    .where(isSelected(job))
    .groupBy(job_reports.job_id)
    .having(
      after &&
        sql`(${first}, ${job_reports.job_id}) > (${after.key}::timestamptz, ${after.id}::uuid)`,
    )
    .orderBy(asc(first), asc(job_reports.job_id))
    .limit(limit + 1);
  const ids = reported.map(({ id }) => id);
  const [reports, published, authors] = await Promise.all([
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
    findAuthors(db, ids),
  ]);
  return reported.map(({ id, first }) => ({
    ...published.find((row) => row.id === id),
    id,
    first,
    author: authors.get(id) ?? null,
    reports: reports.filter(({ job_id }) => job_id === id),
  }));
}

/** Counts the jobs with open reports; with `job`, only this job. */
export async function countReportedJobs(db: Database, job: string | undefined): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${job_reports.job_id})::integer` })
    .from(job_reports)
    .where(isSelected(job));
  return row?.count ?? 0;
}

function isSelected(job: string | undefined): SQL | undefined {
  const isThis =
    job === undefined ? undefined : isId(job) ? eq(job_reports.job_id, job) : sql`false`;
  return and(isOpen, isThis);
}

type Author = { id: string; name: string; role: Role; isBlocked: boolean };

/**
 * Finds the people who posted jobs. The person who submitted a job for review comes before the site admin who published
 * it; later edits of the job do not count. The first job of a new company is published in the transaction that approves the claim of its author.
 */
async function findAuthors(db: Database, ids: string[]): Promise<Map<string, Author>> {
  const submission = sql`select event.actor from ${audit_events} event
    where event.kind = 'draft' and event.thing_id = job.id and event.after ->> 'by' = 'submit'
      and event.id < created.id
    order by event.id desc limit 1`;
  const registration = sql`select approval.after ->> 'account_id' from ${audit_events} approval
    where approval.kind = 'claim' and approval.after ->> 'state' = 'approved' and approval.at = created.at`;
  const { rows } = await db.execute<Author & { job: string }>(sql`
    select job.id as job, person.id, person.name, person.role, person.blocked_at is not null as "isBlocked"
    from unnest(${sql.param(ids)}::text[]) as job(id)
    left join lateral (
      select event.id, event.actor, event.at from ${audit_events} event
      where event.kind = 'job' and event.thing_id = job.id and event.action = 'create' order by event.id limit 1
    ) created on true
    join ${actors} author on author.key = coalesce((${submission}), (${registration}), created.actor)
    join ${accounts} person on person.id = author.account_id`);
  return new Map(rows.map(({ job, ...author }) => [job, author]));
}

/** Says who resolved the reports of a job. */
export async function describeResolution(
  db: Database,
  caller: Caller,
  id: string,
): Promise<string> {
  const last = await findLastTransition(db, 'report', id);
  const subject = last?.actor === caller.id ? 'You' : last?.name || 'A site admin';
  return `${subject} resolved these reports.`;
}
