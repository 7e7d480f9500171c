/**
 * How much and how long people work. The type of a job combines this with the workplace: "Remote" is a type, but no
 * employment.
 */
export const EMPLOYMENTS = [
  'full-time',
  'part-time',
  'contract',
  'temporary',
  'internship',
  'volunteer',
] as const;

export type Employment = (typeof EMPLOYMENTS)[number];
