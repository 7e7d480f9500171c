/** Where people work. There is no value for an unknown workplace. */
export const WORKPLACES = ['on-site', 'hybrid', 'remote'] as const;

export type Workplace = (typeof WORKPLACES)[number];
