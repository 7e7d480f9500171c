import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { endSessions } from '#server/auth/embedded-provider/sessions.ts';
import type { Database } from '#server/db/client.ts';
import { accounts, audit_events, companies } from '#server/db/schema.ts';
import { ACTORS, withActor } from '#server/db/with-actor.ts';
import { notFound, ProblemError } from '#server/http/api/problem.ts';
import { lockOwnAddress } from '#server/modules/alerts/commands.ts';
import type { Role } from '#shared/domain/roles.ts';
import { authorizeAccount } from './policy.ts';
import { lockAccounts, lockCaller } from './queries.ts';
import { isLastSiteAdmin } from './site-admins.ts';

/** The texts in an account that a person writes about themselves. */
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

/**
 * Stores the email address that the identity provider has verified, or null if it has verified none. The alerts of the
 * account go to the new address at once, because the former one may have a new owner.
 */
export async function setVerifiedEmail(
  db: Database,
  id: string,
  verified_email: string | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(accounts)
      .set({ verified_email })
      .where(
        and(
          eq(accounts.id, id),
          sql`${accounts.verified_email} is distinct from ${verified_email}`,
        ),
      );
    if (rowCount) await lockOwnAddress(tx, id);
  });
}

/**
 * Runs a transaction that changes an account, if the caller may change it.
 * @throws ProblemError 403
 */
async function writeAccount<Result>(
  db: Database,
  callerId: string,
  id: string,
  write: (tx: Database) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await lockAccounts(tx, [callerId, id]);
    // Changing one's own account requires no role.
    authorizeAccount(await lockCaller(tx, callerId, 'authenticated'), id);
    return write(tx);
  });
}

/** A role. A company admin also has a company. */
export type RoleAssignment =
  | { role: 'companyadmin'; company: string }
  | { role: Exclude<Role, 'companyadmin'> };

/** Who changes the access of a person: a site admin with this id, or a command, one of `ACTORS`. */
export type AccessChanger = { siteAdmin: string } | string;

/**
 * Assigns a role. Returns false if the account does not exist.
 * @throws ProblemError 403, 404 if the company does not exist, 409 if the board would lose its last site admin
 */
export async function setRole(
  db: Database,
  by: AccessChanger,
  id: string,
  assignment: RoleAssignment,
): Promise<boolean> {
  const company = assignment.role === 'companyadmin' ? assignment.company : null;
  return changeAccess(db, by, id, async (tx, lock) => {
    const isLast = assignment.role !== 'siteadmin' && (await isLastSiteAdmin(tx, id));
    if (company !== null) {
      // Lock the company before the account, in the same order as the deletion of a company. Otherwise, the two could
      // deadlock, because the new role refers to the company.
      const [row] = await tx
        .select({ id: companies.id })
        .from(companies)
        .where(eq(companies.id, company))
        .for('key share');
      if (!row) throw notFound('company');
    }
    await lock();
    if (isLast) throw lastSiteAdmin();
    const updated = await tx
      .update(accounts)
      .set({ role: assignment.role, company_id: company, updated_at: new Date() })
      .where(eq(accounts.id, id))
      .returning({ id: accounts.id });
    return updated.length > 0;
  });
}

/**
 * Blocks a person: their tokens are refused at once, their sessions end, and they cannot sign in. Returns false if the
 * account does not exist.
 * @throws ProblemError 403, 409 for oneself, for the last site admin, and if the person is blocked already
 */
export async function blockAccount(
  db: Database,
  by: AccessChanger,
  id: string,
  reason: string,
): Promise<boolean> {
  return changeAccess(db, by, id, async (tx, lock) => {
    const isLast = await isLastSiteAdmin(tx, id);
    await lock();
    if (typeof by === 'object' && by.siteAdmin === id) {
      throw new ProblemError(409, 'You cannot block yourself. Ask another site admin.');
    }
    if (isLast) throw lastSiteAdmin();
    if (!(await setBlocked(tx, id, { blocked_at: new Date(), blocked_reason: reason }))) {
      if (await exists(tx, id)) throw new ProblemError(409, 'This person is already blocked.');
      return false;
    }
    await endSessions(tx, id);
    return true;
  });
}

/**
 * Lets a blocked person sign in again. Returns false if the account does not exist.
 * @throws ProblemError 403, 409 if the person is not blocked
 */
export async function unblockAccount(
  db: Database,
  by: AccessChanger,
  id: string,
): Promise<boolean> {
  return changeAccess(db, by, id, async (tx, lock) => {
    await lock();
    if (await setBlocked(tx, id, { blocked_at: null, blocked_reason: null })) return true;
    if (await exists(tx, id)) throw new ProblemError(409, 'This person is not blocked.');
    return false;
  });
}

/**
 * Ends all sessions of a person at the embedded provider, and records their number in the audit trail. Returns this
 * number, or undefined if the account does not exist.
 * @throws ProblemError 403
 */
export async function endSessionsOf(
  db: Database,
  by: AccessChanger,
  id: string,
): Promise<number | undefined> {
  return changeAccess(db, by, id, async (tx, lock) => {
    await lock();
    if (!(await exists(tx, id))) return undefined;
    const ended = await endSessions(tx, id);
    if (ended === 0) return 0;
    await tx.insert(audit_events).values({
      actor: actorOf(by),
      action: 'update',
      kind: 'account',
      thing_id: id,
      before: { sessions: ended },
      after: { sessions: 0 },
    });
    return ended;
  });
}

const actorOf = (by: AccessChanger) => (typeof by === 'object' ? by.siteAdmin : by);

/**
 * Runs a transaction that changes what a person may do: their role, or whether they are blocked. `lock` locks the
 * accounts and checks the caller. If `change` also locks all site admins or a company, it must do so before it calls
 * `lock`.
 */
async function changeAccess<Result>(
  db: Database,
  by: AccessChanger,
  id: string,
  change: (tx: Database, lock: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  return withActor(db, actorOf(by), (tx) =>
    change(tx, async () => {
      if (typeof by === 'string') return lockAccounts(tx, [id]);
      await lockAccounts(tx, [by.siteAdmin, id]);
      await lockCaller(tx, by.siteAdmin, ['siteadmin']);
    }),
  );
}

/** Returns false if the account is missing, or is already blocked or unblocked as requested. */
async function setBlocked(
  tx: Database,
  id: string,
  columns: Pick<typeof accounts.$inferSelect, 'blocked_at' | 'blocked_reason'>,
): Promise<boolean> {
  const { blocked_at } = accounts;
  const { rowCount } = await tx
    .update(accounts)
    .set({ ...columns, updated_at: new Date() })
    .where(
      and(eq(accounts.id, id), columns.blocked_at ? isNull(blocked_at) : isNotNull(blocked_at)),
    );
  return Boolean(rowCount);
}

async function exists(tx: Database, id: string): Promise<boolean> {
  return (await tx.$count(accounts, eq(accounts.id, id))) > 0;
}

function lastSiteAdmin(): ProblemError {
  return new ProblemError(
    409,
    'This is the last site admin. Make another person a site admin first.',
  );
}

/** Records that a person has signed in, or that a page has renewed their session. Writes at most once an hour. */
export async function recordSignIn(db: Database, id: string): Promise<void> {
  const hour = sql`date_trunc('hour', now())`;
  await db
    .update(accounts)
    .set({ last_sign_in_at: hour })
    .where(and(eq(accounts.id, id), sql`${accounts.last_sign_in_at} is distinct from ${hour}`));
}

/**
 * Makes a person a site admin if `permit`, which runs in the same transaction, allows it. Creates the account if it
 * does not exist. Returns whether `permit` allowed it. The caller of this function must have checked that the email
 * address belongs to the person.
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
