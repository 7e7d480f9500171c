import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { mail_state, mails } from '#server/db/mail-tables.ts';
import { isWaitingCode } from './waiting.ts';

/** Whether sending is paused, by a site admin or because the board was restored from a backup. */
export async function isPaused(db: Database): Promise<boolean> {
  return (await db.$count(mail_state, isNotNull(mail_state.paused_at))) > 0;
}

export type MailDelay = 'paused' | 'slow' | undefined;

/**
 * Why codes arrive late. `slow`: so many networks wait for a code that the next network waits for over a minute. The
 * result is the same for everyone, so it does not show whether a certain mail exists.
 * @param rate the maximum number of mails per minute
 */
export async function findDelay(db: Database, rate: number): Promise<MailDelay> {
  if (await isPaused(db)) return 'paused';
  const turn = db
    .select({ turn: sql`min(${mails.turn})` })
    .from(mails)
    .where(isWaitingCode);
  const ahead = await db.$count(mails, and(isWaitingCode, eq(mails.turn, sql`(${turn})`)));
  return ahead > rate ? 'slow' : undefined;
}
