import { and, eq, exists, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import { alert_confirmations, alertAddress, alerts } from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';
import { mails } from '#server/db/mail-tables.ts';
import { mailboxOf } from '#server/db/mailbox.ts';
import { expireMails, isOfList } from '#server/mail/outbox.ts';
import type { AlertAddress } from '../links/alert-links.ts';

/** The condition that a mail goes to this address. The mailbox is what the index of mails has. */
const isTo = (address: string) =>
  and(
    eq(mailboxOf(mails.to_address), mailboxOf(address)),
    eq(alertAddress(mails.to_address), alertAddress(address)),
  );

/** Expires the mails of alerts that wait to be sent to an address, because it gets no more of them. */
export async function expireAlertMails(tx: Database, address: string | null): Promise<void> {
  if (address === null) return;
  const waiting = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(isTo(address), inArray(mails.status, ['queued', 'sending']), isOfList))
    // A locked mail has just been sent, or refused. Waiting for it could deadlock with the pause that follows a refusal.
    .for('update', { skipLocked: true });
  await expireMails(
    tx,
    waiting.map(({ id }) => id),
  );
}

/** Expires the mails of alerts that wait for an address, if none of its alerts sends mails any more. */
export async function expireUnwantedMails(
  tx: Database,
  { id, address }: Pick<AlertAddress, 'id' | 'address'>,
): Promise<void> {
  const sending = and(
    eq(alerts.address_id, id),
    isNotNull(alerts.confirmed_at),
    ne(alerts.frequency, 'never'),
  );
  if ((await tx.$count(alerts, sending)) === 0) await expireAlertMails(tx, address);
}

/** Deletes the mails of alerts to an address, with those that ask for a confirmation, so that it may be asked again. */
export async function deleteAlertMails(tx: Database, address: string | null): Promise<void> {
  if (address === null) return;
  const asking = tx
    .select({ id: alert_confirmations.id })
    .from(alert_confirmations)
    .where(eq(alert_confirmations.id, sql`mails.id`));
  const deleted = await tx
    .delete(mails)
    .where(and(isTo(address), or(isOfList, exists(asking))))
    .returning({ id: mails.id });
  await tx.delete(alert_confirmations).where(
    inArray(
      alert_confirmations.id,
      deleted.map(({ id }) => id),
    ),
  );
}
