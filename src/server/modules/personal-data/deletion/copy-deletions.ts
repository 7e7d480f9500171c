import { asc, eq, isNull } from 'drizzle-orm';
import type { DeletionList } from '#server/content/storage/deletion-list.ts';
import type { Database } from '#server/db/client.ts';
import { account_deletions } from '#server/db/personal-tables.ts';

/** How many entries are copied at a time. */
const BATCH = 100;

/**
 * Copies new entries of the list of deletions to a place outside the database, so that they survive a loss of the
 * database. Creates the list in that place even before it has entries. Otherwise, a restore could not distinguish an
 * empty list from a missing one. Several processes may do this at the same time.
 */
export async function copyDeletions(db: Database, list: DeletionList): Promise<void> {
  await list.create();
  const entries = await db
    .select()
    .from(account_deletions)
    .where(isNull(account_deletions.copied_at))
    .orderBy(asc(account_deletions.deleted_at))
    .limit(BATCH);
  for (const { digest, deleted_at } of entries) {
    await list.add(digest, deleted_at);
    await db
      .update(account_deletions)
      .set({ copied_at: new Date() })
      .where(eq(account_deletions.digest, digest));
  }
}
