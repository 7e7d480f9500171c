import type { Database } from '#server/db/client.ts';
import { inbox_digests } from '#server/db/inbox-tables.ts';
import { lockCaller } from '#server/modules/accounts/queries.ts';

/**
 * Stores whether a site admin wants the daily email about the inbox.
 * @throws ProblemError 403
 */
export async function setDigest(db: Database, callerId: string, isWanted: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCaller(tx, callerId, ['siteadmin']);
    await tx
      .insert(inbox_digests)
      .values({ account_id: callerId, is_wanted: isWanted })
      .onConflictDoUpdate({ target: inbox_digests.account_id, set: { is_wanted: isWanted } });
  });
}
