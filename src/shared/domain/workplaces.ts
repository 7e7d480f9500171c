/** Where people work. An unknown workplace has no value. */
export const WORKPLACES = ['on-site', 'hybrid', 'remote'] as const;

export type Workplace = (typeof WORKPLACES)[number];
