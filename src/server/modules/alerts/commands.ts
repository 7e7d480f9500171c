import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { alert_addresses, alerts } from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';
import type { AlertFrequency } from '#shared/domain/alerts.ts';
import { MAX_ALERTS } from '#shared/limits.ts';
import { deleteAlertMails, expireUnwantedMails } from './addresses/alert-mails.ts';
import { lockAddress } from './addresses/find-address.ts';
import {
  firstDue,
  pauseAddress,
  resumeAddress,
  scheduleAlerts,
} from './addresses/pause-address.ts';
import { nextDue } from './digests/due-time.ts';
import type { AlertAddress } from './links/alert-links.ts';

export { lockOwnAddress } from './account/own-address.ts';

/**
 * Confirms alerts of an address, the first entered first, as many as it may have. Clicking a link proves that mails arrive,
 * so an address that was undeliverable resumes. Returns how many alerts were too many.
 */
export async function confirmAlerts(
  db: Database,
  { id: addressId }: Pick<AlertAddress, 'id'>,
  ids: string[],
): Promise<number> {
  return db.transaction(async (tx) => {
    const address = await lockAddress(tx, addressId);
    const isPaused = address.pause_reason === 'person';
    const now = new Date();
    const waiting = await tx
      .select({ id: alerts.id, frequency: alerts.frequency })
      .from(alerts)
      .where(
        and(
          eq(alerts.address_id, addressId),
          inArray(alerts.id, ids),
          isNull(alerts.confirmed_at),
          ne(alerts.frequency, 'never'),
        ),
      )
      .orderBy(asc(alerts.created_at), asc(alerts.id));
    const confirmed = and(eq(alerts.address_id, addressId), isNotNull(alerts.confirmed_at));
    const room = Math.max(0, MAX_ALERTS - (await tx.$count(alerts, confirmed)));
    for (const { id, frequency } of waiting.slice(0, room)) {
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
    return Math.max(0, waiting.length - room);
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
    await expireUnwantedMails(tx, address);
  });
}

/** Changes the time zone of an address, and with it when its daily and weekly mails are due. */
export async function changeTimeZone(
  db: Database,
  { id }: Pick<AlertAddress, 'id'>,
  time_zone: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const address = await lockAddress(tx, id);
    if (address.time_zone === time_zone) return;
    await tx.update(alert_addresses).set({ time_zone }).where(eq(alert_addresses.id, id));
    if (!address.paused_at) await scheduleAlerts(tx, { ...address, time_zone });
  });
}

/** SQL: the number of the last match of an alert's search that is visible; 0 if it has none. */
export function lastMatch() {
  return sql`coalesce((
    select max(number) from alert_matches where alert_matches.search_id = alerts.search_id
  ), 0)`;
}

/**
 * Ends alerts: all of an address, or those with these ids. The searches of an account stay there without mails. Other alerts
 * are unconfirmed again, and `never` tells them from those that wait for a confirmation. They are deleted with the
 * unconfirmed ones, so the links of their mails are valid for some days: mail programs repeat requests, and people change
 * their minds.
 */
export async function endAlerts(
  db: Database,
  { id: addressId }: Pick<AlertAddress, 'id'>,
  ids?: string[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const address = await lockAddress(tx, addressId);
    await tx
      .update(alerts)
      .set({
        frequency: 'never',
        due_at: null,
        ...(address.account_id === null && { confirmed_at: null, created_at: sql`now()` }),
      })
      .where(
        and(
          eq(alerts.address_id, addressId),
          ne(alerts.frequency, 'never'),
          ids && inArray(alerts.id, ids),
        ),
      );
    await expireUnwantedMails(tx, address);
  });
}

/**
 * Deletes one alert of an address, also if it is a saved search of an account, and an address without an account with its
 * last alert. Returns whether the alert existed.
 */
export async function deleteAlert(
  db: Database,
  { id: addressId }: Pick<AlertAddress, 'id'>,
  id: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const address = await lockAddress(tx, addressId);
    const { rowCount } = await tx
      .delete(alerts)
      .where(and(eq(alerts.id, id), eq(alerts.address_id, addressId)));
    const isLast = (await tx.$count(alerts, eq(alerts.address_id, addressId))) === 0;
    if (isLast && address.account_id === null) await deleteAddress(tx, address);
    else await expireUnwantedMails(tx, address);
    return rowCount === 1;
  });
}

/** Pauses all mails to an address, or resumes them. */
export async function setPaused(
  db: Database,
  { id }: Pick<AlertAddress, 'id'>,
  isPaused: boolean,
): Promise<void> {
  await db.transaction(async (tx) => {
    const address = await lockAddress(tx, id);
    if (isPaused) await pauseAddress(tx, address, 'person');
    else await resumeAddress(tx, address);
  });
}

/** Deletes an address with its alerts, and the mails to it about them. */
export async function eraseAddress(db: Database, { id }: Pick<AlertAddress, 'id'>): Promise<void> {
  await db.transaction(async (tx) => deleteAddress(tx, await lockAddress(tx, id)));
}

async function deleteAddress(tx: Database, { id, address }: AlertAddress): Promise<void> {
  await deleteAlertMails(tx, address);
  await tx.delete(alert_addresses).where(eq(alert_addresses.id, id));
}
