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
