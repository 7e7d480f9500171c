import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { forbidden, ProblemError } from '#server/http/api/problem.ts';
import { mayWriteJobsOf } from '#shared/domain/permissions.ts';
import { findTeamRole } from '../teams/queries.ts';

/**
 * Site admins manage all sources, and owners manage the sources of their company. A company admin who is an editor, or
 * acts for a different company, does not.
 * @throws ProblemError 403
 */
export async function authorizeCompany(
  db: Database,
  caller: Caller,
  companyId: string | null,
): Promise<void> {
  if (caller.role === 'siteadmin') return;
  if (!companyId || caller.company !== companyId) throw forbidden('company');
  if ((await findTeamRole(db, caller.id, companyId)) !== 'owner') throw forbidden('company');
}

/**
 * All admins of a company decide about fields and duplicates of its jobs, as they do about the jobs themselves.
 * @throws ProblemError 403
 */
export function authorizeJobs(caller: Caller, companyId: string): void {
  if (!mayWriteJobsOf(caller, companyId)) throw forbidden('company');
}

/**
 * The state of a new source. A source that an owner adds waits for a site admin, unless a page at the proven domain of
 * the company links to the source or embeds it. Without this rule, an owner could publish the jobs of a different
 * company as their own.
 */
export function stateOfNew({ role }: Caller, isProven: boolean): 'active' | 'proposed' {
  return role === 'siteadmin' || isProven ? 'active' : 'proposed';
}

/**
 * Only site admins approve a proposed source.
 * @throws ProblemError 403
 */
export function authorizeApproval({ role }: Caller): void {
  if (role !== 'siteadmin') {
    throw new ProblemError(403, 'A site admin must approve this source first.', {
      reason: 'role',
    });
  }
}

/** SQL: whether the caller may see a source. */
export const visibleTo = ({ role, company }: Caller) =>
  role === 'siteadmin' ? sql`true` : sql`sources.company_id = ${company ?? null}::uuid`;
