/** Every employment type, as stored and as shown. Spec: "Forms". */
export const EMPLOYMENT_TYPES = [
  'Full-Time',
  'Part-Time',
  'Contract',
  'Remote',
  'Internship',
] as const;

/** What "Edit Job" offers, besides the job's own type. Spec: "Forms". */
export const EDITED_EMPLOYMENT_TYPES = ['Full-Time', 'Part-Time', 'Contract'] as const;

/** What "Add Job" begins with. Spec: "Forms". */
export const DEFAULT_EMPLOYMENT_TYPE: EmploymentType = 'Full-Time';

export type EmploymentType = (typeof EMPLOYMENT_TYPES)[number];
