import { adminPages } from '#shared/urls/admin-paths.ts';

/** The screens of pages. The slug is in the query, because all screens of site admins share one route. */
export const pageScreens = {
  list: () => adminPages.admin('pages'),
  add: () => adminPages.admin('pages', { add: 'page' }),
  edit: (slug: string) => adminPages.admin('pages', { page: slug }),
};
