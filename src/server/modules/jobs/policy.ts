import type { Caller } from '#server/http/api/caller.ts';
import { forbidden } from '#server/http/api/problem.ts';
import { mayWriteJobsOf } from '#shared/permissions.ts';

/**
 * A company admin posts, edits and deletes jobs of their own company alone, and moves none elsewhere.
 * @throws ProblemError 403
 */
export function authorizeJobsOf(caller: Caller, companyId: string): void {
  if (!mayWriteJobsOf(caller, companyId)) throw forbidden('company');
}

/**
 * Whose closed jobs somebody sees: all, or those of a company.
 * @throws ProblemError 403
 */
export function closedJobsOf({ role, company }: Caller): 'all' | { company: string } {
  if (role === 'siteadmin') return 'all';
  if (role === 'companyadmin' && company) return { company };
  throw forbidden('role');
}
