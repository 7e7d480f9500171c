import { eq, sql } from 'drizzle-orm';
import { alert_searches, alerts } from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';
import { type JobSearch, parseQuery, readJobSearch, valuesOf } from '#shared/urls/paths.ts';
import { storeSearch } from './store-search.ts';

/** Lets searches of a company that is merged into another one find the jobs of the other one. */
export async function followSearchedCompany(
  tx: Database,
  from: string,
  into: string,
): Promise<void> {
  const searches = await tx
    .select({ id: alert_searches.id, query: alert_searches.query })
    .from(alert_searches)
    .where(sql`${alert_searches.query} like ${`%${from}%`}`);
  for (const { id, query } of searches) {
    const search = readJobSearch(parseQuery(query));
    const companies = new Set(valuesOf(search.company).map((one) => (one === from ? into : one)));
    await replaceSearch(tx, id, { ...search, company: [...companies] });
  }
}

/** Lets searches of a category with another slug find its jobs. */
export async function followSearchedCategory(
  tx: Database,
  from: string,
  into: string,
): Promise<void> {
  const searches = await tx
    .select({ id: alert_searches.id, query: alert_searches.query })
    .from(alert_searches)
    .where(sql`${alert_searches.query} like ${`%category=${from}%`}`);
  for (const { id, query } of searches) {
    const search = readJobSearch(parseQuery(query));
    if (search.category === from) await replaceSearch(tx, id, { ...search, category: into });
  }
}

/** Moves the alerts of a search to another one. */
async function replaceSearch(tx: Database, id: string, by: JobSearch): Promise<void> {
  const other = await storeSearch(tx, by);
  if (other === id) return;
  // An address may have an alert for each of the two searches. The one of the other search stays.
  await tx.execute(sql`
    delete from ${alerts} where search_id = ${id} and exists (
      select from ${alerts} as other where other.search_id = ${other} and other.address_id = ${alerts.address_id}
    )`);
  await tx.update(alerts).set({ search_id: other }).where(eq(alerts.search_id, id));
}
