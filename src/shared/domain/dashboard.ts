import { DRAFT_STATES } from './job-drafts.ts';

/** The lists of the dashboard. `closing` are the open jobs that close soon. */
export const DASHBOARD_STATES = ['open', 'closing', ...DRAFT_STATES, 'closed'] as const;

export type DashboardState = (typeof DASHBOARD_STATES)[number];
