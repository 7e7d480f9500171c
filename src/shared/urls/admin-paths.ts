import type { DashboardTab } from '../domain/dashboard.ts';
import { DRAWER_PATHS } from './drawer-paths.ts';
import { type Cursor, type JobSearch, pages, queryString, readJobSearch } from './paths.ts';

/** Pages for admins, and pages to which mails lead. They are separate from `pages`, which every public page loads. */
export const adminPages = {
  /** A screen of site admins; by default, the overview. */
  admin: (page = '', query: Record<string, string | undefined> = {}) =>
    `${DRAWER_PATHS.admin}${page && `/${page}`}${queryString(query)}`,
  /** Everything that waits for a site admin; with `item`, one of it. */
  inbox: (query: { kind?: string | undefined; item?: string | undefined } = {}) =>
    `${DRAWER_PATHS.inbox}${queryString(query)}`,
  /** The dashboard of an employer. By default, the jobs by state, where admins change many at once. */
  dashboard: ({
    tab,
    state,
    cursor,
    ...search
  }: JobSearch & Cursor & { tab?: DashboardTab; state?: string } = {}) =>
    `${DRAWER_PATHS.dashboard}${queryString({ tab, state, ...readJobSearch(search), cursor })}`,
  /** The sources of the company for which the caller acts; with `source`, one of them. */
  ownSources: ({ source }: { source?: string } = {}) =>
    `${DRAWER_PATHS.dashboard}${queryString({ tab: 'import', source: source === 'all' ? undefined : source })}`,
  /** The page on which the link in a mail renews and closes jobs. The tokens are in the fragment. */
  renewal: () => `${pages.employers()}?renew=jobs`,
};

/** The page after the deletion of a person's account. It is in this file, because few pages need it. */
export const ACCOUNT_DELETED_PAGE = '/account-deleted';
