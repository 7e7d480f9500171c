import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { alert_addresses, alertAddress, alerts } from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';
import type { AlertPause } from '#shared/domain/alerts.ts';
import { nextDue } from '../digests/due-time.ts';
import type { AlertAddress } from '../links/alert-links.ts';
import { expireAlertMails } from './alert-mails.ts';
import { lockAddress } from './find-address.ts';

/** Ends the mails to an address until it is resumed, also those that wait to be sent. The caller has locked it. */
export async function pauseAddress(
  tx: Database,
  { id, address }: Pick<AlertAddress, 'id' | 'address'>,
  reason: AlertPause,
): Promise<void> {
  await tx
    .update(alert_addresses)
    .set({ paused_at: new Date(), pause_reason: reason, asked_at: null })
    .where(eq(alert_addresses.id, id));
  await tx.update(alerts).set({ due_at: null }).where(eq(alerts.address_id, id));
  await expireAlertMails(tx, address);
}

/** Begins the mails to an address again, or notes that its alerts are still useful. The caller has locked it. */
export async function resumeAddress(tx: Database, address: AlertAddress): Promise<void> {
  const now = new Date();
  await tx
    .update(alert_addresses)
    .set({ paused_at: null, pause_reason: null, asked_at: null, useful_at: now })
    .where(eq(alert_addresses.id, address.id));
  if (address.paused_at) await scheduleAlerts(tx, address);
}

/** Sets when the confirmed alerts of an address that is not paused are due. The caller has locked it. */
export async function scheduleAlerts(tx: Database, address: AlertAddress): Promise<void> {
  const now = new Date();
  const confirmed = await tx
    .select({
      id: alerts.id,
      frequency: alerts.frequency,
      confirmed_at: alerts.confirmed_at,
    })
    .from(alerts)
    .where(and(eq(alerts.address_id, address.id), isNotNull(alerts.confirmed_at)));
  for (const alert of confirmed) {
    await tx
      .update(alerts)
      .set({ due_at: firstDue(alert, address, now) })
      .where(eq(alerts.id, alert.id));
  }
}

type Scheduled = Pick<typeof alerts.$inferSelect, 'frequency' | 'confirmed_at'>;

/**
 * When an alert is due after its frequency has changed, or after a pause. An `immediate` alert is due at once, because it may
 * have new jobs already; without any, nothing is sent.
 */
export function firstDue(
  { frequency, confirmed_at }: Scheduled,
  { id: addressId, time_zone: timeZone }: Pick<AlertAddress, 'id' | 'time_zone'>,
  now: Date,
): Date | null {
  if (frequency === 'immediate') return now;
  return nextDue({ frequency, addressId, timeZone, confirmedAt: confirmed_at ?? now }, now);
}

/** Pauses the address to which a mail server has refused a mail of alerts for good. */
export async function pauseUndeliverable(tx: Database, email: string): Promise<void> {
  const [found] = await tx
    .select({ id: alert_addresses.id })
    .from(alert_addresses)
    .where(
      and(
        eq(alertAddress(alert_addresses.address), alertAddress(email)),
        isNull(alert_addresses.paused_at),
      ),
    );
  if (!found) return;
  await pauseAddress(tx, await lockAddress(tx, found.id), 'undeliverable');
}
