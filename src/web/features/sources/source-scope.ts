import { adminPages } from '#shared/urls/admin-paths.ts';

/** The users of the screens of sources, and the URLs of these screens. */
export type SourceScope = {
  /** Site admins see the sources of all companies and approve them. Owners see the sources of their company. */
  isSiteAdmin: boolean;
  /** Returns the URL of the list, of one source, or of the form that adds one (`NEW_SOURCE`). */
  hrefOf: (source?: string) => string;
};

/** The value that stands for the form that adds a source, in place of the id of a source. */
export const NEW_SOURCE = 'new';

export const SITE_ADMIN_SCOPE: SourceScope = {
  isSiteAdmin: true,
  hrefOf: (source) => adminPages.admin('sources', { source }),
};

export const OWNER_SCOPE: SourceScope = {
  isSiteAdmin: false,
  hrefOf: (source) => adminPages.ownSources(source ? { source } : {}),
};
