/** The roles in the team of a company. Owners also manage the team. Both post, edit and close the company's jobs. */
export const TEAM_ROLES = ['owner', 'editor'] as const;

export type TeamRole = (typeof TEAM_ROLES)[number];
