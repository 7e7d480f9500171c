import type { Caller } from '#server/http/api/caller.ts';
import { ProblemError } from '#server/http/api/problem.ts';
import { MAX_CLAIMS } from '#shared/domain/claims.ts';
import type { TeamRole } from '#shared/domain/team-roles.ts';

/**
 * Refuses claims by site admins, who may act for all companies anyway, and by people who already own the company.
 * @param teamRole the caller's role in the team of the claimed company
 * @throws ProblemError 409
 */
export function refuseNeedless({ role }: Caller, teamRole?: TeamRole | undefined): void {
  if (role === 'siteadmin') throw new ProblemError(409, 'A site admin acts for all companies.');
  if (teamRole === 'owner')
    throw new ProblemError(409, 'You are already an owner of this company.');
}

/** @throws ProblemError 409 */
export function refuseTooMany(claims: number): void {
  if (claims < MAX_CLAIMS) return;
  throw new ProblemError(409, `You have ${MAX_CLAIMS} open requests. Delete one first.`);
}
