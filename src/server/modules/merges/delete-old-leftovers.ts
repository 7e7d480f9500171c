import { lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { merge_leftovers } from '#server/db/merge-tables.ts';

/**
 * How long copies of the rows that a merge has deleted are stored (days). Undoing a merge that is older does not
 * restore these rows.
 */
export const LEFTOVER_DAYS = 180;

export async function deleteOldLeftovers(db: Database): Promise<void> {
  await db
    .delete(merge_leftovers)
    .where(lt(merge_leftovers.created_at, sql`now() - make_interval(days => ${LEFTOVER_DAYS})`));
}
