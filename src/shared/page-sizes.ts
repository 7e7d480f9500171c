/** The default and the maximum number of results on a page of each list. */

export const JOBS_PER_PAGE = { default: 24, max: 100 } as const;
export const COMPANIES_PER_PAGE = { default: 100, max: 500 } as const;
/** The number is small, because reading a claim takes several queries. */
export const CLAIMS_PER_PAGE = { default: 20, max: 20 } as const;
export const MAILS_PER_PAGE = { default: 20, max: 100 } as const;
export const PEOPLE_PER_PAGE = { default: 50, max: 100 } as const;
export const ADMIN_COMPANIES_PER_PAGE = { default: 50, max: 100 } as const;
export const SOURCES_PER_PAGE = { default: 50, max: 100 } as const;
export const SOURCE_RUNS_PER_PAGE = { default: 20, max: 100 } as const;
export const RUN_CHANGES_PER_PAGE = { default: 50, max: 100 } as const;
export const EVENTS_PER_PAGE = { default: 50, max: 100 } as const;
export const ACCOUNTS_PER_PAGE = { default: 100, max: 500 } as const;
export const INBOX_ITEMS_PER_PAGE = { default: 50, max: 100 } as const;
