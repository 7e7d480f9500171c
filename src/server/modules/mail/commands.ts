import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { mail_state, mails } from '#server/db/mail-tables.ts';
import { accounts, audit_events } from '#server/db/schema.ts';
import { isId } from '#server/http/api/cursor.ts';
import { notFound, ProblemError } from '#server/http/api/problem.ts';
import { SEND_MAIL } from '#server/mail/jobs.ts';
import { recoverMails } from '#server/mail/maintain-outbox.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { testMail } from '#server/mail/test-mail.ts';
import { lockCaller } from '#server/modules/accounts/queries.ts';
import { addJob } from '#server/queue/queue.ts';
import { RESENDABLE } from './queries.ts';

/**
 * Queues a mail again if it failed or its outcome is unknown, as if it were new. Its Message-ID stays the same.
 * @throws ProblemError 403, 404, or 409 if the mail is waiting, was sent, or has expired
 */
export async function resendMail(db: Database, callerId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCaller(tx, callerId, ['siteadmin']);
    await queueAgain(tx, callerId, id);
  });
}

/** Queues a mail again on behalf of a command, one of `ACTORS`. */
export async function resendMailByCommand(db: Database, actor: string, id: string): Promise<void> {
  await db.transaction((tx) => queueAgain(tx, actor, id));
}

async function queueAgain(tx: Database, actor: string, id: string): Promise<void> {
  if (!isId(id)) throw notFound('email');
  const [mail] = await tx
    .select({ status: mails.status, resendable: RESENDABLE })
    .from(mails)
    .where(eq(mails.id, id))
    .for('update');
  if (!mail) throw notFound('email');
  if (!['failed', 'unknown'].includes(mail.status)) {
    throw new ProblemError(409, 'This email is waiting to be sent, or was sent.');
  }
  if (!mail.resendable) throw new ProblemError(409, 'This email has expired.');
  await tx
    .update(mails)
    .set({
      status: 'queued',
      attempts: 0,
      unknown_outcomes: 0,
      next_attempt_at: sql`now()`,
      finished_at: null,
    })
    .where(and(eq(mails.id, id), inArray(mails.status, ['failed', 'unknown'])));
  await addJob(tx, { task: SEND_MAIL, id });
  await recordEvent(tx, actor, id, mail.status, 'queued');
}

/**
 * Queues a test mail to the verified email address of the caller. The list of mails then shows its outcome.
 * @throws ProblemError 403, 409 without a verified address, 429 if the address has received too many mails
 */
export async function sendTestMail(
  db: Database,
  callerId: string,
  { outbox, siteName }: { outbox: Outbox; siteName: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCaller(tx, callerId, ['siteadmin']);
    const [account] = await tx
      .select({ email: accounts.verified_email })
      .from(accounts)
      .where(eq(accounts.id, callerId));
    if (!account?.email) throw new ProblemError(409, 'You have no verified email address.');
    const result = await outbox.queue(tx, { to: account.email, ...testMail(siteName) });
    if (result === 'refused') {
      throw new ProblemError(
        429,
        'Your email address has received many emails. Try again in an hour.',
      );
    }
  });
}

/**
 * Records whether the servers of the board have a mail server. A process that reads sources on another machine needs the
 * same mail server then.
 */
export async function storeMailServer(db: Database, exists: boolean): Promise<void> {
  if (!exists) {
    await db
      .update(mail_state)
      .set({ next_send_at: null })
      .where(isNotNull(mail_state.next_send_at));
    return;
  }
  await db
    .insert(mail_state)
    .values({ next_send_at: sql`now()` })
    .onConflictDoUpdate({
      target: mail_state.id,
      set: { next_send_at: sql`now()` },
      setWhere: isNull(mail_state.next_send_at),
    });
}

/** The id of the audit events that record that sending was paused or resumed. */
const SENDING = 'sending';

/** Pauses sending on behalf of a site admin. Mails that are queued meanwhile wait. */
export async function pauseMails(db: Database, callerId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCaller(tx, callerId, ['siteadmin']);
    await setPaused(tx, callerId, true);
  });
}

/** Resumes sending on behalf of a site admin. */
export async function resumeMails(db: Database, callerId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCaller(tx, callerId, ['siteadmin']);
    await setPaused(tx, callerId, false);
  });
  await recoverMails(db);
}

/** Pauses sending on behalf of a command, one of `ACTORS`. Returns false if mails were already paused. */
export async function pauseMailsByCommand(db: Database, actor: string): Promise<boolean> {
  return db.transaction((tx) => setPaused(tx, actor, true));
}

/** Resumes sending on behalf of a command, one of `ACTORS`. */
export async function resumeMailsByCommand(db: Database, actor: string): Promise<boolean> {
  const changed = await db.transaction((tx) => setPaused(tx, actor, false));
  await recoverMails(db);
  return changed;
}

/** Sets whether sending is paused. Returns false if nothing changed. */
async function setPaused(tx: Database, actor: string, paused: boolean): Promise<boolean> {
  await tx.insert(mail_state).values({}).onConflictDoNothing();
  const [state] = await tx.select().from(mail_state).for('update');
  if ((state?.pause_reason != null) === paused) return false;
  const columns = paused
    ? ({ paused_at: new Date(), pause_reason: 'admin' } as const)
    : { paused_at: null, pause_reason: null };
  await tx.update(mail_state).set(columns);
  await recordEvent(tx, actor, SENDING, paused ? 'on' : 'paused', paused ? 'paused' : 'on');
  return true;
}

/** Records a change of a mail, or of sending, in the audit trail, without email addresses and texts. */
async function recordEvent(
  tx: Database,
  actor: string,
  id: string,
  before: string,
  after: string,
): Promise<void> {
  await tx.insert(audit_events).values({
    actor,
    action: 'update',
    kind: 'mail',
    thing_id: id,
    before: { status: before },
    after: { status: after },
  });
}
