/** The screens of site admins with their titles, by the part of their URLs after `/admin/`. */
export const ADMIN_TITLES = {
  '': 'Overview',
  inbox: 'Inbox',
  people: 'People',
  companies: 'Companies',
  sources: 'Sources',
  audit: 'Audit Trail',
  mail: 'Mail',
  settings: 'Settings',
  pages: 'Pages',
  categories: 'Categories',
} as const;

export type AdminPageName = keyof typeof ADMIN_TITLES;

export const ADMIN_PAGE_NAMES = Object.keys(ADMIN_TITLES) as AdminPageName[];

/** The former address of the inbox, to which older mails lead. */
const FORMER_INBOX = 'review';

/** Finds a screen by the part of its URL after `/admin/`. */
export function findAdminPage(path: string): AdminPageName | undefined {
  if (path === FORMER_INBOX) return 'inbox';
  return ADMIN_PAGE_NAMES.find((name) => name === path);
}
