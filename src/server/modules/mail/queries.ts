import { and, count, desc, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { mail_state, mails } from '#server/db/mail-tables.ts';
import type { Cursor } from '#server/http/api/cursor.ts';

export type FailedMailRow = Awaited<ReturnType<typeof listFailedMails>>[number];

/** Whether a mail can be sent again: its content is stored, and it has not expired. */
export const RESENDABLE = sql<boolean>`${mails.content} is not null
  and (${mails.expires_at} is null or ${mails.expires_at} > now())`;

/**
 * Lists the mails that need attention, the latest first, without their content: site admins must not see the codes of
 * other people. Returns one row more than `limit` if another page follows.
 */
export async function listFailedMails(
  db: Database,
  { limit, after }: { limit: number; after: Cursor | undefined },
) {
  return db
    .select({
      id: mails.id,
      to_address: mails.to_address,
      subject: mails.subject,
      status: mails.status,
      failure: mails.failure,
      attempts: mails.attempts,
      created_at: mails.created_at,
      resendable: RESENDABLE,
    })
    .from(mails)
    .where(and(inArray(mails.status, ['failed', 'unknown']), after && isAfter(after)))
    .orderBy(desc(mails.created_at), desc(mails.id))
    .limit(limit + 1);
}

function isAfter({ key, id }: Cursor): SQL {
  return lt(sql`(${mails.created_at}, ${mails.id})`, sql`(${key}::timestamptz, ${id}::uuid)`);
}

/** Reads the number of waiting mails, and why sending is paused; null if it is not. */
export async function readMailState(db: Database) {
  const [[waiting], [state]] = await Promise.all([
    db
      .select({ count: count() })
      .from(mails)
      .where(inArray(mails.status, ['queued', 'sending'])),
    db.select({ reason: mail_state.pause_reason }).from(mail_state),
  ]);
  return { waiting: waiting?.count ?? 0, paused: state?.reason ?? null };
}
