import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { company_claims } from '#server/db/claim-tables.ts';
import type { Database } from '#server/db/client.ts';
import { job_drafts } from '#server/db/job-draft-tables.ts';
import { audit_events } from '#server/db/schema.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { isId } from '#server/http/api/cursor.ts';
import { mayWriteJobsOf } from '#shared/domain/permissions.ts';

/** The number of decided reviews whose durations are returned. */
const LATEST = 5;

/**
 * Finds when the caller's claim, or an unpublished job of their company, was submitted for review. Returns undefined if
 * the caller has no such thing in review.
 */
export async function findSubmission(
  db: Database,
  caller: Caller,
  id: string,
): Promise<Date | undefined> {
  if (!isId(id)) return undefined;
  const [claim] = await db
    .select({ account: company_claims.account_id, submitted: company_claims.submitted_at })
    .from(company_claims)
    .where(eq(company_claims.id, id));
  if (claim) return (claim.account === caller.id && claim.submitted) || undefined;
  const [draft] = await db
    .select({ company: job_drafts.company_id, submitted: job_drafts.submitted_at })
    .from(job_drafts)
    .where(eq(job_drafts.id, id));
  return (draft && mayWriteJobsOf(caller, draft.company) && draft.submitted) || undefined;
}

/**
 * Counts the claims and the unpublished jobs that were submitted earlier and still wait for a site admin. Claims that take
 * effect unless someone objects do not.
 */
export async function countAhead(db: Database, submitted: Date): Promise<number> {
  const [claims, drafts] = await Promise.all([
    db.$count(
      company_claims,
      and(
        eq(company_claims.state, 'review'),
        lt(company_claims.submitted_at, submitted),
        isNull(company_claims.takes_effect_at),
      ),
    ),
    db.$count(
      job_drafts,
      and(eq(job_drafts.state, 'review'), lt(job_drafts.submitted_at, submitted)),
    ),
  ]);
  return claims + drafts;
}

/** Lists how long the latest reviews took, the latest first (seconds): the time from a submission to its decision. */
export async function listDurations(db: Database): Promise<number[]> {
  const decisionsOf = (kind: 'claim' | 'draft') => sql`(
    select ${audit_events.kind}, ${audit_events.thing_id}, ${audit_events.at}, ${audit_events.id}
    from ${audit_events}
    where ${audit_events.kind} = ${kind} and ${audit_events.action} = 'update'
      and ${audit_events.after} ->> 'by' in ('approve', 'reject')
    order by ${audit_events.at} desc, ${audit_events.id} desc limit ${LATEST})`;
  const { rows } = await db.execute<{ took: number }>(sql`
    select extract(epoch from decision.at - submission.at)::integer as took
    from (${decisionsOf('claim')} union all ${decisionsOf('draft')}) decision
    cross join lateral (
      select event.at from ${audit_events} event
      where event.kind = decision.kind and event.thing_id = decision.thing_id
        and event.id < decision.id and event.after ->> 'state' = 'review'
      order by event.id desc limit 1
    ) submission
    order by decision.at desc, decision.id desc limit ${LATEST}`);
  return rows.map(({ took }) => took);
}
