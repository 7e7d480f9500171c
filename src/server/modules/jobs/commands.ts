import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#server/db/client.ts';
import { jobs } from '#server/db/schema.ts';
import { ACTORS, withActor } from '#server/db/with-actor.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { isId } from '#server/http/api/cursor.ts';
import { requireVersion } from '#server/http/api/etag.ts';
import { createOnce } from '#server/http/api/idempotency-key.ts';
import { gone, ProblemError } from '#server/http/api/problem.ts';
import { lockCaller } from '#server/modules/accounts/queries.ts';
import { lockCompanyKey } from '#server/modules/companies/commands.ts';
import { closesAt } from '#server/modules/facts/queries.ts';
import type { EditedJob, NewJob, ReopenedJob } from '#shared/contract/job-requests.ts';
import type { BoardRules } from '#shared/domain/board-rules.ts';
import { defaultClosingDate } from '#shared/domain/job-lifetime.ts';
import { mayReviewJobs } from '#shared/domain/permissions.ts';
import { toPlainDate } from '#shared/domain/plain-date.ts';
import { JOB_ADMINS } from '#shared/domain/roles.ts';
import { reviewOf, reviewOfEdit } from './drafts/review-rule.ts';
import { changesContent, endRevision, storeRevision, touchRevision } from './drafts/revisions.ts';
import { storeInReview } from './drafts/store-draft.ts';
import { authorizeJobsOf } from './policy.ts';
import { insertJob, noSuchCompany } from './publication/insert-job.ts';
import { requireFutureClosing } from './publication/require-future-closing.ts';
import { applyEdit } from './publication/update-job.ts';
import { closingTime, findJob, missingJob } from './queries.ts';
import { requireSalaryOrPay, requireType, requireWayToApply } from './stated/stated-columns.ts';

/**
 * Posts a job with the current date, once for each idempotency key. If the rules or a sign of fraud
 * require a review, the job is stored unpublished. Returns its id.
 * @throws ProblemError 400 at `company.id` if the company does not exist, 403, 409
 */
export async function createJob(
  db: Database,
  callerId: string,
  body: NewJob,
  key: string | undefined,
  rules: BoardRules,
): Promise<string> {
  const creation = { account: callerId, key, endpoint: 'POST /api/jobs', body };
  const id = uuidv7();
  return withActor(db, callerId, async (tx) => {
    const company = await lockCompanyKey(tx, body.company.id);
    const caller = await lockCaller(tx, callerId, JOB_ADMINS);
    authorizeJobsOf(caller, company ?? body.company.id);
    return createOnce(tx, creation, id, async () => {
      if (!company) throw noSuchCompany();
      const job = { ...body, company: { id: company } };
      const signals = await reviewOf(tx, { rule: rules.rule, caller, job });
      if (signals) await storeInReview(tx, { id, author: callerId, body: job, signals });
      else await insertJob(tx, id, job, rules);
    });
  });
}

/**
 * Updates an open job. Its closing date changes only if the body contains one. If the rules or a sign of fraud require a
 * review, the job stays as it is until a site admin approves the edit.
 * @returns whether the edit is in review
 * @throws ProblemError 400 at `company.id`, `salary` or `type`, 403, 404, 410, 412
 */
export async function updateJob(
  db: Database,
  callerId: string,
  id: string,
  edited: EditedJob,
  ifMatch: string | undefined,
  { rule, payRequired, types }: BoardRules,
): Promise<boolean> {
  return withActor(db, callerId, async (tx) => {
    // Take locks in the same order as the deletion of a company: the company, its accounts, its jobs.
    const company = await lockCompanyKey(tx, edited.company.id);
    const body = { ...edited, company: { id: company ?? edited.company.id } };
    const caller = await lockCaller(tx, callerId, JOB_ADMINS);
    const { version } = await lockOpenJob(tx, caller, id);
    authorizeJobsOf(caller, body.company.id);
    if (!company) throw noSuchCompany();
    requireVersion(ifMatch, version);
    const row = await findJob(tx, id);
    if (!row) throw await missingJob(tx, id);
    if (payRequired) requireSalaryOrPay(row.job, body);
    requireType(row.job, body, types);
    requireWayToApply(row.job, body);
    const published = { ...row.job, company: row.company };
    const signals = await reviewOfEdit(tx, { rule, caller, job: body, published });
    if (signals !== undefined && (await changesContent(tx, row, body))) {
      await storeRevision(tx, { row, author: callerId, body, signals });
      return true;
    }
    await applyEdit(tx, row, body);
    // An employer's edit that is applied at once replaces an edit in review. After a site admin's edit, the edit in
    // review stays, but reviewers must compare it with the changed job before they approve it.
    if (mayReviewJobs(caller)) await touchRevision(tx, id);
    else await endRevision(tx, callerId, id, body);
    return false;
  });
}

/**
 * Closes an open job, which can be reopened.
 * @throws ProblemError 403, 404, 410, 412
 */
export async function closeJob(
  db: Database,
  callerId: string,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  await withActor(db, callerId, async (tx) => {
    const caller = await lockCaller(tx, callerId, JOB_ADMINS);
    const { version } = await lockOpenJob(tx, caller, id);
    requireVersion(ifMatch, version);
    const now = new Date();
    await tx
      .update(jobs)
      .set({ closed_at: now, closed_by: 'admin', updated_at: now })
      .where(eq(jobs.id, id));
  });
}

/**
 * Reopens a closed job with its old posting date. Without a new closing date, the stored one remains; if it has passed,
 * the job closes in `daysOpen`. If its source no longer lists the job, imports do not close it again.
 * @throws ProblemError 400 at `validthrough`, 403, 404, 409 if the job is open, 410 if it was deleted
 */
export async function reopenJob(
  db: Database,
  callerId: string,
  id: string,
  { validthrough }: ReopenedJob,
  { daysOpen }: Pick<BoardRules, 'daysOpen'>,
): Promise<void> {
  await withActor(db, callerId, async (tx) => {
    const caller = await lockCaller(tx, callerId, JOB_ADMINS);
    const stored = await lockJob(tx, caller, id);
    if (!stored.end) throw new ProblemError(409, 'This job is open.');
    const now = new Date();
    const isOver = stored.closes_at !== null && stored.closes_at < now;
    const next = isOver ? defaultClosingDate(now, daysOpen) : stored.validthrough;
    await tx
      .update(jobs)
      .set({
        closed_at: null,
        closed_by: null,
        kept_open: stored.closed_at !== null,
        validthrough: validthrough === undefined ? next : validthrough || null,
        updated_at: now,
      })
      .where(eq(jobs.id, id));
    await requireFutureClosing(tx, id);
  });
}

/** The number of jobs that one transaction closes. */
const BATCH_SIZE = 500;

/** A job that has closed by date. */
export type OverdueJob = Pick<typeof jobs.$inferSelect, 'id' | 'title' | 'company_id' | 'source'>;

/** Queues the mails about jobs that have closed by date. Returns the errors at mails that could not be queued. */
export type NotifyClosed = (tx: Database, closed: OverdueJob[]) => Promise<unknown[]>;

/**
 * Closes the jobs whose closing date is over, and tells people. Several processes may run this at the same time. The
 * jobs close even if a mail cannot be queued. Such a mail is not tried again.
 * @returns the number of jobs
 * @throws the first error at a mail, after all jobs are closed
 */
export async function closeOverdueJobs(
  db: Database,
  notify: NotifyClosed = async () => [],
): Promise<number> {
  const failures: unknown[] = [];
  let closed = 0;
  for (;;) {
    const now = new Date();
    const number = await withActor(db, ACTORS.closingDate, async (tx) => {
      const overdue = tx
        .select({ id: jobs.id })
        .from(jobs)
        .where(
          and(
            isNull(jobs.closed_at),
            // An index finds these jobs: no day ends anywhere before it begins in UTC.
            lte(jobs.validthrough, toPlainDate(now)),
            sql`${closesAt} < ${now.toISOString()}::timestamptz`,
          ),
        )
        .limit(BATCH_SIZE)
        .for('update', { skipLocked: true });
      const rows = await tx
        .update(jobs)
        .set({ closed_at: closesAt, closed_by: 'day', updated_at: now })
        .where(inArray(jobs.id, overdue))
        .returning({
          id: jobs.id,
          title: jobs.title,
          company_id: jobs.company_id,
          source: jobs.source,
        });
      // In a savepoint, because an error would otherwise roll back the closing of the jobs.
      const errors = await tx
        .transaction((inner) => notify(inner, rows))
        .catch((error: unknown) => [error]);
      failures.push(...errors);
      return rows.length;
    });
    closed += number;
    if (number < BATCH_SIZE) break;
  }
  if (failures.length > 0) throw failures[0];
  return closed;
}

/**
 * Deletes a job.
 * @throws ProblemError 403, 404, 410 if it was already deleted, 412
 */
export async function deleteJob(
  db: Database,
  callerId: string,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  await withActor(db, callerId, async (tx) => {
    const caller = await lockCaller(tx, callerId, JOB_ADMINS);
    const { version } = await lockJob(tx, caller, id);
    requireVersion(ifMatch, version);
    await tx.delete(jobs).where(eq(jobs.id, id));
  });
}

/**
 * Locks a job, which must be open.
 * @throws ProblemError 403, 404, 410
 */
export async function lockOpenJob(tx: Database, caller: Caller, id: string) {
  const job = await lockJob(tx, caller, id);
  if (job.end) throw gone('job');
  return job;
}

/**
 * Locks the job's row: until this transaction ends, no other transaction changes the job.
 * @throws ProblemError 403, 404, 410 if the job was deleted
 */
export async function lockJob(tx: Database, caller: Caller, id: string) {
  const [job] = isId(id)
    ? await tx
        .select({
          company: jobs.company_id,
          version: jobs.version,
          closed_at: jobs.closed_at,
          closes_at: closesAt,
          validthrough: jobs.validthrough,
        })
        .from(jobs)
        .where(eq(jobs.id, id))
        .for('update')
    : [];
  if (!job) throw await missingJob(tx, id);
  authorizeJobsOf(caller, job.company);
  return { ...job, end: closingTime(job) };
}
