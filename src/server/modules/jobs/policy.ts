import type { Caller } from '#server/http/api/caller.ts';
import { forbidden } from '#server/http/api/problem.ts';
import { mayWriteJobsOf } from '#shared/domain/permissions.ts';

/**
 * Checks that the caller may manage jobs of this company. A company admin may manage only jobs of the own company, and
 * may not move them to another.
 * @throws ProblemError 403
 */
export function authorizeJobsOf(caller: Caller, companyId: string): void {
  if (!mayWriteJobsOf(caller, companyId)) throw forbidden('company');
}

/**
 * Which closed jobs a caller may see: all of them, or those of one company.
 * @throws ProblemError 403
 */
export function closedJobsOf({ role, company }: Caller): 'all' | { company: string } {
  if (role === 'siteadmin') return 'all';
  if (role === 'companyadmin' && company) return { company };
  throw forbidden('role');
}
