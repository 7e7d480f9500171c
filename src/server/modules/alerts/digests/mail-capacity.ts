import { and, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { mails } from '#server/db/mail-tables.ts';
import { isOfList } from '#server/mail/outbox.ts';
import { isWaiting } from '#server/mail/waiting.ts';

/** The share of `MAIL_RATE` that mails of alerts use, so that codes and other mails are never late because of them. */
const SHARE = 0.5;

/**
 * Returns how many mails of alerts may be queued now: none while as many mails wait as are sent in a minute.
 * @param rate the maximum number of mails per minute
 */
export async function mailCapacity(db: Database, rate: number): Promise<number> {
  const waiting = await db.$count(mails, and(isWaiting, isNull(mails.turn)));
  if (waiting >= rate) return 0;
  const recent = await db.$count(
    mails,
    and(gt(mails.created_at, sql`now() - interval '1 minute'`), isOfList),
  );
  return Math.max(1, Math.floor(rate * SHARE)) - recent;
}
