import { and, eq, inArray, lt } from 'drizzle-orm';
import { type IdentityKey, loadKeys } from '#server/auth/embedded-provider/keys.ts';
import type { Database } from '#server/db/client.ts';
import { job_reminders } from '#server/db/job-reminder-tables.ts';
import { isPaused } from '#server/mail/pause.ts';
import { toPlainDate } from '#shared/domain/plain-date.ts';
import { createOptOutToken } from './opt-out-token.ts';
import {
  type ClosingGroup,
  type ClosingJob,
  listClosingGroups,
  lockClosingJobs,
} from './queries.ts';
import { findRecipients } from './recipients.ts';
import { type ReminderOptions, reminderMail, type SendReminder } from './reminder-mail.ts';
import { createRenewalToken } from './token.ts';

/** The maximum numbers of groups that are read at a time, and of jobs in a mail. */
const GROUPS = 100;
export const MAX_JOBS_PER_MAIL = 15;
/**
 * The maximum number of reminders to one email address in a run. The outbox allows only a few mails per hour to an
 * address, and people need some of them for sign-in codes.
 */
const MAX_MAILS_PER_RECIPIENT = 5;

const DAY = 24 * 60 * 60 * 1_000;

/**
 * Asks the employers of jobs that close soon whether they are still open: one mail to each recipient for the jobs of a
 * company that close on the same day. Several processes may run this at the same time. Each transaction stores the
 * mails together with a record of their jobs, so that no mail is lost or repeated if the process ends. While mails are
 * paused, as after the restoration of a backup, no mail is queued: after mails are resumed, the next run asks about the
 * jobs that are still open.
 * @returns the number of mails
 * @throws the first error, after the other companies were asked, so that an error at one company does not stop the
 * mails of others
 */
export async function sendReminders(
  db: Database,
  options: ReminderOptions,
  signal?: AbortSignal,
): Promise<number> {
  if (!options.outbox.canSend || (await isPaused(db))) return 0;
  const send = sparingly(reminderMail(options));
  const now = new Date();
  // Behind UTC, yesterday may not be over yet.
  const yesterday = toPlainDate(new Date(now.getTime() - DAY));
  await db.delete(job_reminders).where(lt(job_reminders.validthrough, yesterday));
  let keys: IdentityKey[] | undefined;
  let mails = 0;
  const failures: unknown[] = [];
  let groups: ClosingGroup[] = [];
  do {
    groups = await listClosingGroups(db, { after: groups.at(-1), limit: GROUPS, now });
    for (const group of groups) {
      keys ??= await loadKeys(db);
      const [key] = keys;
      if (!key || signal?.aborted) return mails;
      try {
        mails += await remindGroup(db, group, { key, send, now });
      } catch (error) {
        failures.push(error);
      }
    }
  } while (groups.length === GROUPS);
  if (failures.length > 0) throw failures[0];
  return mails;
}

/** Limits the mails to each email address. Mails that are left out are sent by the next runs. */
function sparingly(send: SendReminder): SendReminder {
  const sent = new Map<string, number>();
  return async (tx, reminder) => {
    const number = (sent.get(reminder.email) ?? 0) + 1;
    if (number > MAX_MAILS_PER_RECIPIENT || !(await send(tx, reminder))) return false;
    sent.set(reminder.email, number);
    return true;
  };
}

type Run = { key: IdentityKey; send: SendReminder; now: Date };

/** Queues the mails about the jobs of a group. Returns their number. */
async function remindGroup(db: Database, group: ClosingGroup, run: Run): Promise<number> {
  let mails = 0;
  let after: string | undefined;
  do {
    const page = await remindPage(db, { ...group, after }, run);
    mails += page.mails;
    after = page.next;
  } while (after);
  return mails;
}

/** Queues the mails about some jobs of a group. Returns their number, and the job after which the next ones follow. */
async function remindPage(
  db: Database,
  group: ClosingGroup & { after: string | undefined },
  run: Run,
): Promise<{ mails: number; next: string | undefined }> {
  const { validthrough } = group;
  return db.transaction(async (tx) => {
    const found = await lockClosingJobs(tx, group, { limit: MAX_JOBS_PER_MAIL, now: run.now });
    if (found.length === 0) return { mails: 0, next: undefined };
    // If another process inserts the same rows at the same time, this statement waits for it, and then inserts none.
    const inserted = await tx
      .insert(job_reminders)
      .values(found.map(({ id }) => ({ job_id: id, validthrough })))
      .onConflictDoNothing()
      .returning({ id: job_reminders.job_id });
    const ids = new Set(inserted.map(({ id }) => id));
    const recipients = await findRecipients(
      tx,
      group.company_id,
      found.filter(({ id }) => ids.has(id)),
    );
    const company = found[0]?.company ?? '';
    const asked = new Set<string>();
    let mails = 0;
    for (const { jobs, key: recipient, email, isOwner } of recipients) {
      const reminder = {
        ...{ email, isOwner, company, validthrough },
        expiresAt: lastOf(jobs),
        optOut: createOptOutToken(run.key, recipient),
        jobs: jobs.map(({ id, title }) => ({
          ...{ id, title },
          token: createRenewalToken(run.key, { id, validthrough, recipient }),
        })),
      };
      if (!(await run.send(tx, reminder))) continue;
      mails += 1;
      for (const { id } of jobs) asked.add(id);
    }
    // A job without a recipient, or whose recipients have received too many mails, is tried again in the next run.
    const unasked = [...ids].filter((id) => !asked.has(id));
    if (unasked.length > 0) {
      await tx
        .delete(job_reminders)
        .where(
          and(eq(job_reminders.validthrough, validthrough), inArray(job_reminders.job_id, unasked)),
        );
    }
    return { mails, next: found.length === MAX_JOBS_PER_MAIL ? found.at(-1)?.id : undefined };
  });
}

/** When the last of these jobs closes. */
function lastOf(jobs: ClosingJob[]): Date {
  return new Date(Math.max(...jobs.map(({ closes_at }) => closes_at?.getTime() ?? 0)));
}
