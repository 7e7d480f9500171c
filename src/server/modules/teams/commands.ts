import { randomBytes } from 'node:crypto';
import { and, eq, gt, lt, ne, sql } from 'drizzle-orm';
import { requireRole } from '#server/auth/access.ts';
import { normalizeEmail } from '#server/auth/normalize-email.ts';
import type { Database } from '#server/db/client.ts';
import { accounts } from '#server/db/schema.ts';
import { invitations, memberships } from '#server/db/team-tables.ts';
import { withActor } from '#server/db/with-actor.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { isId } from '#server/http/api/cursor.ts';
import { notFound, ProblemError } from '#server/http/api/problem.ts';
import {
  findAccount,
  listProvenEmails,
  lockAccounts,
  lockCaller,
} from '#server/modules/accounts/queries.ts';
import { lockCompanyTeam } from '#server/modules/companies/commands.ts';
import { ROLES } from '#shared/domain/roles.ts';
import type { TeamRole } from '#shared/domain/team-roles.ts';
import { INVITATION_DAYS, MAX_INVITATIONS } from '#shared/limits.ts';
import { countInvitation, deleteUncounted } from './invitations/count-invitation.ts';
import type { InvitationMails } from './mail/invitation-mails.ts';
import { authorizeManaging, requiredEmail, requireOwner } from './policy.ts';
import { digestToken, findInvitation, findTeamRole, type InvitationRow } from './queries.ts';

/**
 * Makes the company of one of the caller's memberships the one for which the caller acts.
 * @throws ProblemError 404, 409 for a site admin
 */
export async function chooseMembership(db: Database, callerId: string, id: string): Promise<void> {
  await withActor(db, callerId, async (tx) => {
    const membership = await lockMembership(tx, id);
    const { role } = await lockOwnAccount(tx, callerId);
    if (membership.account_id !== callerId) throw notFound('membership');
    if (role === 'siteadmin') throw new ProblemError(409, 'A site admin acts for all companies.');
    await actFor(tx, callerId, membership.company_id);
  });
}

/**
 * Changes the role of a member.
 * @throws ProblemError 403, 404, 409 if the company would lose its last owner
 */
export async function updateMembership(
  db: Database,
  callerId: string,
  id: string,
  role: TeamRole,
): Promise<void> {
  await withActor(db, callerId, async (tx) => {
    const membership = await lockMembership(tx, id);
    const caller = await lockManager(tx, callerId, membership.company_id);
    if (role !== 'owner') await requireOtherOwner(tx, caller, membership);
    await tx.update(memberships).set({ role }).where(eq(memberships.id, membership.id));
  });
}

/**
 * Ends a membership. A person may end their own.
 * @throws ProblemError 403, 404, 409 if the company would lose its last owner
 */
export async function endMembership(db: Database, callerId: string, id: string): Promise<void> {
  await withActor(db, callerId, async (tx) => {
    const membership = await lockMembership(tx, id);
    // Lock both accounts, because the member's account also changes. The order is fixed, because two people may remove
    // each other from two companies at the same time.
    await lockAccounts(tx, [callerId, membership.account_id]);
    const isOwn = membership.account_id === callerId;
    const caller = isOwn
      ? await lockCaller(tx, callerId, 'authenticated')
      : await lockManager(tx, callerId, membership.company_id);
    await requireOtherOwner(tx, caller, membership);
    await tx.delete(memberships).where(eq(memberships.id, membership.id));
  });
}

/**
 * Invites a person to a team by mail.
 * @throws ProblemError 403, 404, 409 if the company has too many open invitations, 429 if too many were sent or if the
 * address got too many mails
 * @throws ServiceUnavailableError if the board cannot send mails
 */
export async function invite(
  db: Database,
  { sendInvitation }: InvitationMails,
  callerId: string,
  companyId: string,
  { email: typed, role }: { email: string; role: TeamRole },
): Promise<InvitationRow> {
  const email = normalizeEmail(typed);
  const token = randomBytes(32).toString('base64url');
  return withActor(db, callerId, async (tx) => {
    const company = await lockCompanyTeam(tx, companyId);
    if (!company) throw notFound('company');
    // Take an exclusive lock, because the caller's invitations are counted. With a shared lock, two invitations at the
    // same time, for different companies, could get the same count.
    await lockAccounts(tx, [callerId]);
    await lockManager(tx, callerId, companyId);
    await refuseMember(tx, companyId, email);
    const open = await tx.$count(
      invitations,
      and(
        eq(invitations.company_id, companyId),
        ne(invitations.email, email),
        gt(invitations.expires_at, sql`now()`),
      ),
    );
    if (open >= MAX_INVITATIONS) {
      throw new ProblemError(
        409,
        `This company has ${MAX_INVITATIONS} open invitations. Withdraw one first.`,
      );
    }
    await countInvitation(tx, { companyId, inviterId: callerId, email });
    const values = {
      role,
      invited_by: callerId,
      token_digest: digestToken(token),
      created_at: new Date(),
      expires_at: sql`now() + make_interval(days => ${INVITATION_DAYS})`,
    };
    const [row] = await tx
      .insert(invitations)
      .values({ company_id: companyId, email, ...values })
      .onConflictDoUpdate({ target: [invitations.company_id, invitations.email], set: values })
      .returning();
    if (!row) throw new Error('The invitation was not stored');
    const mail = { email, token, company: company.name, expiresAt: row.expires_at };
    if (!(await sendInvitation(tx, mail))) {
      throw new ProblemError(
        429,
        'This email address has received many emails. Try again in an hour.',
        {
          headers: { 'retry-after': '3600' },
        },
      );
    }
    return row;
  });
}

/**
 * Withdraws an invitation. It still counts for the limits.
 * @throws ProblemError 403, 404
 */
export async function withdrawInvitation(
  db: Database,
  callerId: string,
  id: string,
): Promise<void> {
  await withActor(db, callerId, async (tx) => {
    const [invitation] = isId(id)
      ? await tx
          .select({ company: invitations.company_id })
          .from(invitations)
          .where(eq(invitations.id, id))
      : [];
    if (!invitation) throw notFound('invitation');
    await lockCompanyTeam(tx, invitation.company);
    await lockManager(tx, callerId, invitation.company);
    const { rowCount } = await tx.delete(invitations).where(eq(invitations.id, id));
    if (!rowCount) throw notFound('invitation');
  });
}

/**
 * Adds the caller to a team, for which they then act. The invitation is deleted. A member becomes an owner by the
 * invitation of an owner, and never loses a role. The sender of the invitation gets a mail that says who has joined.
 * @throws ProblemError 403 without an account or, for an owner, without the proven email address of the invitation, 404 if the invitation was used, has expired or was withdrawn, or if the
 * company was deleted
 */
export async function acceptInvitation(
  db: Database,
  { notifySender }: InvitationMails,
  callerId: string,
  token: string,
): Promise<void> {
  await withActor(db, callerId, async (tx) => {
    const found = await findInvitation(tx, token);
    if (!found || !(await lockCompanyTeam(tx, found.company_id))) throw usedInvitation();
    const caller = await lockOwnAccount(tx, callerId);
    requireRole(caller, ROLES);
    const [invitation] = await tx
      .delete(invitations)
      .where(eq(invitations.id, found.id))
      .returning({ role: invitations.role, email: invitations.email });
    if (!invitation) throw usedInvitation();
    const email = requiredEmail(invitation, await listProvenEmails(tx, callerId));
    if (email) {
      throw new ProblemError(
        403,
        `This invitation was sent to ${email}. Log in with this address to become an owner.`,
      );
    }
    const { role } = invitation;
    await addMember(tx, { account: callerId, company: found.company_id, role });
    const sender = found.invited_by && (await findAccount(tx, found.invited_by));
    const person = await findAccount(tx, callerId);
    if (sender && person) {
      await notifySender(tx, sender, {
        company: { id: found.company_id, name: found.company_name },
        person,
        invitation,
      });
    }
  });
}

/**
 * Adds a person to the team of a company, for which they then act unless they are a site admin. A member may become an
 * owner, and never loses a role. The company and the account must be locked.
 */
export async function addMember(
  tx: Database,
  { account, company, role }: { account: string; company: string; role: TeamRole },
): Promise<void> {
  await tx
    .insert(memberships)
    .values({ account_id: account, company_id: company, role })
    .onConflictDoUpdate({
      target: [memberships.account_id, memberships.company_id],
      set: { role: sql`excluded.role` },
      setWhere: sql`excluded.role = 'owner'`,
    });
  const [row] = await tx
    .select({ role: accounts.role })
    .from(accounts)
    .where(eq(accounts.id, account));
  if (row?.role !== 'siteadmin') await actFor(tx, account, company);
}

export { COUNTED_HOURS } from './invitations/count-invitation.ts';

/** How long expired invitations are stored (days). */
export const EXPIRED_INVITATION_DAYS = 7;

/** Deletes old invitations, because they contain email addresses. */
export async function deleteOldInvitations(db: Database): Promise<void> {
  await db
    .delete(invitations)
    .where(
      lt(invitations.expires_at, sql`now() - make_interval(days => ${EXPIRED_INVITATION_DAYS})`),
    );
  await deleteUncounted(db);
}

export function usedInvitation(): ProblemError {
  return new ProblemError(
    404,
    'This invitation was used, has expired or was withdrawn. Ask for a new one.',
  );
}

/**
 * Locks the team to which a membership belongs.
 * @throws ProblemError 404
 */
async function lockMembership(tx: Database, id: string) {
  const find = async () => {
    const [row] = isId(id) ? await tx.select().from(memberships).where(eq(memberships.id, id)) : [];
    if (!row) throw notFound('membership');
    return row;
  };
  await lockCompanyTeam(tx, (await find()).company_id);
  // Read the membership again, because another transaction may have changed it before the lock was taken.
  return find();
}

/**
 * Locks the caller's account exclusively, because it will change. With a shared lock, two changes of the same account
 * could deadlock.
 */
async function lockOwnAccount(tx: Database, callerId: string): Promise<Caller> {
  await lockAccounts(tx, [callerId]);
  return lockCaller(tx, callerId, 'authenticated');
}

/**
 * Locks the caller's account, and checks that the caller may manage this team.
 * @throws ProblemError 403
 */
async function lockManager(tx: Database, callerId: string, companyId: string): Promise<Caller> {
  const caller = await lockCaller(tx, callerId, 'authenticated');
  authorizeManaging(caller, await findTeamRole(tx, callerId, companyId));
  return caller;
}

/**
 * Refuses to end the last owner's membership. An editor may always leave, even if the company has no owner.
 * @throws ProblemError 409
 */
async function requireOtherOwner(
  tx: Database,
  caller: Caller,
  { id, company_id, role }: typeof memberships.$inferSelect,
): Promise<void> {
  if (role !== 'owner') return;
  const isOther = and(
    eq(memberships.company_id, company_id),
    eq(memberships.role, 'owner'),
    ne(memberships.id, id),
  );
  requireOwner(caller, await tx.$count(memberships, isOther));
}

/** Refuses to invite a member. Members are found only by proven email addresses. */
async function refuseMember(tx: Database, companyId: string, email: string): Promise<void> {
  const members = await tx
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.account_id))
    .where(and(eq(memberships.company_id, companyId), eq(accounts.verified_email, email)));
  if (members.length > 0) throw new ProblemError(409, 'This person is already in the team.');
}

/** Sets the company for which a member acts. */
async function actFor(tx: Database, accountId: string, companyId: string): Promise<void> {
  await tx
    .update(accounts)
    .set({ role: 'companyadmin', company_id: companyId, updated_at: new Date() })
    .where(eq(accounts.id, accountId));
}
