import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/client.ts';
import { job_reports } from '#server/db/report-tables.ts';
import { audit_events } from '#server/db/schema.ts';
import { isId } from '#server/http/api/cursor.ts';
import { gone, notFound, ProblemError } from '#server/http/api/problem.ts';
import { lockCaller } from '#server/modules/accounts/queries.ts';
import { closingTime, findJob, missingJob } from '#server/modules/jobs/queries.ts';
import type { NewJobReport } from '#shared/contract/reports.ts';
import { FRAUD_REPORTS, MAX_OPEN_REPORTS } from '#shared/domain/reports.ts';
import type { SendAnswer } from './mail/answer-mail.ts';
import type { NotifyFraud } from './mail/fraud-mail.ts';
import { describeResolution, isOpen } from './queries.ts';

/**
 * Stores a visitor's report of an open job. The third open report of fraud is mailed to site admins.
 * @throws ProblemError 404, 409 if the job has too many open reports, 410
 */
export async function reportJob(
  db: Database,
  id: string,
  { reason, text, email }: NewJobReport,
  notifyFraud: NotifyFraud,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await findJob(tx, id);
    if (!row) throw await missingJob(tx, id);
    const { job } = row;
    if (closingTime(job)) throw gone('job');
    // Lock, so that concurrent reports of a job wait for each other and each counts the reports before it. Edits of the
    // job do not wait.
    await tx.execute(
      sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.jobReports}, hashtext(${job.id}))`,
    );
    const open = await tx.$count(job_reports, and(isOpen, eq(job_reports.job_id, job.id)));
    if (open >= MAX_OPEN_REPORTS) {
      throw new ProblemError(
        409,
        'Other people have already reported this job. A site admin will look at it.',
      );
    }
    if (reason === 'scam') {
      const isFraud = and(isOpen, eq(job_reports.job_id, job.id), eq(job_reports.reason, reason));
      const reports = 1 + (await tx.$count(job_reports, isFraud));
      const { id, title } = job;
      if (reports === FRAUD_REPORTS)
        await notifyFraud(tx, { id, title, company: row.company.name });
    }
    await tx.insert(job_reports).values({
      id: uuidv7(),
      job_id: job.id,
      title: job.title,
      reason,
      text,
      email: email || null,
    });
  });
}

/** A request to resolve reports of a job. */
type Resolution = { callerId: string; id: string; reports: string[]; answer: string };

/**
 * Resolves reports of a job, and mails the answer, if any, to the reporters who left an email address. The addresses
 * are deleted.
 * @throws ProblemError 403, 404 if the job has none of these reports, 409 if all of them are already resolved
 * @throws ServiceUnavailableError if there is an answer and the board cannot send mails
 */
export async function resolveReports(
  db: Database,
  { callerId, id, reports, answer }: Resolution,
  send: SendAnswer,
): Promise<void> {
  await db.transaction(async (tx) => {
    const caller = await lockCaller(tx, callerId, ['siteadmin']);
    const given = isId(id)
      ? await tx
          .select()
          .from(job_reports)
          .where(and(eq(job_reports.job_id, id), inArray(job_reports.id, reports)))
          .for('update')
      : [];
    if (given.length === 0) throw notFound('report of this job');
    const open = given.filter((row) => row.resolved_at === null);
    if (open.length === 0) {
      throw new ProblemError(409, await describeResolution(tx, caller, id));
    }
    // The addresses are sorted, because each mail takes a lock on its address and different orders could deadlock.
    const addresses = answer ? [...new Set(open.flatMap(({ email }) => email ?? []))].sort() : [];
    let answered = 0;
    for (const email of addresses) {
      if (await send(tx, { email, answer, title: open[0]?.title ?? '' })) answered += 1;
    }
    await tx
      .update(job_reports)
      .set({ resolved_at: new Date(), email: null })
      .where(
        inArray(
          job_reports.id,
          open.map((row) => row.id),
        ),
      );
    await tx.insert(audit_events).values({
      actor: callerId,
      action: 'update',
      kind: 'report',
      thing_id: id.toLowerCase(),
      before: { open: open.length },
      after: { open: 0, answered },
    });
  });
}

/**
 * How long resolved reports are stored (days). Open reports are never deleted, because no site admin has resolved them
 * yet.
 */
export const RESOLVED_REPORT_DAYS = 90;

/** Deletes reports that were resolved long ago. */
export async function deleteOldReports(db: Database): Promise<void> {
  await db
    .delete(job_reports)
    .where(
      lt(job_reports.resolved_at, sql`now() - make_interval(days => ${RESOLVED_REPORT_DAYS})`),
    );
}
