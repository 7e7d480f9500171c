import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { alert_addresses, alerts } from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';
import { MAX_ALERTS } from '#shared/limits.ts';
import { deleteSurplusUnconfirmed } from '../addresses/alert-limit.ts';
import { expireAlertMails } from '../addresses/alert-mails.ts';
import { firstDue, pauseAddress } from '../addresses/pause-address.ts';
import type { AlertAddress } from '../links/alert-links.ts';

/**
 * Moves the searches of an account to the row of the address that it has verified, which stays so that the links in its mails
 * do. Returns this row. The caller has locked both, and stores the account in it.
 */
export async function mergeAddresses(
  tx: Database,
  own: AlertAddress,
  verified: AlertAddress,
): Promise<AlertAddress> {
  await deleteDoubles(tx, own, verified);
  const moved = await tx
    .update(alerts)
    .set({ address_id: verified.id, due_at: null })
    .where(eq(alerts.address_id, own.id))
    .returning();
  const now = new Date();
  for (const alert of verified.paused_at ? [] : moved) {
    if (!alert.confirmed_at) continue;
    await tx
      .update(alerts)
      .set({ due_at: firstDue(alert, verified, now) })
      .where(eq(alerts.id, alert.id));
  }
  await deleteSurplus(tx, verified);
  await tx.execute(sql`
    insert into alert_sent_jobs (address_id, job_key, sent_at)
    select ${verified.id}, job_key, sent_at from alert_sent_jobs where address_id = ${own.id}
    on conflict do nothing`);
  await expireAlertMails(tx, own.address);
  await tx.delete(alert_addresses).where(eq(alert_addresses.id, own.id));
  if (own.pause_reason !== 'person' || verified.paused_at) return verified;
  await pauseAddress(tx, verified, 'person');
  return { ...verified, paused_at: now, pause_reason: 'person' };
}

/** Of a search that both addresses have, deletes the alert that is not confirmed or sends no mails. */
async function deleteDoubles(tx: Database, own: AlertAddress, verified: AlertAddress) {
  await tx.execute(sql`
    delete from alerts using alerts as other
    where alerts.search_id = other.search_id
      and (alerts.address_id, other.address_id) in
        ((${own.id}::uuid, ${verified.id}::uuid), (${verified.id}::uuid, ${own.id}::uuid))
      and (alerts.confirmed_at is not null, alerts.frequency <> 'never', alerts.id)
        < (other.confirmed_at is not null, other.frequency <> 'never', other.id)`);
}

/** Deletes alerts of an address beyond their maximum: first those that send no mails, then the oldest. */
async function deleteSurplus(tx: Database, { id }: AlertAddress): Promise<void> {
  const surplus = tx
    .select({ id: alerts.id })
    .from(alerts)
    .where(and(eq(alerts.address_id, id), isNotNull(alerts.confirmed_at)))
    .orderBy(sql`frequency = 'never'`, desc(alerts.created_at), desc(alerts.id))
    .offset(MAX_ALERTS);
  await tx.delete(alerts).where(inArray(alerts.id, surplus));
  await deleteSurplusUnconfirmed(tx, id);
}
