import { type SQL, sql } from 'drizzle-orm';
import { company_claims } from '#server/db/claim-tables.ts';
import type { Database } from '#server/db/client.ts';
import { inbox_digests } from '#server/db/inbox-tables.ts';
import { job_drafts } from '#server/db/job-draft-tables.ts';
import { company_renames } from '#server/db/rename-tables.ts';
import { job_reports } from '#server/db/report-tables.ts';
import { accounts, companies, jobs } from '#server/db/schema.ts';
import { source_runs, sources } from '#server/db/source-tables.ts';
import type { Caller } from '#server/http/api/caller.ts';
import type { Cursor } from '#server/http/api/cursor.ts';
import { describeLastTransition as describeClaim } from '#server/modules/claims/queries.ts';
import { describeLastTransition as describeRename } from '#server/modules/companies/renames/queries.ts';
import { describeLastTransition as describeDraft } from '#server/modules/jobs/drafts/queries.ts';
import { describeResolution } from '#server/modules/reports/queries.ts';
import { describeAnswer } from '#server/modules/sources/queries.ts';
import { INBOX_KINDS, type InboxKind } from '#shared/domain/inbox.ts';

/** An item of the inbox, as in `InboxItem`. */
export type InboxRow = {
  kind: InboxKind;
  id: string;
  since: string;
  title: string;
  company: string;
  person: string;
  reports: number;
  version: number | null;
};

/** SQL: everything that waits for a decision of a site admin. A source that may already close jobs waits for nobody. */
const WAITING = sql`(
  select case when claim.registration is null then 'claim' else 'registration' end as kind, claim.id,
    claim.submitted_at as since, coalesce(claim.registration ->> 'name', company.name) as title,
    coalesce(claim.registration ->> 'name', company.name) as company, person.name as person,
    0 as reports, claim.version
  from ${company_claims} claim join ${accounts} person on person.id = claim.account_id
    left join ${companies} company on company.id = claim.company_id
  where claim.state = 'review'
  union all
  select 'rename', rename.id, rename.requested_at, company.name, company.name, coalesce(person.name, ''), 0,
    rename.version
  from ${company_renames} rename join ${companies} company on company.id = rename.company_id
    left join ${accounts} person on person.id = rename.account_id
  where rename.state = 'review'
  union all
  select case when draft.job_id is null then 'job' else 'edit' end, draft.id,
    draft.submitted_at, draft.body ->> 'title', company.name, coalesce(person.name, ''), 0, draft.version
  from ${job_drafts} draft join ${companies} company on company.id = draft.company_id
    left join ${accounts} person on person.id = draft.author
  where draft.state = 'review'
  union all
  select 'report', report.job_id, min(report.created_at), min(report.title), coalesce(min(company.name), ''), '',
    count(*)::integer, null
  from ${job_reports} report left join ${jobs} job on job.id = report.job_id
    left join ${companies} company on company.id = job.company_id
  where report.resolved_at is null
  group by report.job_id
  union all
  select 'question', source.id, case when source.state = 'proposed' then source.created_at else coalesce((
      select min(run.started_at) from ${source_runs} run
      where run.source_id = source.id and run.outcome = 'asked' and run.id > coalesce((
        select max(answered.id) from ${source_runs} answered
        where answered.source_id = source.id and answered.outcome in ('applied', 'unchanged')), 0)
    ), source.created_at) end, company.name, company.name, '', 0, source.version
  from ${sources} source join ${companies} company on company.id = source.company_id
  where source.state = 'proposed' or (source.state = 'asking' and not source.may_close)
) as waiting`;

/** SQL: a time in the format of `toISOString`. */
const iso = (moment: SQL) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

type Page = { kind?: InboxKind | undefined; limit: number; after: Cursor | undefined };

/** Lists what waits, the oldest first. Returns one row more than `limit` if another page follows. */
export async function listInbox(db: Database, { kind, limit, after }: Page): Promise<InboxRow[]> {
  const { rows } = await db.execute<InboxRow>(sql`
    select kind, id, ${iso(sql`since`)} as since, title, company, person, reports, version from ${WAITING}
    where ${kind ? sql`kind = ${kind}` : sql`true`}
      and ${after ? sql`(waiting.since, id) > (${after.key}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by waiting.since, id limit ${limit + 1}`);
  return rows;
}

export type InboxSummary = {
  counts: Record<InboxKind, number>;
  total: number;
  /** Since when the oldest item waits; null if nothing does. */
  oldest: string | null;
  /** Since when the newest item waits. */
  newest: string | null;
};

/** Counts what waits. */
export async function summarizeInbox(db: Database): Promise<InboxSummary> {
  const { rows } = await db.execute<{
    kind: InboxKind;
    count: number;
    oldest: string;
    newest: string;
  }>(sql`
    select kind, count(*)::integer as count, ${iso(sql`min(since)`)} as oldest,
      ${iso(sql`max(since)`)} as newest from ${WAITING} group by kind`);
  const counts = Object.fromEntries(
    INBOX_KINDS.map((kind) => [kind, rows.find((row) => row.kind === kind)?.count ?? 0]),
  ) as Record<InboxKind, number>;
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const oldest = rows.map((row) => row.oldest).sort()[0] ?? null;
  const newest =
    rows
      .map((row) => row.newest)
      .sort()
      .at(-1) ?? null;
  return { counts, total, oldest, newest };
}

/** Says what ended an item, such as "Boss approved this job."; empty while it waits, and if it is not known. */
export async function describeEnd(
  db: Database,
  caller: Caller,
  { kind, id }: { kind: InboxKind; id: string },
): Promise<string> {
  const { rows } = await db.execute(
    sql`select from ${WAITING} where kind = ${kind} and id = ${id}::uuid`,
  );
  if (rows.length > 0) return '';
  if (kind === 'registration' || kind === 'claim') {
    return describeClaim(db, caller, id);
  }
  if (kind === 'rename') return describeRename(db, caller, id);
  if (kind === 'job' || kind === 'edit') {
    return describeDraft(db, caller, id);
  }
  if (kind === 'report') return describeResolution(db, caller, id);
  return describeAnswer(db, caller, id);
}

/** Whether a site admin wants the daily email about the inbox. */
export async function wantsDigest(db: Database, account: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from ${inbox_digests} where account_id = ${account} and not is_wanted`,
  );
  return rows.length === 0;
}

/**
 * Lists the site admins who want mails about the inbox, by their verified email addresses. Blocked people get no mail.
 */
export async function listDigestRecipients(
  db: Database,
): Promise<{ account: string; email: string }[]> {
  const { rows } = await db.execute<{ account: string; email: string }>(sql`
    select person.id as account, person.verified_email as email from ${accounts} person
    where person.role = 'siteadmin' and person.verified_email is not null and person.blocked_at is null
      and not exists (select from ${inbox_digests} digest where digest.account_id = person.id and not digest.is_wanted)
    order by person.id`);
  return rows;
}
