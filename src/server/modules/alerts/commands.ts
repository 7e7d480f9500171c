import { and, eq, exists, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { alert_addresses, alertAddress, alerts } from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';
import { mails } from '#server/db/mail-tables.ts';
import type { AlertFrequency } from '#shared/domain/alerts.ts';
import { lockAddress } from './addresses/find-address.ts';
import { firstDue, pauseAddress, resumeAddress } from './addresses/pause-address.ts';
import { nextDue } from './digests/due-time.ts';
import { isOfAlerts } from './digests/mail-capacity.ts';
import type { AlertAddress } from './links/alert-links.ts';

/** Confirms alerts of an address. Clicking a link proves that mails arrive, so an address that was undeliverable resumes. */
export async function confirmAlerts(
  db: Database,
  { id: addressId }: Pick<AlertAddress, 'id'>,
  ids: string[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const address = await lockAddress(tx, addressId);
    const isPaused = address.pause_reason === 'person';
    const now = new Date();
    const waiting = await tx
      .select({ id: alerts.id, frequency: alerts.frequency })
      .from(alerts)
      .where(
        and(eq(alerts.address_id, addressId), inArray(alerts.id, ids), isNull(alerts.confirmed_at)),
      );
    for (const { id, frequency } of waiting) {
      const schedule = { frequency, addressId, timeZone: address.time_zone, confirmedAt: now };
      await tx
        .update(alerts)
        .set({
          confirmed_at: now,
          seen_at: now,
          seen_number: lastMatch(),
          due_at: isPaused ? null : nextDue(schedule, now),
        })
        .where(eq(alerts.id, id));
    }
    if (!isPaused) await resumeAddress(tx, address);
  });
}

/** Changes how often an alert sends mails. Does nothing if the alert was deleted. */
export async function changeFrequency(
  db: Database,
  { id: addressId }: Pick<AlertAddress, 'id'>,
  id: string,
  frequency: AlertFrequency,
): Promise<void> {
  await db.transaction(async (tx) => {
    const address = await lockAddress(tx, addressId);
    const [alert] = await tx
      .select({ confirmed_at: alerts.confirmed_at })
      .from(alerts)
      .where(
        and(eq(alerts.id, id), eq(alerts.address_id, addressId), isNotNull(alerts.confirmed_at)),
      );
    if (!alert) return;
    const due_at = address.paused_at
      ? null
      : firstDue({ ...alert, frequency }, address, new Date());
    await tx.update(alerts).set({ frequency, due_at }).where(eq(alerts.id, id));
  });
}

/** SQL: the number of the last match of an alert's search that is visible; 0 if it has none. */
export function lastMatch() {
  return sql`coalesce((
    select max(number) from alert_matches where alert_matches.search_id = alerts.search_id
  ), 0)`;
}

/**
 * Ends alerts: all of an address, or those with these ids. The searches of an account stay there without mails; other
 * alerts are deleted, and the address with the last one.
 */
export async function endAlerts(
  db: Database,
  { id: addressId }: Pick<AlertAddress, 'id'>,
  ids?: string[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const { account_id } = await lockAddress(tx, addressId);
    const ended = and(eq(alerts.address_id, addressId), ids && inArray(alerts.id, ids));
    if (account_id !== null) {
      await tx.update(alerts).set({ frequency: 'never', due_at: null }).where(ended);
      return;
    }
    await tx.delete(alerts).where(ended);
    await deleteUnusedAddress(tx, addressId);
  });
}

/** Deletes one alert of an address, also if it is a saved search of an account. Returns whether it existed. */
export async function deleteAlert(
  db: Database,
  { id: addressId }: Pick<AlertAddress, 'id'>,
  id: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { account_id } = await lockAddress(tx, addressId);
    const { rowCount } = await tx
      .delete(alerts)
      .where(and(eq(alerts.id, id), eq(alerts.address_id, addressId)));
    if (account_id === null) await deleteUnusedAddress(tx, addressId);
    return rowCount === 1;
  });
}

async function deleteUnusedAddress(tx: Database, id: string): Promise<void> {
  const isUsed = exists(tx.select({ id: alerts.id }).from(alerts).where(eq(alerts.address_id, id)));
  await tx.delete(alert_addresses).where(and(eq(alert_addresses.id, id), sql`not ${isUsed}`));
}

/** Pauses all mails to an address, or resumes them. */
export async function setPaused(
  db: Database,
  { id }: Pick<AlertAddress, 'id'>,
  isPaused: boolean,
): Promise<void> {
  await db.transaction(async (tx) => {
    const address = await lockAddress(tx, id);
    if (isPaused) await pauseAddress(tx, id, 'person');
    else await resumeAddress(tx, address);
  });
}

/** Deletes an address with its alerts, and the mails to it about them. */
export async function eraseAddress(db: Database, { id }: Pick<AlertAddress, 'id'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { address } = await lockAddress(tx, id);
    if (address !== null) {
      await tx
        .delete(mails)
        .where(and(eq(alertAddress(mails.to_address), alertAddress(address)), isOfAlerts));
    }
    await tx.delete(alert_addresses).where(eq(alert_addresses.id, id));
  });
}
