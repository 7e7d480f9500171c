import type { Caller } from '#server/http/api/caller.ts';
import { forbidden } from '#server/http/api/problem.ts';
import { mayReviewJobs } from '#shared/domain/permissions.ts';

/**
 * The unpublished jobs that a caller may see: all unpublished jobs, or only those of one company.
 * @throws ProblemError 403
 */
export function draftsOf(caller: Caller): 'all' | { company: string } {
  if (mayReviewJobs(caller)) return 'all';
  if (caller.role === 'companyadmin' && caller.company) return { company: caller.company };
  throw forbidden('role');
}
