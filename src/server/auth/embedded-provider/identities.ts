import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { identity_links, identity_users } from '#server/db/identity-tables.ts';
import { accounts } from '#server/db/schema.ts';
import { findUser } from './users.ts';

export type IdentityRow = typeof identity_links.$inferSelect;

/**
 * Lists the identities with which a user signs in, the oldest first. The list is empty for people who are not users of
 * the embedded provider.
 */
export async function listIdentities(db: Database, userId: string): Promise<IdentityRow[]> {
  if (userId.includes('\0')) return [];
  return db
    .select()
    .from(identity_links)
    .where(eq(identity_links.user_id, userId))
    .orderBy(asc(identity_links.created_at), asc(identity_links.issuer));
}

/**
 * Whether one of a user's identities can be removed: another identity that proves an address must remain for sign-ins
 * with a code.
 */
export function isRemovable(identity: IdentityRow, all: readonly IdentityRow[]): boolean {
  return all.some((other) => other !== identity && other.verified_email !== null);
}

/**
 * Removes an identity of a user. If only this identity proves the account's verified address, the account gets the
 * address that was proven last among the remaining ones.
 * @param find finds the identity among the user's identities
 * @returns `unknown` if the user has no such identity; `required` if it must stay
 */
export async function removeIdentity(
  db: Database,
  userId: string,
  find: (identity: IdentityRow) => boolean,
): Promise<'removed' | 'unknown' | 'required'> {
  return db.transaction(async (tx) => {
    // Two simultaneous removals must not remove the last two identities.
    await tx
      .select({ id: identity_users.id })
      .from(identity_users)
      .where(eq(identity_users.id, userId))
      .for('no key update');
    const identities = await listIdentities(tx, userId);
    const identity = identities.find(find);
    if (!identity) return 'unknown';
    if (!isRemovable(identity, identities)) return 'required';
    const { issuer, subject, verified_email } = identity;
    await tx
      .delete(identity_links)
      .where(and(eq(identity_links.issuer, issuer), eq(identity_links.subject, subject)));
    const isProvenOtherwise = identities.some(
      (other) => other !== identity && other.verified_email === verified_email,
    );
    if (verified_email !== null && !isProvenOtherwise) {
      const { email = null } = (await findUser(tx, userId)) ?? {};
      await tx
        .update(accounts)
        .set({ verified_email: email })
        .where(and(eq(accounts.id, userId), eq(accounts.verified_email, verified_email)));
    }
    return 'removed';
  });
}
