import type { Caller } from '#server/http/api/caller.ts';
import { forbidden, ProblemError } from '#server/http/api/problem.ts';
import type { TeamRole } from '#shared/domain/team-roles.ts';

/**
 * Members and site admins may see a team. `teamRole` is the caller's role in the team.
 * @throws ProblemError 403
 */
export function authorizeReading({ role }: Caller, teamRole: TeamRole | undefined): void {
  if (!teamRole && role !== 'siteadmin') throw forbidden('company');
}

/**
 * Owners and site admins may invite people, and change and end memberships.
 * @throws ProblemError 403
 */
export function authorizeManaging({ role }: Caller, teamRole: TeamRole | undefined): void {
  if (teamRole !== 'owner' && role !== 'siteadmin') throw forbidden('company');
}

/**
 * The email address that a person must have proven to accept an invitation; undefined if none is necessary. Only the
 * person whom an owner has named becomes an owner, and not whoever gets the link. Anyone may accept as an editor, because
 * people have several addresses, and editors cannot manage the team.
 */
export function requiredEmail(
  { role, email }: { role: TeamRole; email: string },
  provenEmails: string[],
): string | undefined {
  return role === 'owner' && !provenEmails.includes(email) ? email : undefined;
}

/**
 * A company must not lose its last owner, unless a site admin decides so.
 * @param otherOwners the number of owners besides the one whose membership ends or changes
 * @throws ProblemError 409
 */
export function requireOwner({ role }: Caller, otherOwners: number): void {
  if (otherOwners > 0 || role === 'siteadmin') return;
  throw new ProblemError(
    409,
    'A company needs an owner. Make another member an owner first, or ask a site admin.',
  );
}
