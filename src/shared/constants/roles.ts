/** What an account may be. A new account is a `user`. Spec: "Permissions". */
export const ROLES = ['user', 'companyadmin', 'siteadmin'] as const;

export type Role = (typeof ROLES)[number];

export const DEFAULT_ROLE: Role = 'user';

/** Who adds, edits and deletes jobs, and who does so with companies. Spec: "Permissions". */
export const JOB_ADMINS: readonly Role[] = ['companyadmin', 'siteadmin'];
export const COMPANY_ADMINS: readonly Role[] = ['siteadmin'];
