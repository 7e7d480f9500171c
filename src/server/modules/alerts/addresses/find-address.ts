import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { alert_addresses, alertAddress } from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';
import type { AlertAddress } from '../links/alert-links.ts';

/** The length of the secret that signs the links of an address (bytes). */
const SECRET_BYTES = 32;

type NewAddress = { address: string | null; timeZone: string; accountId?: string };

/** Stores an address for alerts. */
export async function createAddress(
  tx: Database,
  { address, timeZone, accountId }: NewAddress,
): Promise<void> {
  await tx
    .insert(alert_addresses)
    .values({
      id: uuidv7(),
      address,
      account_id: accountId ?? null,
      link_secret: randomBytes(SECRET_BYTES).toString('base64url'),
      time_zone: timeZone,
    })
    .onConflictDoNothing();
}

/** Finds an address for alerts, or stores it. */
export async function findOrCreateAddress(
  tx: Database,
  { address, timeZone }: { address: string; timeZone: string },
): Promise<AlertAddress> {
  await createAddress(tx, { address, timeZone });
  const [row] = await tx
    .select()
    .from(alert_addresses)
    .where(eq(alertAddress(alert_addresses.address), alertAddress(address)));
  if (!row) throw new Error('The address was deleted while an alert was stored');
  return row;
}

/**
 * Locks an address until the transaction ends. Everything that changes the alerts of an address or mails about them locks it
 * first.
 */
export async function lockAddress(tx: Database, id: string): Promise<AlertAddress> {
  const [row] = await tx
    .select()
    .from(alert_addresses)
    .where(eq(alert_addresses.id, id))
    .for('update');
  if (!row) throw new Error('The address was deleted while its alerts were changed');
  return row;
}
