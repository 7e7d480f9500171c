import { and, asc, exists, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { alert_addresses, alerts } from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';
import type { Mail } from '#server/mail/outbox.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import { alertPages } from '#shared/urls/outside-paths.ts';
import { listId } from '../digests/digest-mail.ts';
import { type AlertAddress, createLinkToken } from '../links/alert-links.ts';
import type { AlertMailer } from '../subscribe/subscribe.ts';
import { lockAddress } from './find-address.ts';
import { pauseAddress } from './pause-address.ts';

/** After how long people are asked whether their alerts are still useful (months), and how long they may answer (days). */
const USEFUL_MONTHS = 6;
const ANSWER_DAYS = 14;

/** How many addresses are handled at a time. */
const BATCH = 100;

/**
 * Asks the owners of addresses whether their alerts are still useful, and pauses those who have not answered.
 * @param capacity how many mails may be queued
 * @returns the number of mails
 */
export async function askUsefulness(
  db: Database,
  { outbox, site }: AlertMailer,
  capacity: number,
): Promise<number> {
  for (const { id } of await listUnanswered(db)) {
    await db.transaction(async (tx) => {
      const address = await lockAddress(tx, id);
      const { asked_at, paused_at } = address;
      if (asked_at && !paused_at) await pauseAddress(tx, address, 'unanswered');
    });
  }
  if (capacity <= 0) return 0;
  let asked = 0;
  for (const { id } of await listUnasked(db, Math.min(capacity, BATCH))) {
    asked += await db.transaction(async (tx) => {
      const address = await lockAddress(tx, id);
      if (address.asked_at || address.paused_at || address.address === null) return 0;
      await tx.update(alert_addresses).set({ asked_at: new Date() }).where(sql`id = ${id}`);
      const mail = { ...usefulMail(address, site), to: address.address };
      const result = await outbox.queue(tx, mail);
      if (result === 'queued') return 1;
      await tx.update(alert_addresses).set({ asked_at: null }).where(sql`id = ${id}`);
      return 0;
    });
  }
  return asked;
}

/** The condition that an address was due to be asked this long ago, an interval in SQL. */
const wasDue = (before = sql`interval '0'`) =>
  lt(alert_addresses.useful_at, sql`now() - ${before} - make_interval(months => ${USEFUL_MONTHS})`);

function listUnanswered(db: Database) {
  const answerTime = sql`make_interval(days => ${ANSWER_DAYS})`;
  return db
    .select({ id: alert_addresses.id })
    .from(alert_addresses)
    .where(
      and(
        isNull(alert_addresses.paused_at),
        lt(alert_addresses.asked_at, sql`now() - ${answerTime}`),
        // This follows from the question, and lets the index by use find the few addresses.
        wasDue(answerTime),
      ),
    )
    .limit(BATCH);
}

function listUnasked(db: Database, limit: number) {
  const sending = db
    .select({ id: alerts.id })
    .from(alerts)
    .where(
      and(
        sql`${alerts.address_id} = ${alert_addresses.id}`,
        isNotNull(alerts.confirmed_at),
        ne(alerts.frequency, 'never'),
      ),
    );
  return db
    .select({ id: alert_addresses.id })
    .from(alert_addresses)
    .where(
      and(
        isNull(alert_addresses.paused_at),
        isNull(alert_addresses.asked_at),
        isNotNull(alert_addresses.address),
        wasDue(),
        exists(sending),
      ),
    )
    .orderBy(asc(alert_addresses.useful_at))
    .limit(limit);
}

/** The mail that asks whether the alerts of an address are still useful. */
export function usefulMail(
  address: AlertAddress,
  site: LiveSite,
): Pick<Mail, 'subject' | 'content'> {
  const { host, hostname } = new URL(site.origin);
  const link = (purpose: 'keep' | 'manage' | 'end') =>
    `${site.origin}${alertPages[purpose](createLinkToken(address, purpose))}`;
  return {
    subject: `Are your job alerts at ${site.name} still useful?`,
    content: {
      heading: 'Are your job alerts still useful?',
      paragraphs: [
        `You have been getting new jobs from ${site.name} for ${USEFUL_MONTHS} months.`,
        `If they are still useful, keep them. Without an answer within ${ANSWER_DAYS} days, they pause; you can resume them at any time.`,
      ],
      button: { label: 'Keep my alerts', url: link('keep') },
      reason: `You get this email because you saved searches at ${host}.`,
      links: [{ label: 'Change or pause your emails', url: link('manage') }],
      list: listId(hostname),
      unsubscribe: link('end'),
    },
  };
}
