/** The levels of seniority that a title may name, from low to high. */
export const LEVELS = [
  'intern',
  'junior',
  'mid',
  'senior',
  'lead',
  'manager',
  'director',
  'executive',
] as const;

export type Level = (typeof LEVELS)[number];
