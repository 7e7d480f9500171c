import { forbidden } from '#server/http/problem.ts';
import type { Caller } from '#server/identity/access.ts';
import { mayWriteJobsOf } from '#shared/permissions.ts';

/**
 * A company admin posts, edits and deletes jobs of their own company alone, and moves none elsewhere.
 * @throws ProblemError 403
 */
export function authorizeJobsOf(caller: Caller, companyId: string): void {
  if (!mayWriteJobsOf(caller, companyId)) throw forbidden();
}

/** The company whose closed jobs somebody sees; undefined where they are those of all. */
export function closedJobsOf({ role, company }: Caller): string | undefined {
  return role === 'siteadmin' ? undefined : company;
}
