import { EMPLOYMENT_TYPES, type EmploymentType } from '#shared/domain/employment-types.ts';
import { JOB_LIFETIME_DAYS } from '#shared/limits.ts';
import type { Site } from '#shared/render-page.ts';

/** What this board asks of a job, and proposes for it. */
export type FormRules = {
  /** Whether a job must state a salary range or pay. */
  payRequired: boolean;
  types: readonly EmploymentType[];
  /** ISO 4217; empty for none. */
  currency: string;
  daysOpen: number;
};

/** Pages contain only the rules that differ from the default ones. */
export const formRules = ({ payOptional, types, currency, daysOpen }: Site): FormRules => ({
  payRequired: !payOptional,
  types: types ?? EMPLOYMENT_TYPES,
  currency: currency ?? '',
  daysOpen: daysOpen ?? JOB_LIFETIME_DAYS,
});
