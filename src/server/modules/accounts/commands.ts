import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { accounts, companies } from '#server/db/schema.ts';
import { ACTORS, withActor } from '#server/db/with-actor.ts';
import { lockCaller } from '#server/modules/accounts/queries.ts';
import type { Role } from '#shared/domain/roles.ts';
import { authorizeAccount } from './policy.ts';
import { lockAccounts } from './queries.ts';

/** What a person writes about themselves. */
type Profile = { name: string; email: string; bio: string };

/**
 * Creates an account with the role `user`. Returns false if the id is taken.
 * @throws ProblemError 403
 */
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

/**
 * Updates a profile, but not the role or the company. Returns false if the account does not exist.
 * @throws ProblemError 403
 */
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

/** Stores the address that the identity provider has verified. Null means that it has verified none. */
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

/**
 * Runs a transaction in which the caller may change this account.
 * @throws ProblemError 403
 */
async function writeAccount<Result>(
  db: Database,
  callerId: string,
  id: string,
  write: (tx: Database) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    // Changing one's own account requires no role.
    if (callerId !== id) {
      await lockAccounts(tx, [callerId, id]);
      authorizeAccount(await lockCaller(tx, callerId, 'authenticated'), id);
    }
    return write(tx);
  });
}

/** A role. A company admin also has a company. */
export type RoleAssignment =
  | { role: 'companyadmin'; company: string }
  | { role: Exclude<Role, 'companyadmin'> };

/** Assigns a role. Returns false if the account does not exist. */
export async function setRole(
  db: Database,
  actor: string,
  id: string,
  assignment: RoleAssignment,
): Promise<boolean> {
  const company = assignment.role === 'companyadmin' ? assignment.company : null;
  return withActor(db, actor, async (tx) => {
    // Take locks in the same order as the deletion of a company: the company, its accounts, its jobs. Another order
    // could deadlock.
    if (company) {
      await tx
        .select({ id: companies.id })
        .from(companies)
        .where(eq(companies.id, company))
        .for('key share');
    }
    const updated = await tx
      .update(accounts)
      .set({ role: assignment.role, company_id: company, updated_at: new Date() })
      .where(eq(accounts.id, id))
      .returning({ id: accounts.id });
    return updated.length > 0;
  });
}

/**
 * Makes a person a site admin if `permit` allows it in the same transaction. Creates the account if there is none.
 * Returns whether it was allowed. The address must be proven.
 */
export async function addSiteAdmin(
  db: Database,
  { id, name, email }: { id: string; name: string; email: string },
  permit: (tx: Database) => Promise<boolean>,
): Promise<boolean> {
  return withActor(db, ACTORS.setup, async (tx) => {
    if (!(await permit(tx))) return false;
    const role = { role: 'siteadmin', company_id: null } as const;
    await tx
      .insert(accounts)
      .values({ id, name, email, verified_email: email || null, ...role })
      .onConflictDoUpdate({ target: accounts.id, set: { ...role, updated_at: new Date() } });
    return true;
  });
}
