import { createHash } from 'node:crypto';
import { and, asc, eq, gt, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { company_claims } from '#server/db/claim-tables.ts';
import type { Database } from '#server/db/client.ts';
import { accounts, companies } from '#server/db/schema.ts';
import { invitations, memberships } from '#server/db/team-tables.ts';

const memberColumns = {
  id: memberships.id,
  account: memberships.account_id,
  name: accounts.name,
  email: accounts.verified_email,
  role: memberships.role,
  created_at: memberships.created_at,
};

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number];

/** Lists the members of a team, the oldest membership first. */
export async function listMembers(db: Database, companyId: string) {
  return db
    .select(memberColumns)
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.account_id))
    .where(eq(memberships.company_id, companyId))
    .orderBy(asc(memberships.created_at), asc(memberships.id));
}

export async function findMember(db: Database, id: string): Promise<MemberRow | undefined> {
  const [row] = await db
    .select(memberColumns)
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.account_id))
    .where(eq(memberships.id, id));
  return row;
}

/** The role of a person in the team of a company; undefined if the person is not a member. */
export async function findTeamRole(db: Database, accountId: string, companyId: string) {
  const [row] = await db
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.account_id, accountId), eq(memberships.company_id, companyId)));
  return row?.role;
}

/** Whether a person is an owner of any company. */
export async function ownsCompany(db: Database, accountId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: memberships.id })
    .from(memberships)
    .where(and(eq(memberships.account_id, accountId), eq(memberships.role, 'owner')))
    .limit(1);
  return row !== undefined;
}

/** Lists the verified email addresses of the owners of a company. Blocked people get no mail. */
export async function listOwnerEmails(db: Database, companyId: string) {
  const rows = await db
    .select({ account: accounts.id, email: accounts.verified_email })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.account_id))
    .where(
      and(
        eq(memberships.company_id, companyId),
        eq(memberships.role, 'owner'),
        isNull(accounts.blocked_at),
      ),
    )
    .orderBy(asc(memberships.created_at), asc(memberships.id));
  return rows.flatMap(({ account, email }) => (email ? [{ account, email }] : []));
}

export type MembershipRow = Awaited<ReturnType<typeof listMemberships>>[number];

/** Lists the memberships of a person, the oldest first. */
export async function listMemberships(db: Database, accountId: string) {
  return db
    .select({
      id: memberships.id,
      company_id: memberships.company_id,
      company_name: companies.name,
      role: memberships.role,
      current: sql<boolean>`${accounts.company_id} is not distinct from ${memberships.company_id}`,
    })
    .from(memberships)
    .innerJoin(companies, eq(companies.id, memberships.company_id))
    .innerJoin(accounts, eq(accounts.id, memberships.account_id))
    .where(eq(memberships.account_id, accountId))
    .orderBy(asc(memberships.created_at), asc(memberships.id));
}

const isOpen = gt(invitations.expires_at, sql`now()`);

export type InvitationRow = typeof invitations.$inferSelect;

/** Lists the open invitations of a company, the oldest first. */
export async function listInvitations(db: Database, companyId: string): Promise<InvitationRow[]> {
  return db
    .select()
    .from(invitations)
    .where(and(eq(invitations.company_id, companyId), isOpen))
    .orderBy(asc(invitations.created_at), asc(invitations.id));
}

/** Lists the claims of a company that take effect unless an owner objects, the first to do so first. */
export async function listWaitingClaims(db: Database, companyId: string) {
  return db
    .select({
      id: company_claims.id,
      name: accounts.name,
      proven_email: company_claims.proven_email,
      takes_effect_at: company_claims.takes_effect_at,
    })
    .from(company_claims)
    .innerJoin(accounts, eq(accounts.id, company_claims.account_id))
    .where(and(eq(company_claims.company_id, companyId), isNotNull(company_claims.takes_effect_at)))
    .orderBy(asc(company_claims.takes_effect_at), asc(company_claims.id));
}

export type WaitingClaimRow = Awaited<ReturnType<typeof listWaitingClaims>>[number];

/** The digest under which the token of an invitation is stored. */
export function digestToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/**
 * The people for whom an invitation is unusable while they are blocked: its sender, and the person with its email
 * address.
 */
const concerned = alias(accounts, 'concerned');
const isUsable = (db: Database) =>
  notExists(
    db
      .select({ id: concerned.id })
      .from(concerned)
      .where(
        and(
          isNotNull(concerned.blocked_at),
          or(
            eq(concerned.id, invitations.invited_by),
            eq(concerned.verified_email, invitations.email),
          ),
        ),
      ),
  );

/** Finds an open invitation by its token. */
export async function findInvitation(db: Database, token: string) {
  const [row] = await db
    .select({
      id: invitations.id,
      company_id: invitations.company_id,
      company_name: companies.name,
      role: invitations.role,
      email: invitations.email,
      invited_by: invitations.invited_by,
      expires_at: invitations.expires_at,
    })
    .from(invitations)
    .innerJoin(companies, eq(companies.id, invitations.company_id))
    .where(and(eq(invitations.token_digest, digestToken(token)), isOpen, isUsable(db)));
  return row;
}

export type ReceivedInvitationRow = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;
