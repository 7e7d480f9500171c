/** Every employment type, as stored and as shown. Spec section 9. */
export const EMPLOYMENT_TYPES = [
  'Full-Time',
  'Part-Time',
  'Contract',
  'Remote',
  'Internship',
] as const;

export type EmploymentType = (typeof EMPLOYMENT_TYPES)[number];
