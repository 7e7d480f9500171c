import { readableAddress } from '#server/content/domains/readable-domain.ts';
import type { Invitation, Membership, TeamMember, WaitingClaim } from '#shared/contract/teams.ts';
import { requiredEmail } from './policy.ts';
import type {
  InvitationRow,
  MemberRow,
  MembershipRow,
  ReceivedInvitationRow,
  WaitingClaimRow,
} from './queries.ts';

export function presentMember({
  id,
  account,
  name,
  email,
  role,
  created_at,
}: MemberRow): TeamMember {
  const since = created_at.toISOString();
  return { id, account, name, email: readableAddress(email ?? ''), role, since };
}

export function presentMembership(row: MembershipRow): Membership {
  const { id, company_id: company, company_name: companyname, role, current } = row;
  return { id, company, companyname, role, current };
}

export function presentInvitation(row: InvitationRow): Invitation {
  const { id, email, role, created_at, expires_at } = row;
  const [since, expires] = [created_at.toISOString(), expires_at.toISOString()];
  return { id, email: readableAddress(email), role, since, expires };
}

export function presentWaitingClaim(row: WaitingClaimRow): WaitingClaim {
  const { id, name, proven_email, takes_effect_at } = row;
  const email = readableAddress(proven_email ?? '');
  return { id, name, email, takeseffect: takes_effect_at?.toISOString() ?? '' };
}

/** Presents an invitation to the person who has its token. */
export function presentReceivedInvitation(row: ReceivedInvitationRow, provenEmails: string[]) {
  const { company_id: company, company_name: companyname, role, expires_at } = row;
  const requiredemail = readableAddress(requiredEmail(row, provenEmails) ?? '');
  return { company, companyname, role, requiredemail, expires: expires_at.toISOString() };
}
