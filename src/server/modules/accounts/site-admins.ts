import { and, asc, eq, isNotNull, isNull, ne, notLike, sql } from 'drizzle-orm';
import { DEMO_ID_PREFIX, isDemoId } from '#server/auth/embedded-provider/people.ts';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/client.ts';
import { accounts } from '#server/db/schema.ts';

/** The maximum number of site admins who get a mail. */
const MAX_NOTIFIED = 10;

/** Lists the verified email addresses of the first site admins. Blocked people get no mail. */
export async function listSiteAdminEmails(db: Database): Promise<string[]> {
  const rows = await db
    .select({ email: accounts.verified_email })
    .from(accounts)
    .where(
      and(
        eq(accounts.role, 'siteadmin'),
        isNotNull(accounts.verified_email),
        isNull(accounts.blocked_at),
      ),
    )
    .orderBy(asc(accounts.created_at), asc(accounts.id))
    .limit(MAX_NOTIFIED);
  return rows.flatMap(({ email }) => email ?? []);
}

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
