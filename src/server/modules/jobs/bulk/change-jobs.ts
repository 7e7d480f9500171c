import { inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { withActor } from '#server/db/with-actor.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { isId } from '#server/http/api/cursor.ts';
import { gone, notFound, ProblemError } from '#server/http/api/problem.ts';
import { lockCaller } from '#server/modules/accounts/queries.ts';
import { findDeletions } from '#server/modules/audit/deletions.ts';
import { restoreJobs } from '#server/modules/audit/restore.ts';
import { closesAt } from '#server/modules/facts/queries.ts';
import type { JobAction, JobChange, JobChanges } from '#shared/contract/job-changes.ts';
import type { BoardRules } from '#shared/domain/board-rules.ts';
import { defaultClosingDate } from '#shared/domain/job-lifetime.ts';
import type { PlainDate } from '#shared/domain/plain-date.ts';
import { JOB_ADMINS } from '#shared/domain/roles.ts';
import { authorizeJobsOf, authorizeRestore } from '../policy.ts';
import { closingTime } from '../queries.ts';
import { renewedDate } from '../renewal/policy.ts';

/** The reasons why jobs cannot be changed, by job id. */
type Problems = Map<string, ProblemError>;

/**
 * Closes, renews, reopens, deletes or restores jobs in one transaction. A job that the caller may not change, or whose state
 * does not allow it, stays as it is and does not affect the others.
 * @throws ProblemError 403 without the role
 */
export async function changeJobs(
  db: Database,
  callerId: string,
  { action, ids: sent }: JobChanges,
  rules: Pick<BoardRules, 'daysOpen'>,
): Promise<JobChange[]> {
  const ids = [...new Set(sent.map((id) => id.toLowerCase()))];
  const next = defaultClosingDate(new Date(), rules.daysOpen);
  const problems = await withActor(db, callerId, (tx) =>
    action === 'restore'
      ? restore(tx, callerId, ids)
      : changeExisting(tx, callerId, { ids, action, next }),
  );
  return ids.map((id) => {
    const problem = problems.get(id);
    return problem ? { id, status: problem.status, detail: problem.message } : { id, status: 200 };
  });
}

/**
 * Restores a deleted job, with the same id.
 * @throws ProblemError 403, 404, 409 if it exists or its company does not, 410 if it was deleted too long ago
 */
export async function restoreJob(db: Database, callerId: string, id: string): Promise<void> {
  const key = id.toLowerCase();
  const problems = await withActor(db, callerId, (tx) => restore(tx, callerId, [key]));
  const problem = problems.get(key);
  if (problem) throw problem;
}

type StoredJob = Awaited<ReturnType<typeof lockJobs>>[number];

/** Locks jobs in the order of their ids, so that transactions cannot deadlock. */
async function lockJobs(tx: Database, ids: string[]) {
  return tx
    .select({
      id: jobs.id,
      company: jobs.company_id,
      closed_at: jobs.closed_at,
      closes_at: closesAt,
      validthrough: jobs.validthrough,
    })
    .from(jobs)
    .where(inArray(jobs.id, ids))
    .orderBy(jobs.id)
    .for('update');
}

/** Locks companies until the transaction ends, so that they are not deleted. Returns the ids of those that exist. */
async function lockCompanies(tx: Database, ids: string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(inArray(companies.id, ids))
    .orderBy(companies.id)
    .for('key share');
  return new Set(rows.map(({ id }) => id));
}

type Change = {
  ids: string[];
  action: Exclude<JobAction, 'restore'>;
  /** The closing date of a job that is renewed now. */
  next: PlainDate;
};

async function changeExisting(
  tx: Database,
  callerId: string,
  { ids, action, next }: Change,
): Promise<Problems> {
  const owners = await tx
    .select({ id: jobs.company_id })
    .from(jobs)
    .where(inArray(jobs.id, ids))
    .groupBy(jobs.company_id);
  // Take locks in the same order as the deletion of a company: the companies, their accounts, their jobs.
  await lockCompanies(
    tx,
    owners.map(({ id }) => id),
  );
  const caller = await lockCaller(tx, callerId, JOB_ADMINS);
  const stored = new Map((await lockJobs(tx, ids)).map((job) => [job.id, job]));
  const missing = ids.filter((id) => !stored.has(id));
  const deleted = new Set(
    (await findDeletions(tx, 'job', missing)).map(({ thing_id }) => thing_id),
  );
  const problems = decide(ids, (id) => {
    const job = stored.get(id);
    if (!job) throw deleted.has(id) ? gone('job') : notFound('job');
    authorize(caller, job, { action, next });
  });
  const changeable = ids.filter((id) => !problems.has(id));
  if (changeable.length > 0) await write(tx, { action, next, ids: changeable });
  return problems;
}

/**
 * Checks that the caller may perform the action on the job, and that the state of the job allows it.
 * @throws ProblemError 403, 409, 410
 */
function authorize(caller: Caller, job: StoredJob, { action, next }: Omit<Change, 'ids'>): void {
  authorizeJobsOf(caller, job.company);
  if (action === 'renew') renewedDate(job, next);
  const isOpen = closingTime(job) === undefined;
  if (action === 'close' && !isOpen) throw gone('job');
  if (action === 'reopen' && isOpen) throw new ProblemError(409, 'This job is open.');
}

async function write(tx: Database, { action, next, ids }: Change): Promise<void> {
  const now = new Date();
  const chosen = inArray(jobs.id, ids);
  switch (action) {
    case 'delete':
      await tx.delete(jobs).where(chosen);
      return;
    case 'close':
      await tx
        .update(jobs)
        .set({ closed_at: now, closed_by: 'admin', updated_at: now })
        .where(chosen);
      return;
    case 'renew':
      await tx.update(jobs).set({ validthrough: next, updated_at: now }).where(chosen);
      return;
    case 'reopen':
      await tx
        .update(jobs)
        .set({
          closed_at: null,
          closed_by: null,
          // A reopened job that its source no longer lists must not be closed again by the next import.
          kept_open: sql`${jobs.kept_open} or ${jobs.closed_at} is not null`,
          validthrough: sql`case when ${closesAt} < ${now.toISOString()}::timestamptz then ${next}::date
            else ${jobs.validthrough} end`,
          updated_at: now,
        })
        .where(chosen);
  }
}

async function restore(tx: Database, callerId: string, ids: string[]): Promise<Problems> {
  const uuids = ids.filter(isId);
  const deletions = new Map(
    (await findDeletions(tx, 'job', uuids)).map((deletion) => [deletion.thing_id, deletion]),
  );
  const ownerOf = (id: string) => String(deletions.get(id)?.before.company_id);
  const existing = await lockCompanies(tx, [...deletions.keys()].map(ownerOf));
  const caller = await lockCaller(tx, callerId, JOB_ADMINS);
  const stored = new Map((await lockJobs(tx, uuids)).map((job) => [job.id, job]));
  const problems = decide(ids, (id) => {
    const job = stored.get(id);
    if (job) {
      authorizeJobsOf(caller, job.company);
      throw new ProblemError(409, 'This job is not deleted.');
    }
    const deletion = deletions.get(id);
    if (!deletion) throw notFound('job');
    authorizeRestore(caller, deletion);
    if (!existing.has(ownerOf(id))) {
      throw new ProblemError(409, 'The company of this job is deleted. Restore the company first.');
    }
  });
  const restorable = ids.filter((id) => !problems.has(id));
  const events = restorable.flatMap((id) => deletions.get(id)?.id ?? []);
  const restored = new Set(events.length > 0 ? await restoreJobs(tx, events) : []);
  for (const id of restorable.filter((one) => !restored.has(one))) {
    problems.set(id, new ProblemError(409, 'This job was added again in the meantime.'));
  }
  return problems;
}

/** Runs `check` for each id, and collects the problems that it throws. */
function decide(ids: string[], check: (id: string) => void): Problems {
  const problems: Problems = new Map();
  for (const id of ids) {
    try {
      check(id);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      problems.set(id, error);
    }
  }
  return problems;
}
