import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { reminder_opt_outs } from '#server/db/job-reminder-tables.ts';
import { jobs } from '#server/db/schema.ts';
import { ACTORS, withActor } from '#server/db/with-actor.ts';
import { requireVersion } from '#server/http/api/etag.ts';
import { ProblemError } from '#server/http/api/problem.ts';
import { lockCaller } from '#server/modules/accounts/queries.ts';
import { closesAt } from '#server/modules/facts/queries.ts';
import type { BoardRules } from '#shared/domain/board-rules.ts';
import { defaultClosingDate } from '#shared/domain/job-lifetime.ts';
import type { PlainDate } from '#shared/domain/plain-date.ts';
import { JOB_ADMINS } from '#shared/domain/roles.ts';
import { lockOpenJob } from '../commands.ts';
import { renewedDate, renewedDateByLink } from './policy.ts';
import { findLinkRecipient, mayEditJobsOf } from './queries.ts';
import type { Renewal } from './token.ts';

/**
 * Renews an open job.
 * @throws ProblemError 403, 404, 409 if the job has no closing date or a later one, 410, 412
 */
export async function renewJob(
  db: Database,
  callerId: string,
  id: string,
  ifMatch: string | undefined,
  { daysOpen }: Pick<BoardRules, 'daysOpen'>,
): Promise<void> {
  await withActor(db, callerId, async (tx) => {
    const caller = await lockCaller(tx, callerId, JOB_ADMINS);
    const job = await lockOpenJob(tx, caller, id);
    requireVersion(ifMatch, job.version);
    await prolong(tx, id, renewedDate(job, defaultClosingDate(new Date(), daysOpen)));
  });
}

/**
 * Renews a job by a mailed link.
 * @throws ProblemError 409 if the job has a different closing date or the recipient may no longer edit it, 410 if it is
 * closed or deleted
 */
export async function renewByLink(
  db: Database,
  renewal: Renewal,
  rules: Pick<BoardRules, 'daysOpen'>,
): Promise<void> {
  await changeByLink(db, renewal, rules, (tx, next) => prolong(tx, renewal.id, next));
}

/**
 * Changes a job by a mailed link, and gives `change` the closing date after a renewal. If two renewals, or a renewal and
 * a deletion, run at the same time, the row lock makes the second wait, which then finds the state after the first.
 */
async function changeByLink(
  db: Database,
  { id, validthrough, recipient }: Renewal,
  { daysOpen }: Pick<BoardRules, 'daysOpen'>,
  change: (tx: Database, next: PlainDate) => Promise<void>,
): Promise<void> {
  await withActor(db, ACTORS.renewalLink, async (tx) => {
    // Lock accounts before jobs, as everywhere.
    const person = await findLinkRecipient(tx, recipient, { lock: true });
    const [job] = await tx
      .select({
        company_id: jobs.company_id,
        closed_at: jobs.closed_at,
        closes_at: closesAt,
        validthrough: jobs.validthrough,
      })
      .from(jobs)
      .where(eq(jobs.id, id))
      .for('update');
    if (!job) throw deletedJob();
    if (!(await mayEditJobsOf(tx, person, job.company_id))) throw foreignJob();
    await change(
      tx,
      renewedDateByLink(job, validthrough, defaultClosingDate(new Date(), daysOpen)),
    );
  });
}

/**
 * Closes a job by a mailed link, under the same conditions as a renewal.
 * @throws ProblemError as `renewByLink`
 */
export async function closeByLink(
  db: Database,
  renewal: Renewal,
  rules: Pick<BoardRules, 'daysOpen'>,
): Promise<void> {
  await changeByLink(db, renewal, rules, async (tx) => {
    const now = new Date();
    await tx
      .update(jobs)
      .set({ closed_at: now, closed_by: 'admin', updated_at: now })
      .where(eq(jobs.id, renewal.id));
  });
}

/** Ends the mails about closing dates to a person, or begins them again. Does nothing if the account was deleted. */
export async function setReminders(
  db: Database,
  accountId: string,
  areWanted: boolean,
): Promise<void> {
  if (areWanted) {
    await db.delete(reminder_opt_outs).where(eq(reminder_opt_outs.account_id, accountId));
  } else {
    await db.insert(reminder_opt_outs).values({ account_id: accountId }).onConflictDoNothing();
  }
}

/**
 * Ends the mails about closing dates to the caller, or begins them again.
 * @throws ProblemError 403
 */
export async function chooseReminders(
  db: Database,
  callerId: string,
  areWanted: boolean,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCaller(tx, callerId, JOB_ADMINS);
    await setReminders(tx, callerId, areWanted);
  });
}

/** The error for a renewal link whose job was deleted. */
export function deletedJob(): ProblemError {
  return new ProblemError(410, 'This job was deleted.');
}

/** The error for a link whose recipient is blocked or has left the team. It does not say which of the two. */
export function foreignJob(): ProblemError {
  return new ProblemError(409, 'This link was sent to a person who may no longer edit this job.');
}

async function prolong(tx: Database, id: string, validthrough: PlainDate): Promise<void> {
  await tx.update(jobs).set({ validthrough, updated_at: new Date() }).where(eq(jobs.id, id));
}
