import { COMPANY_ADMINS, JOB_ADMINS, type Role } from './constants/roles.ts';

/** The role that permissions depend on; empty for visitors. */
export type RoleAssignment = {
  role?: Role | undefined;
  /** The id of the company that a company admin administers. */
  company?: string | undefined;
};

/**
 * Permissions. Spec: "Permissions". Company admins write the jobs of their own company, site admins everything. The server
 * decides with these functions; the pages use them to show what the server would allow.
 */
export function mayAddJobs({ role }: RoleAssignment): boolean {
  return role !== undefined && JOB_ADMINS.includes(role);
}

export function mayWriteJobsOf({ role, company }: RoleAssignment, companyId: string): boolean {
  return role === 'siteadmin' || (role === 'companyadmin' && company === companyId);
}

export function mayWriteCompanies({ role }: RoleAssignment): boolean {
  return role !== undefined && COMPANY_ADMINS.includes(role);
}
