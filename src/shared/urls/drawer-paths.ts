/** The restricted pages in the drawer, apart from `adminPages`, because every public page loads the drawer. */
export const DRAWER_PATHS = {
  admin: '/admin',
  dashboard: '/dashboard',
  inbox: '/admin/inbox',
} as const;
