import { COMPANY_ADMINS, JOB_ADMINS, type Role } from './roles.ts';

/** The role and the company on which permissions depend; empty for visitors. */
export type RoleAssignment = {
  role?: Role | undefined;
  /** The id of the company that a company admin administers. */
  company?: string | undefined;
};

/**
 * Permissions: company admins may change the jobs of their own company, and site admins everything. The server enforces
 * these functions. The pages use them to hide what the server would refuse. Spec: "Permissions".
 */

/** Whether the account may add jobs at all. */
export function mayAddJobs({ role }: RoleAssignment): boolean {
  return role !== undefined && JOB_ADMINS.includes(role);
}

/** Whether the account may add, edit and delete jobs of this company. */
export function mayWriteJobsOf({ role, company }: RoleAssignment, companyId: string): boolean {
  return role === 'siteadmin' || (role === 'companyadmin' && company === companyId);
}

/** Whether the account may approve and reject unpublished jobs. Its own jobs need no review. */
export function mayReviewJobs({ role }: RoleAssignment): boolean {
  return role === 'siteadmin';
}

/** Whether the account may add, edit and delete companies. */
export function mayWriteCompanies({ role }: RoleAssignment): boolean {
  return role !== undefined && COMPANY_ADMINS.includes(role);
}
