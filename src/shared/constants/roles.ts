/** What an account may be. A new account is a `user`. Spec sections 4 and 9. */
export const ROLES = ['user', 'companyadmin', 'siteadmin'] as const;

export type Role = (typeof ROLES)[number];

export const DEFAULT_ROLE: Role = 'user';

/** Who adds, edits and deletes jobs, and who does so with companies. Spec section 6. */
export const JOB_ADMINS: readonly Role[] = ['companyadmin', 'siteadmin'];
export const COMPANY_ADMINS: readonly Role[] = ['siteadmin'];
