import { DRAFT_STATES } from './job-drafts.ts';

/** The lists of the dashboard. `closing` are the open jobs that close soon. */
export const DASHBOARD_STATES = ['open', 'closing', ...DRAFT_STATES, 'closed'] as const;

export type DashboardState = (typeof DASHBOARD_STATES)[number];

/** The tabs of the dashboard, in their order. Without a tab in the URL, the first one is shown. */
export const DASHBOARD_TABS = ['jobs', 'company', 'team', 'import'] as const;

export type DashboardTab = (typeof DASHBOARD_TABS)[number];
