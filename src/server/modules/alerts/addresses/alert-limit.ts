import { and, desc, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import { alerts } from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';
import { MAX_ALERTS } from '#shared/limits.ts';

/**
 * Whether an address has as many other searches as it may have. Only confirmed alerts count, because otherwise a stranger
 * could enter an address so often that its owner cannot use it.
 */
export async function isFull(tx: Database, addressId: string, searchId: string): Promise<boolean> {
  const others = and(
    eq(alerts.address_id, addressId),
    ne(alerts.search_id, searchId),
    isNotNull(alerts.confirmed_at),
  );
  return (await tx.$count(alerts, others)) >= MAX_ALERTS;
}

/** Deletes all but the newest unconfirmed alerts of an address. */
export async function deleteSurplusUnconfirmed(tx: Database, addressId: string): Promise<void> {
  const surplus = tx
    .select({ id: alerts.id })
    .from(alerts)
    .where(and(eq(alerts.address_id, addressId), isNull(alerts.confirmed_at)))
    .orderBy(desc(alerts.created_at), desc(alerts.id))
    .offset(MAX_ALERTS);
  await tx.delete(alerts).where(inArray(alerts.id, surplus));
}
