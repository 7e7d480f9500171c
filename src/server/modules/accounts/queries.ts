import { and, asc, eq, gt, inArray, notLike, sql } from 'drizzle-orm';
import { requireRole } from '#server/auth/access.ts';
import { blockedAccount } from '#server/auth/access-token.ts';
import { DEMO_ID_PREFIX } from '#server/auth/embedded-provider/people.ts';
import type { Database } from '#server/db/client.ts';
import { accounts, companies } from '#server/db/schema.ts';
import type { Caller } from '#server/http/api/caller.ts';
import type { Access } from '#shared/contract/endpoint.ts';

export { isLastSiteAdmin, listSiteAdminEmails } from './site-admins.ts';

function selectAccounts(db: Database) {
  return db
    .select({
      id: accounts.id,
      name: accounts.name,
      email: accounts.email,
      verified_email: accounts.verified_email,
      role: accounts.role,
      bio: accounts.bio,
      company_id: accounts.company_id,
      company_name: companies.name,
      blocked_at: accounts.blocked_at,
      blocked_reason: accounts.blocked_reason,
    })
    .from(accounts)
    .leftJoin(companies, eq(companies.id, accounts.company_id));
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export async function findAccount(db: Database, id: string) {
  if (id.includes('\0')) return undefined;
  const [row] = await selectAccounts(db).where(eq(accounts.id, id));
  return row;
}

/** Lists accounts by id. Returns one row more than `limit` if another page follows. */
export async function listAccounts(
  db: Database,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<AccountRow[]> {
  return selectAccounts(db)
    .where(after === undefined ? undefined : gt(accounts.id, after))
    .orderBy(asc(accounts.id))
    .limit(limit + 1);
}

/**
 * Finds the accounts for which the identity provider has verified this email address. The address must be normalized by
 * `normalizeEmail`.
 */
export async function findAccountsByVerifiedEmail(
  db: Database,
  email: string,
): Promise<AccountRow[]> {
  return selectAccounts(db).where(eq(accounts.verified_email, email)).orderBy(asc(accounts.id));
}

/** Lists the email addresses that a person has proven at a sign-in, normalized. */
export async function listProvenEmails(db: Database, id: string): Promise<string[]> {
  const { rows } = await db.execute<{ email: string | null }>(sql`
    select verified_email as email from accounts where id = ${id}
    union select verified_email from identity_links where user_id = ${id}`);
  return rows.flatMap(({ email }) => email ?? []);
}

/** Finds the accounts with this unverified email address, regardless of case. */
export async function findAccountsByEmail(db: Database, email: string): Promise<AccountRow[]> {
  return selectAccounts(db)
    .where(eq(sql`lower(${accounts.email})`, email.toLowerCase()))
    .orderBy(asc(accounts.id));
}

/**
 * Whether the board has a site admin. Accounts of the demo sign-in do not count, because a public board does not offer
 * this sign-in.
 */
export async function hasSiteAdmin(db: Database): Promise<boolean> {
  const [row] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.role, 'siteadmin'), notLike(accounts.id, `${DEMO_ID_PREFIX}%`)))
    .limit(1);
  return row !== undefined;
}

/** Locks accounts in the order of their ids, so that transactions cannot deadlock. */
export async function lockAccounts(tx: Database, ids: string[]): Promise<void> {
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, ids))
    .orderBy(asc(accounts.id))
    .for('no key update');
}

/**
 * Reads the role of an account, and whether it is blocked. The result is empty if the account does not exist. With
 * `lock`, neither can change until the transaction ends.
 */
export async function findCaller(
  db: Database,
  id: string,
  { lock = false } = {},
): Promise<Omit<Caller, 'id'> & { isBlocked?: boolean }> {
  const query = db
    .select({
      role: accounts.role,
      company_id: accounts.company_id,
      blocked_at: accounts.blocked_at,
    })
    .from(accounts)
    .where(eq(accounts.id, id));
  const [row] = await (lock ? query.for('share') : query);
  if (!row) return {};
  return {
    role: row.role,
    ...(row.company_id && { company: row.company_id }),
    ...(row.blocked_at && { isBlocked: true }),
  };
}

/**
 * Reads the caller's role again in the transaction of a write, because it may have been revoked while the request was
 * running. The account's row stays locked until the transaction ends, so a revocation takes effect either before or
 * after the write. Lock in the same order as the deletion of a company: the company, then accounts, then jobs.
 * @throws ProblemError 401 if the caller is blocked, 403 without the role
 */
export async function lockCaller(
  tx: Database,
  id: string,
  access: Exclude<Access, 'public'>,
): Promise<Caller> {
  const { isBlocked, ...account } = await findCaller(tx, id, { lock: true });
  if (isBlocked) throw blockedAccount();
  const caller = { id, ...account };
  requireRole(caller, access);
  return caller;
}
