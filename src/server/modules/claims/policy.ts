import type { Caller } from '#server/http/api/caller.ts';
import { ProblemError } from '#server/http/api/problem.ts';
import type { BoardRules } from '#shared/domain/board-rules.ts';
import { MAX_CLAIMS } from '#shared/domain/claims.ts';
import type { TeamRole } from '#shared/domain/team-roles.ts';

/**
 * Refuses new claims on a board whose site admins add the employers. Earlier claims continue.
 * @throws ProblemError 403
 */
export function refuseClosed({ registration }: Pick<BoardRules, 'registration'>): void {
  if (registration === 'everyone') return;
  throw new ProblemError(
    403,
    'This board adds companies itself. Ask its operator, or an owner of your company for an invitation.',
  );
}

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
