import type { Employment } from './employments.ts';

/** Every employment type, as stored and displayed. Spec: "Forms". */
export const EMPLOYMENT_TYPES = [
  'Full-Time',
  'Part-Time',
  'Contract',
  'Remote',
  'Internship',
] as const;

/** The options of "Edit Job". The job's own type is an option too. Spec: "Forms". */
export const EDITED_EMPLOYMENT_TYPES = ['Full-Time', 'Part-Time', 'Contract'] as const;

/** The initial value of "Add Job". Spec: "Forms". */
export const DEFAULT_EMPLOYMENT_TYPE: EmploymentType = 'Full-Time';

export type EmploymentType = (typeof EMPLOYMENT_TYPES)[number];

/**
 * The employment that each job type implies. "Remote" implies none, because it says where people work and not how much.
 */
export const EMPLOYMENT_OF_TYPE: Record<EmploymentType, Employment | null> = {
  'Full-Time': 'full-time',
  'Part-Time': 'part-time',
  Contract: 'contract',
  Internship: 'internship',
  Remote: null,
};

/** The values for how much people work. The other employments say for how long, or for what. */
export const HOURS = ['full-time', 'part-time'] as const satisfies Employment[];

export type Hours = (typeof HOURS)[number];

/** The hours that some types imply. */
export function hoursOf(types: readonly string[]): Hours[] {
  return HOURS.filter((hours) =>
    EMPLOYMENT_TYPES.some((type) => types.includes(type) && EMPLOYMENT_OF_TYPE[type] === hours),
  );
}
