import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { identity_passkeys, identity_users } from '#server/db/identity-tables.ts';

export type PasskeyRow = typeof identity_passkeys.$inferSelect;

/** Lists the passkeys of a user, the oldest first. Returns undefined if the id is not the subject of a user. */
export async function listPasskeys(
  db: Database,
  userId: string,
): Promise<PasskeyRow[] | undefined> {
  if (userId.includes('\0')) return undefined;
  const rows = await db
    .select({ passkey: identity_passkeys })
    .from(identity_users)
    .leftJoin(identity_passkeys, eq(identity_passkeys.user_id, identity_users.id))
    .where(eq(identity_users.id, userId))
    .orderBy(asc(identity_passkeys.created_at), asc(identity_passkeys.id));
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ passkey }) => passkey ?? []);
}

export async function findPasskey(
  db: Database,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await db
    .select()
    .from(identity_passkeys)
    .where(eq(identity_passkeys.credential_id, credentialId));
  return row;
}

/** Adds a passkey. Returns undefined if the credential already exists. */
export async function insertPasskey(
  db: Database,
  passkey: typeof identity_passkeys.$inferInsert,
): Promise<PasskeyRow | undefined> {
  const [row] = await db
    .insert(identity_passkeys)
    .values(passkey)
    .onConflictDoNothing()
    .returning();
  return row;
}

/**
 * Records the use of a passkey by one conditional update. Returns false if the counter of the authenticator has not
 * increased, which means that the credential was copied. Synchronized passkeys do not count, so their counter stays 0.
 * https://www.w3.org/TR/webauthn-3/#sctn-sign-counter
 */
export async function recordUse(db: Database, id: string, counter: number): Promise<boolean> {
  const isNext =
    counter === 0
      ? eq(identity_passkeys.counter, 0)
      : sql`${identity_passkeys.counter} < ${counter}`;
  const used = await db
    .update(identity_passkeys)
    .set({ counter, last_used_at: new Date() })
    .where(and(eq(identity_passkeys.id, id), isNext))
    .returning({ id: identity_passkeys.id });
  return used.length > 0;
}

/** Deletes a passkey of a user. Returns whether it existed. */
export async function deletePasskey(db: Database, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .delete(identity_passkeys)
    .where(and(eq(identity_passkeys.user_id, userId), eq(identity_passkeys.id, id)))
    .returning({ id: identity_passkeys.id });
  return deleted.length > 0;
}
