import { and, asc, desc, eq, isNotNull, notExists, notLike, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/client.ts';
import { identity_links, identity_users } from '#server/db/identity-tables.ts';
import { accounts } from '#server/db/schema.ts';
import { DEMO_ID_PREFIX, type ProviderPerson } from './people.ts';

/** The issuer of an email address that was proven with a code. */
export const EMAIL_ISSUER = 'email';

/** The prefix of the subjects of new users. */
const SUBJECT_PREFIX = 'user|';

/** An identity that a person has just proven. */
export type ProvenIdentity = {
  /** `EMAIL_ISSUER`, or the issuer of another provider. */
  issuer: string;
  subject: string;
  /** The normalized address that the identity proves; undefined if it proves none. */
  verifiedEmail: string | undefined;
  name: string;
};

/** A user of the embedded provider. */
export type User = {
  id: string;
  name: string;
  /** The address that was proven last; undefined if the user has proven none. */
  email: string | undefined;
};

/**
 * Finds the user to whom a proven identity belongs, or creates one. The order is: the user of this identity, the user
 * who has proven the same address, the account for which an earlier identity provider has verified the address, and a
 * new user. Nobody gets another person's account by an address that was not verified both for the account and at this
 * sign-in.
 * @returns the user's id
 */
export async function findOrCreateUser(db: Database, identity: ProvenIdentity): Promise<string> {
  const { issuer, subject, verifiedEmail = null, name } = identity;
  return db.transaction(async (tx) => {
    // Two first sign-ins with one address at the same time must not create two users.
    const lock = sql`pg_advisory_xact_lock(${ADVISORY_LOCKS.signInUsers}, hashtext(${verifiedEmail ?? subject}))`;
    await tx.execute(sql`select ${lock}`);
    const [known] = await tx
      .update(identity_links)
      .set({ verified_email: verifiedEmail, last_used_at: new Date() })
      .where(and(eq(identity_links.issuer, issuer), eq(identity_links.subject, subject)))
      .returning({ id: identity_links.user_id });
    if (known) return known.id;
    const id =
      (verifiedEmail !== null && (await findByProvenEmail(tx, verifiedEmail))) ||
      `${SUBJECT_PREFIX}${uuidv7()}`;
    await tx.insert(identity_users).values({ id, name }).onConflictDoNothing();
    await tx
      .insert(identity_links)
      .values({ issuer, subject, user_id: id, verified_email: verifiedEmail });
    return id;
  });
}

/**
 * Finds the user who has proven this address, or the account for which an earlier provider has verified it. If several
 * users have proven the address, the user whom a code signs in is chosen, and otherwise the oldest user. If several
 * accounts have the address, the account with the most rights is chosen, and of several the oldest. Accounts of the
 * demo sign-in do not count, because the demo sign-in verifies nothing. Accounts that already have a user do not count
 * either: their proven addresses are in `identity_links`.
 */
export async function findByProvenEmail(db: Database, email: string): Promise<string | undefined> {
  const [user] = await db
    .select({ id: identity_links.user_id })
    .from(identity_links)
    .where(eq(identity_links.verified_email, email))
    .orderBy(desc(sql`${identity_links.issuer} = ${EMAIL_ISSUER}`), asc(identity_links.created_at))
    .limit(1);
  if (user) return user.id;
  const sameId = db.select().from(identity_users).where(eq(identity_users.id, accounts.id));
  const [account] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        eq(accounts.verified_email, email),
        notLike(accounts.id, `${DEMO_ID_PREFIX}%`),
        notExists(sameId),
      ),
    )
    .orderBy(
      sql`array_position(array['siteadmin', 'companyadmin', 'user'], ${accounts.role})`,
      asc(accounts.created_at),
    )
    .limit(1);
  return account?.id;
}

/** Returns undefined if the id is not the subject of a user. */
export async function findUser(db: Database, id: string): Promise<User | undefined> {
  if (id.includes('\0')) return undefined;
  const [row] = await db
    .select({ id: identity_users.id, name: identity_users.name })
    .from(identity_users)
    .where(eq(identity_users.id, id));
  if (!row) return undefined;
  const [link] = await db
    .select({ email: identity_links.verified_email })
    .from(identity_links)
    .where(and(eq(identity_links.user_id, id), isNotNull(identity_links.verified_email)))
    .orderBy(desc(identity_links.last_used_at))
    .limit(1);
  return { ...row, email: link?.email ?? undefined };
}

/** Lists the addresses that a user has proven within the last hour, by a code or at another provider. */
export async function listFreshEmails(db: Database, id: string): Promise<string[]> {
  const rows = await db
    .select({ email: identity_links.verified_email })
    .from(identity_links)
    .where(
      and(
        eq(identity_links.user_id, id),
        isNotNull(identity_links.verified_email),
        sql`${identity_links.last_used_at} > now() - interval '1 hour'`,
      ),
    );
  return rows.flatMap(({ email }) => email ?? []);
}

/** Returns a function that finds users for the provider. Their addresses are proven. */
export function provenPerson(db: Database): (id: string) => Promise<ProviderPerson | undefined> {
  return async (id) => {
    const user = await findUser(db, id);
    return user && { ...user, isVerified: true };
  };
}
