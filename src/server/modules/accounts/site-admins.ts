import { and, eq, like, ne, notLike, or, sql } from 'drizzle-orm';
import { DEMO_ID_PREFIX } from '#server/auth/embedded-provider/people.ts';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/client.ts';
import { accounts } from '#server/db/schema.ts';

/**
 * Whether the account is the only site admin. Holds a lock until the transaction ends, so that two site admins cannot
 * remove each other at once. Accounts of the demo sign-in count only for each other, because nobody can sign in as them on
 * a public board.
 */
export async function isLastSiteAdmin(tx: Database, id: string): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.siteAdmins})`);
  const isSiteAdmin = eq(accounts.role, 'siteadmin');
  const [own] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, id), isSiteAdmin));
  if (!own) return false;
  const demo = `${DEMO_ID_PREFIX}%`;
  const counts = or(
    notLike(accounts.id, demo),
    id.startsWith(DEMO_ID_PREFIX) ? like(accounts.id, demo) : undefined,
  );
  const [other] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(ne(accounts.id, id), isSiteAdmin, counts))
    .limit(1);
  return other === undefined;
}
