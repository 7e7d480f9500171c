import type { TeamRole } from '#shared/domain/team-roles.ts';

export const TEAM_ROLE_NAMES: Record<TeamRole, string> = { owner: 'Owner', editor: 'Editor' };
