import { isNotNull } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { mail_state } from '#server/db/mail-tables.ts';

/** Whether sending is paused, by a site admin or because the board was restored from a backup. */
export async function isPaused(db: Database): Promise<boolean> {
  return (await db.$count(mail_state, isNotNull(mail_state.paused_at))) > 0;
}
