import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, isNotNull, notExists, type SQL, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { Database } from '#server/db/client.ts';
import { type MailContent, mail_state, mails } from '#server/db/mail-tables.ts';
import type { MailConfig } from '#server/platform/config/config.ts';
import type { SmtpServer } from '#server/platform/config/mail-settings.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import { addJob, type JobTask } from '#server/queue/queue.ts';
import { SEND_MAIL } from './jobs.ts';
import type { MailOutcome } from './mail-metrics.ts';
import { buildMessage } from './message.ts';
import { MAX_ATTEMPTS, MAX_UNKNOWN_OUTCOMES, retryDelay, UNKNOWN_DELAY } from './retry-policy.ts';
import { type Delivery, deliver, SMTP_TIMEOUTS, type SmtpTimeouts } from './smtp.ts';
import { isWaiting } from './waiting.ts';

type Options = {
  db: Database;
  server: SmtpServer;
  config: Pick<MailConfig, 'from' | 'rate'>;
  site: LiveSite;
  logger: FastifyBaseLogger;
  /** Called with the outcome of each attempt. */
  onOutcome?: ((outcome: AttemptOutcome) => void) | undefined;
  /** Called if the mail server refuses a mail of a list for good, in the transaction that stores this. */
  onRefusedRecipient?: ((tx: Database, address: string) => Promise<void>) | undefined;
  timeouts?: SmtpTimeouts;
};

type Attempt = typeof mails.$inferSelect;

type AttemptOutcome = Exclude<MailOutcome, 'expired'>;

/**
 * Creates the task that makes one attempt to send a mail: its own mail, or another one that must be sent earlier. Then
 * its own mail gets a new job, so that as many jobs as mails wait.
 */
export function createSender(options: Options): JobTask {
  const { db, server, config, site, logger, onOutcome = () => {} } = options;
  const { timeouts = SMTP_TIMEOUTS } = options;
  return async (id, signal) => {
    // Skip a mail that is not due before waiting for a time slot, so that it does not take the slot of a due mail.
    // After a flood of requests for codes, for example, most codes have expired.
    if ((await db.$count(mails, and(eq(mails.id, id), isDue(db)))) === 0) return;
    if (!(await waitForTurn(db, config.rate, signal))) {
      // The process is stopping before the attempt has begun. Leave the mail to the next process.
      await addJob(db, { task: SEND_MAIL, id });
      return;
    }
    const attempt = await beginAttempt(db);
    if (attempt && attempt.id !== id) await persistently(() => addJob(db, { task: SEND_MAIL, id }));
    if (!attempt?.content) return;
    const delivery = await makeAttempt(attempt, attempt.content, signal);
    const outcome = await persistently(() =>
      recordOutcome(db, attempt, delivery, options.onRefusedRecipient),
    );
    if (!outcome) return;
    onOutcome(outcome);
    // The log contains neither the email address nor the server's response, which may repeat it.
    const details = { mail: attempt.id, attempts: attempt.attempts, outcome };
    if (outcome === 'sent') logger.debug(details, 'Mail sent');
    else logger.warn(details, LOG_MESSAGES[outcome]);
  };

  async function makeAttempt(
    { id, to_address: to, subject, message_id: messageId, created_at: date }: Attempt,
    content: MailContent,
    signal: AbortSignal,
  ): Promise<Delivery> {
    const from = { ...config.from, name: config.from.name || site.name };
    let message: Buffer;
    try {
      message = await buildMessage({ to, subject, content, messageId, date }, { from, site });
    } catch (error) {
      // Do not try again, because a further attempt would fail in the same way.
      logger.error({ err: error, mail: id }, 'Mail not built; it will not be sent');
      return { outcome: 'permanent', reason: describeInvalid(error), isOfRecipient: false };
    }
    return deliver(server, { from: from.address, to, message }, { timeouts, signal });
  }
}

/** Describes why a mail cannot be built, without its content: site admins must not see the codes of other people. */
function describeInvalid(error: unknown): string {
  const [issue] = error instanceof z.ZodError ? error.issues : [];
  if (!issue) return 'The email could not be built; the log of the server says why';
  const field = ['content', ...issue.path].join('.');
  return `The email could not be built: ${field}: ${issue.message}`;
}

const LOG_MESSAGES: Record<Exclude<AttemptOutcome, 'sent'>, string> = {
  retried: 'Mail not sent; retrying later',
  failed: 'Mail not sent; the screen Mail shows site admins why',
  unknown: 'Mail possibly sent; the screen Mail shows site admins why',
};

/**
 * Limits the rate of all processes together: each attempt reserves the next time slot and waits for it. Returns `false`
 * if the process stops meanwhile.
 */
async function waitForTurn(db: Database, rate: number, signal: AbortSignal): Promise<boolean> {
  const interval = sql`make_interval(secs => ${60 / rate})`;
  const { rows } = await db.execute<{ wait: number }>(sql`
    insert into mail_state as state (next_send_at) values (now() + ${interval})
    on conflict (id) do update set next_send_at = greatest(state.next_send_at, now()) + ${interval}
    returning greatest(0, extract(epoch from next_send_at - ${interval} - now()) * 1000)::float8 as wait`);
  try {
    await pause(rows[0]?.wait ?? 0, undefined, { signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

/** The condition that a mail is due: it waits to be sent, and mails are not paused. */
function isDue(db: Database): SQL | undefined {
  return and(
    isWaiting,
    notExists(db.select().from(mail_state).where(isNotNull(mail_state.paused_at))),
  );
}

/**
 * Chooses the due mail that is sent next, and stores that an attempt to send it begins, before anything is sent. Codes go
 * first, because they expire soon. Returns undefined if no mail is due, for example because mails are paused.
 */
async function beginAttempt(db: Database): Promise<Attempt | undefined> {
  const next = db
    .select({ id: mails.id })
    .from(mails)
    .where(isDue(db))
    .orderBy(sql`${mails.turn} nulls last`, mails.next_attempt_at)
    .limit(1)
    .for('update', { skipLocked: true });
  const [attempt] = await db
    .update(mails)
    .set({
      status: 'sending',
      attempts: sql`${mails.attempts} + 1`,
      attempted_at: new Date(),
      failure: null,
    })
    .where(eq(mails.id, sql`(${next})`))
    .returning();
  return attempt;
}

/** The delays before the outcome is written again, if the database is unavailable (ms). */
const WRITE_DELAYS = [500, 1_000, 2_000, 4_000, 8_000];

/**
 * Repeats a write while the database is unavailable. If the outcome of an attempt were not stored, for example, the mail
 * could be sent twice.
 */
async function persistently<Result>(write: () => Promise<Result>): Promise<Result> {
  for (const delay of WRITE_DELAYS) {
    try {
      return await write();
    } catch {
      // If the last attempt fails, throw its error.
      await pause(delay);
    }
  }
  return write();
}

/** Stores the outcome of an attempt, unless the attempt counts as interrupted by now. */
export async function recordOutcome(
  db: Database,
  attempt: Attempt,
  delivery: Delivery,
  onRefusedRecipient?: Options['onRefusedRecipient'],
): Promise<AttemptOutcome | undefined> {
  const { columns, outcome, dueAt } = nextState(attempt, delivery);
  const isRefused = delivery.outcome === 'permanent' && delivery.isOfRecipient;
  if (isRefused && attempt.content?.list && onRefusedRecipient) {
    return db.transaction(async (tx) => {
      if (!(await endAttempt(tx, attempt, columns))) return undefined;
      await onRefusedRecipient(tx, attempt.to_address);
      return outcome;
    });
  }
  // Most mails are sent at the first attempt. For these, one statement is enough, without a transaction, which would
  // add two queries.
  if (!dueAt) return (await endAttempt(db, attempt, columns)) ? outcome : undefined;
  return db.transaction(async (tx) => {
    if (!(await endAttempt(tx, attempt, columns))) return undefined;
    await addJob(tx, { task: SEND_MAIL, id: attempt.id, dueAt });
    return outcome;
  });
}

/** Stores the end of an attempt. Returns false if the attempt counts as interrupted by now. */
async function endAttempt(
  db: Database,
  { id, attempts }: Attempt,
  columns: Partial<Attempt>,
): Promise<boolean> {
  const { rowCount } = await db
    .update(mails)
    .set(columns)
    .where(and(eq(mails.id, id), eq(mails.status, 'sending'), eq(mails.attempts, attempts)));
  return rowCount === 1;
}

type NextState = {
  columns: Partial<Attempt>;
  outcome: AttemptOutcome;
  /** When the next attempt is due. */
  dueAt?: Date;
};

function nextState(attempt: Attempt, delivery: Delivery): NextState {
  const now = new Date();
  if (delivery.outcome === 'accepted') {
    // If a mail can expire, it contains a secret, such as a code. Delete its content as soon as it is sent.
    const content = attempt.expires_at ? null : attempt.content;
    return { columns: { status: 'sent', finished_at: now, content }, outcome: 'sent' };
  }
  const failure = delivery.reason;
  if (delivery.outcome === 'unknown') {
    const unknown_outcomes = attempt.unknown_outcomes + 1;
    if (unknown_outcomes >= MAX_UNKNOWN_OUTCOMES) {
      const columns = { status: 'unknown', failure, unknown_outcomes, finished_at: now } as const;
      return { columns, outcome: 'unknown' };
    }
    const dueAt = new Date(now.getTime() + UNKNOWN_DELAY);
    const columns = {
      status: 'queued',
      failure,
      unknown_outcomes,
      next_attempt_at: dueAt,
    } as const;
    return { columns, outcome: 'retried', dueAt };
  }
  if (delivery.outcome === 'permanent' || attempt.attempts >= MAX_ATTEMPTS) {
    return { columns: { status: 'failed', failure, finished_at: now }, outcome: 'failed' };
  }
  const dueAt = new Date(now.getTime() + retryDelay(attempt.attempts));
  const columns = { status: 'queued', failure, next_attempt_at: dueAt } as const;
  return { columns, outcome: 'retried', dueAt };
}
