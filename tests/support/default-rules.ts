import type { BoardRules } from '#shared/domain/board-rules.ts';
import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import { JOB_LIFETIME_DAYS } from '#shared/limits.ts';

/** The rules of a board on which nobody has changed the settings. */
export const DEFAULT_RULES: BoardRules = {
  rule: 'none',
  payRequired: true,
  types: EMPLOYMENT_TYPES,
  daysOpen: JOB_LIFETIME_DAYS,
  timeZone: 'UTC',
  registration: 'everyone',
  moderation: 'daily',
};
