import { COMPANY_ADMINS, JOB_ADMINS, type Role } from './constants/roles.ts';

/** What decides what somebody may do: nobody signed in has none of it. */
export type Standing = {
  role?: Role | undefined;
  /** The id of the company that a company admin administers. */
  company?: string | undefined;
};

/**
 * Who may do what. Spec: "Permissions": company admins write the jobs of their own company, site admins
 * everything. The server decides by it; the pages show by it what the server would allow.
 */
export function mayAddJobs({ role }: Standing): boolean {
  return role !== undefined && JOB_ADMINS.includes(role);
}

export function mayWriteJobsOf({ role, company }: Standing, companyId: string): boolean {
  return role === 'siteadmin' || (role === 'companyadmin' && company === companyId);
}

export function mayWriteCompanies({ role }: Standing): boolean {
  return role !== undefined && COMPANY_ADMINS.includes(role);
}
