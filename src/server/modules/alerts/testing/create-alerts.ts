import { v7 as uuidv7 } from 'uuid';
import { alert_addresses, alerts } from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';
import type { AlertFrequency } from '#shared/domain/alerts.ts';
import type { JobSearch } from '#shared/urls/paths.ts';
import { storeSearch } from '../searches/store-search.ts';

/** Inserts a confirmed alert of each search for one address. Returns the ids of the searches. */
export async function createAlerts(
  db: Database,
  searches: JobSearch[],
  { address = 'seeker@example.com', frequency = 'daily' as AlertFrequency } = {},
): Promise<{ address: string; searches: string[] }> {
  const addressId = uuidv7();
  await db
    .insert(alert_addresses)
    .values({ id: addressId, address, link_secret: 'secret', time_zone: 'Europe/Berlin' });
  const ids: string[] = [];
  for (const search of searches) ids.push(await storeSearch(db, search));
  await db.insert(alerts).values(
    [...new Set(ids)].map((search_id) => ({
      id: uuidv7(),
      address_id: addressId,
      search_id,
      frequency,
      confirmed_at: new Date(),
    })),
  );
  return { address: addressId, searches: ids };
}
