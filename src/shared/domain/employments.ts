/**
 * The values for how much and how long people work. A job's type combines this with the workplace: "Remote" is a type,
 * but says nothing about the hours.
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
