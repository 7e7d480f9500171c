import { and, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { mails } from '#server/db/mail-tables.ts';
import { addJob, withoutJob } from '#server/queue/queue.ts';
import { SEND_MAIL } from './jobs.ts';
import type { MailOutcome } from './mail-metrics.ts';
import { isPaused } from './pause.ts';
import { INTERRUPTED_AFTER } from './retry-policy.ts';
import { recordOutcome } from './sender.ts';
import { isExpired } from './waiting.ts';

/** How many mails are changed at a time. */
const BATCH = 500;

/**
 * Repairs what processes leave behind when they end early: attempts without an outcome, and mails without a job in the
 * queue. Mails of a restored backup have no jobs either. Also ends mails that have expired. Several processes may do
 * this at the same time.
 * @param onOutcome called with the outcome of each attempt and mail that it ends, and the id of the mail
 */
export async function recoverMails(
  db: Database,
  onOutcome: (outcome: MailOutcome, id: string) => void = () => {},
): Promise<void> {
  for (const { id } of await failExpired(db)) onOutcome('expired', id);
  const interrupted = await db
    .select()
    .from(mails)
    .where(
      and(
        eq(mails.status, 'sending'),
        lt(mails.attempted_at, sql`now() - make_interval(secs => ${INTERRUPTED_AFTER / 1_000})`),
      ),
    )
    .limit(BATCH);
  for (const attempt of interrupted) {
    const reason = 'The attempt was interrupted: the process that made it has ended';
    const outcome = await recordOutcome(db, attempt, { outcome: 'unknown', reason });
    if (outcome) onOutcome(outcome, attempt.id);
  }
  if (await isPaused(db)) return;
  const withoutJobs = await db
    .select({ id: mails.id, dueAt: mails.next_attempt_at })
    .from(mails)
    .where(and(eq(mails.status, 'queued'), withoutJob(SEND_MAIL, mails.id)))
    .orderBy(mails.next_attempt_at)
    .limit(BATCH);
  for (const { id, dueAt } of withoutJobs) await addJob(db, { task: SEND_MAIL, id, dueAt });
}

/** Ends mails that have expired and were not sent, and deletes their content. Returns their ids. */
function failExpired(db: Database): Promise<{ id: string }[]> {
  return db
    .update(mails)
    .set({
      status: 'failed',
      failure: sql`concat_ws('; ', 'Expired before it was sent', ${mails.failure})`,
      content: null,
      finished_at: new Date(),
    })
    .where(and(eq(mails.status, 'queued'), isExpired))
    .returning({ id: mails.id });
}

/**
 * How long mails are stored after they were sent, and after they failed (days). The second time is longer, because site
 * admins may resend failed mails.
 */
export const SENT_MAIL_DAYS = 7;
export const FAILED_MAIL_DAYS = 30;

/** Deletes old mails, because they contain addresses and personal texts. */
export async function deleteOldMails(db: Database): Promise<void> {
  const olderThan = (days: number) =>
    lt(mails.finished_at, sql`now() - make_interval(days => ${days})`);
  await db
    .delete(mails)
    .where(
      or(
        and(inArray(mails.status, ['sent', 'captured']), olderThan(SENT_MAIL_DAYS)),
        and(inArray(mails.status, ['failed', 'unknown']), olderThan(FAILED_MAIL_DAYS)),
      ),
    );
  // The codes in failed and captured mails are useless once the mails have expired, so delete them.
  await db
    .update(mails)
    .set({ content: null })
    .where(
      and(isNotNull(mails.content), isNotNull(mails.finished_at), lt(mails.expires_at, sql`now()`)),
    );
}
