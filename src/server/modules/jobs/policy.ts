import type { Caller } from '#server/http/api/caller.ts';
import { forbidden } from '#server/http/api/problem.ts';
import { mayWriteJobsOf } from '#shared/domain/permissions.ts';

/**
 * A company admin manages only jobs of their own company and cannot move them to another.
 * @throws ProblemError 403
 */
export function authorizeJobsOf(caller: Caller, companyId: string): void {
  if (!mayWriteJobsOf(caller, companyId)) throw forbidden('company');
}

/**
 * The closed jobs that a caller may see: all, or those of one company.
 * @throws ProblemError 403
 */
export function closedJobsOf({ role, company }: Caller): 'all' | { company: string } {
  if (role === 'siteadmin') return 'all';
  if (role === 'companyadmin' && company) return { company };
  throw forbidden('role');
}
