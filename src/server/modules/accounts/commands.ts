import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { accounts, companies } from '#server/db/schema.ts';
import { withActor } from '#server/db/with-actor.ts';
import { lockCaller } from '#server/modules/accounts/queries.ts';
import type { Role } from '#shared/constants/roles.ts';
import { authorizeAccount } from './policy.ts';
import { lockAccounts } from './queries.ts';

/** What a person writes about themselves. */
type Profile = { name: string; email: string; bio: string };

/** A new account is a `user`. Returns false where there is one by this id already. @throws ProblemError 403 */
export async function createAccount(
  db: Database,
  callerId: string,
  { id, name, email, bio }: Profile & { id: string },
): Promise<boolean> {
  return writeAccount(db, callerId, id, async (tx) => {
    const created = await tx
      .insert(accounts)
      .values({ id, name, email, bio })
      .onConflictDoNothing()
      .returning({ id: accounts.id });
    return created.length > 0;
  });
}

/** The role and the company stay. Returns false where there is no such account. @throws ProblemError 403 */
export async function updateAccount(
  db: Database,
  callerId: string,
  id: string,
  { name, email, bio }: Profile,
): Promise<boolean> {
  if (id.includes('\0')) return false;
  return writeAccount(db, callerId, id, async (tx) => {
    const updated = await tx
      .update(accounts)
      .set({ name, email, bio, updated_at: new Date() })
      .where(eq(accounts.id, id))
      .returning({ id: accounts.id });
    return updated.length > 0;
  });
}

/** What the identity provider states: null where that is no verified address. */
export async function setVerifiedEmail(
  db: Database,
  id: string,
  verified_email: string | null,
): Promise<void> {
  await db
    .update(accounts)
    .set({ verified_email })
    .where(
      and(eq(accounts.id, id), sql`${accounts.verified_email} is distinct from ${verified_email}`),
    );
}

/** One transaction in which the caller may write this account. @throws ProblemError 403 */
async function writeAccount<Result>(
  db: Database,
  callerId: string,
  id: string,
  write: (tx: Database) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    // One's own account takes no role.
    if (callerId !== id) {
      await lockAccounts(tx, [callerId, id]);
      authorizeAccount(await lockCaller(tx, callerId, 'authenticated'), id);
    }
    return write(tx);
  });
}

/** What an account may be: a company admin with their company, or anything else without one. */
export type Standing =
  | { role: 'companyadmin'; company: string }
  | { role: Exclude<Role, 'companyadmin'> };

/** In the actor's name. Returns false where there is no such account. */
export async function setRole(
  db: Database,
  actor: string,
  id: string,
  standing: Standing,
): Promise<boolean> {
  const company = standing.role === 'companyadmin' ? standing.company : null;
  return withActor(db, actor, async (tx) => {
    // Deleting a company locks it, then its accounts, then its jobs. In another order, each of the two
    // could come to wait for the other.
    if (company) {
      await tx
        .select({ id: companies.id })
        .from(companies)
        .where(eq(companies.id, company))
        .for('key share');
    }
    const updated = await tx
      .update(accounts)
      .set({ role: standing.role, company_id: company, updated_at: new Date() })
      .where(eq(accounts.id, id))
      .returning({ id: accounts.id });
    return updated.length > 0;
  });
}
