/** What an account may be. A new account is a `user`. Spec sections 4 and 9. */
export const ROLES = ['user', 'companyadmin', 'siteadmin'] as const;

export type Role = (typeof ROLES)[number];

export const DEFAULT_ROLE: Role = 'user';
