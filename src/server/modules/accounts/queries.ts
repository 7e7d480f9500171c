import { asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { requireRole } from '#server/auth/access.ts';
import type { Database } from '#server/db/client.ts';
import { accounts, companies } from '#server/db/schema.ts';
import type { Caller } from '#server/http/api/caller.ts';
import type { Access } from '#shared/contract/endpoint.ts';

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

/** By id; one row more than `limit` where the list goes on. */
export async function listAccounts(
  db: Database,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<AccountRow[]> {
  return selectAccounts(db)
    .where(after === undefined ? undefined : gt(accounts.id, after))
    .orderBy(asc(accounts.id))
    .limit(limit + 1);
}

/** Every account of which the identity provider has stated this address, in the form of `normalizeEmail`. */
export async function findAccountsByVerifiedEmail(
  db: Database,
  email: string,
): Promise<AccountRow[]> {
  return selectAccounts(db).where(eq(accounts.verified_email, email)).orderBy(asc(accounts.id));
}

/** Every account with this e-mail address, whatever its case: people write it themselves. */
export async function findAccountsByEmail(db: Database, email: string): Promise<AccountRow[]> {
  return selectAccounts(db)
    .where(eq(sql`lower(${accounts.email})`, email.toLowerCase()))
    .orderBy(asc(accounts.id));
}

/** In the order of their ids, so that two who lock the same accounts do not wait for each other. */
export async function lockAccounts(tx: Database, ids: string[]): Promise<void> {
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, ids))
    .orderBy(asc(accounts.id))
    .for('no key update');
}

/** What an account may do; nothing where there is none. With `lock`, nobody changes that until the transaction ends. */
export async function findCaller(
  db: Database,
  id: string,
  { lock = false } = {},
): Promise<Omit<Caller, 'id'>> {
  const query = db
    .select({ role: accounts.role, company_id: accounts.company_id })
    .from(accounts)
    .where(eq(accounts.id, id));
  const [row] = await (lock ? query.for('share') : query);
  if (!row) return {};
  return { role: row.role, ...(row.company_id && { company: row.company_id }) };
}

/**
 * Reads the caller again inside the transaction of a write: a role may have been revoked while the request was running.
 * The account's row stays locked until the transaction ends, so a revocation takes effect either before the write or
 * after it. Lock a company before its accounts, and jobs after them, in the order in which deleting a company locks them.
 * @throws ProblemError 403 without the role
 */
export async function lockCaller(
  tx: Database,
  id: string,
  access: Exclude<Access, 'public'>,
): Promise<Caller> {
  const caller = { id, ...(await findCaller(tx, id, { lock: true })) };
  requireRole(caller, access);
  return caller;
}
