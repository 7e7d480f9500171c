import type { Caller } from '#server/http/api/caller.ts';
import { deletedLongAgo, forbidden, ProblemError } from '#server/http/api/problem.ts';
import { mayWriteJobsOf } from '#shared/domain/permissions.ts';
import type { UndoableDeletion } from '../audit/deletions.ts';

/**
 * Checks that the caller may manage jobs of this company. A company admin may manage only jobs of their own company,
 * and may not move them to another.
 * @throws ProblemError 403
 */
export function authorizeJobsOf(caller: Caller, companyId: string): void {
  if (!mayWriteJobsOf(caller, companyId)) throw forbidden('company');
}

/**
 * The companies whose jobs, open or closed, a caller may manage: all companies, or one.
 * @throws ProblemError 403
 */
export function managedJobsOf({ role, company }: Caller): 'all' | { company: string } {
  if (role === 'siteadmin') return 'all';
  if (role === 'companyadmin' && company) return { company };
  throw forbidden('role');
}

/**
 * Checks that the caller may undo the deletion of a job. Only site admins may undo a deletion by someone else.
 * @throws ProblemError 403, 410 if the deletion is too long ago
 */
export function authorizeRestore(
  caller: Caller,
  { actor, before, recent }: UndoableDeletion,
): void {
  authorizeJobsOf(caller, String(before.company_id));
  if (actor !== caller.id && caller.role !== 'siteadmin') {
    throw new ProblemError(403, 'Someone else deleted this job. Ask a site admin to restore it.', {
      reason: 'account',
    });
  }
  if (!recent) throw deletedLongAgo('job');
}
