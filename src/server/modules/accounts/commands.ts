import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { accounts } from '#server/db/schema.ts';
import type { Role } from '#shared/constants/roles.ts';

/** What a person writes about themselves. */
type Profile = { name: string; email: string; bio: string };

/** A new account is a `user`. Returns false where there is one by this id already. */
export async function createAccount(
  db: Database,
  { id, name, email, bio }: Profile & { id: string },
): Promise<boolean> {
  const created = await db
    .insert(accounts)
    .values({ id, name, email, bio })
    .onConflictDoNothing()
    .returning({ id: accounts.id });
  return created.length > 0;
}

/** The role and the company stay. Returns false where there is no such account. */
export async function updateAccount(
  db: Database,
  id: string,
  { name, email, bio }: Profile,
): Promise<boolean> {
  if (id.includes('\0')) return false;
  const updated = await db
    .update(accounts)
    .set({ name, email, bio, updated_at: new Date() })
    .where(eq(accounts.id, id))
    .returning({ id: accounts.id });
  return updated.length > 0;
}

/** What an account may be: a company admin with their company, or anything else without one. */
export type Standing =
  | { role: 'companyadmin'; company: string }
  | { role: Exclude<Role, 'companyadmin'> };

/** Returns false where there is no such account. */
export async function setRole(db: Database, id: string, standing: Standing): Promise<boolean> {
  const updated = await db
    .update(accounts)
    .set({
      role: standing.role,
      company_id: standing.role === 'companyadmin' ? standing.company : null,
      updated_at: new Date(),
    })
    .where(eq(accounts.id, id))
    .returning({ id: accounts.id });
  return updated.length > 0;
}
