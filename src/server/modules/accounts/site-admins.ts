import { and, eq, isNull, ne, notLike, sql } from 'drizzle-orm';
import { DEMO_ID_PREFIX, isDemoId } from '#server/auth/embedded-provider/people.ts';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/client.ts';
import { accounts } from '#server/db/schema.ts';

/**
 * Whether the board would have no site admin without this account. Until the transaction ends, no other transaction can
 * remove a site admin, so two site admins cannot remove each other. Call this before locking anything else. Blocked
 * people do not count as site admins. Accounts of the demo sign-in do not count either, unless this account is one of
 * them.
 */
export async function isLastSiteAdmin(tx: Database, id: string): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.siteAdmins})`);
  const isSiteAdmin = and(eq(accounts.role, 'siteadmin'), isNull(accounts.blocked_at));
  const [one] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, id), isSiteAdmin));
  if (!one) return false;
  const isOther = and(
    isSiteAdmin,
    ne(accounts.id, id),
    isDemoId(id) ? undefined : notLike(accounts.id, `${DEMO_ID_PREFIX}%`),
  );
  const [other] = await tx.select({ id: accounts.id }).from(accounts).where(isOther).limit(1);
  return other === undefined;
}
