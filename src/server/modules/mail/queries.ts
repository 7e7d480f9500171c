import { and, count, desc, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type MAIL_STATUSES, mail_state, mails, mailText } from '#server/db/mail-tables.ts';
import type { Cursor } from '#server/http/api/cursor.ts';
import type { MAIL_FILTERS } from '#shared/contract/mails.ts';
import { MAX_EXACT_COUNT } from '#shared/limits.ts';

export type MailRow = Awaited<ReturnType<typeof listMails>>[number];

/** Whether a mail can be sent again: its content is stored, and it has not expired. */
export const RESENDABLE = sql<boolean>`${mails.content} is not null
  and (${mails.expires_at} is null or ${mails.expires_at} > now())`;

export type MailFilters = {
  status?: (typeof MAIL_FILTERS)[number] | '' | undefined;
  q?: string | undefined;
};

/** The states of the mails that each filter lists. The API shows the state `sending` as `queued`. */
const STATUSES: Record<(typeof MAIL_FILTERS)[number] | '', readonly MailStatus[] | undefined> = {
  '': ['failed', 'unknown'],
  all: undefined,
  queued: ['queued', 'sending'],
  sent: ['sent'],
  captured: ['captured'],
  failed: ['failed'],
  unknown: ['unknown'],
};

type MailStatus = (typeof MAIL_STATUSES)[number];

/**
 * Lists mails, the latest first, without their content: site admins must not see the codes of other people. Returns up
 * to `limit` rows after the cursor.
 */
export async function listMails(
  db: Database,
  filters: MailFilters,
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
      resendable: sql<boolean>`${mails.status} in ('failed', 'unknown') and ${RESENDABLE}`,
    })
    .from(mails)
    .where(and(...conditions(filters), after && isAfter(after)))
    .orderBy(desc(mails.created_at), desc(mails.id))
    .limit(limit);
}

/** Counts mails, up to `MAX_EXACT_COUNT` + 1. */
export async function countMails(db: Database, filters: MailFilters): Promise<number> {
  const found = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(...conditions(filters)))
    .limit(MAX_EXACT_COUNT + 1)
    .as('found');
  const [row] = await db.select({ count: count() }).from(found);
  return row?.count ?? 0;
}

function conditions({ status = '', q }: MailFilters): (SQL | undefined)[] {
  const statuses = STATUSES[status];
  const pattern = `%${q
    ?.trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`;
  return [
    statuses && inArray(mails.status, [...statuses]),
    q ? sql`${mailText(mails)} like ${pattern}` : undefined,
  ];
}

function isAfter({ key, id }: Cursor): SQL {
  return lt(sql`(${mails.created_at}, ${mails.id})`, sql`(${key}::timestamptz, ${id}::uuid)`);
}

/** Reads the number of waiting mails, and the reason why sending is paused, which is null if it is not paused. */
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

/** Whether the servers of the board have a mail server, as `storeMailServer` and the sender of mails record it. */
export async function hasMailServer(db: Database): Promise<boolean> {
  return (await db.$count(mail_state, isNotNull(mail_state.next_send_at))) > 0;
}
