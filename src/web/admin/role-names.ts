import type { Role } from '#shared/domain/roles.ts';

export const ROLE_NAMES: Record<Role, string> = {
  user: 'User',
  companyadmin: 'Company admin',
  siteadmin: 'Site admin',
};
