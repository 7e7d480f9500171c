import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { accounts } from '#server/db/schema.ts';

/** Whether a site admin has blocked the person with this subject. */
export async function isBlocked(db: Database, id: string): Promise<boolean> {
  if (id.includes('\0')) return false;
  return (await db.$count(accounts, and(eq(accounts.id, id), isNotNull(accounts.blocked_at)))) > 0;
}
