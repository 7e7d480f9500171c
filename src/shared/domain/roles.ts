/** The roles of an account. Spec: "Permissions". */
export const ROLES = ['user', 'companyadmin', 'siteadmin'] as const;

export type Role = (typeof ROLES)[number];

/** The role of a new account. */
export const DEFAULT_ROLE: Role = 'user';

/** The roles that may add, edit and delete jobs. Spec: "Permissions". */
export const JOB_ADMINS: readonly Role[] = ['companyadmin', 'siteadmin'];
/** The roles that may add, edit and delete companies. Spec: "Permissions". */
export const COMPANY_ADMINS: readonly Role[] = ['siteadmin'];
