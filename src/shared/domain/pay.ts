import type { PayUnit } from '../contract/job-responses.ts';

/**
 * The number of each unit in a year of full-time work: 52 weeks of five days of eight hours. A year has twelve monthly
 * salaries, even where thirteen are usual, because texts seldom say so.
 */
const UNITS_A_YEAR: Record<PayUnit, number> = {
  year: 1,
  month: 12,
  week: 52,
  day: 260,
  hour: 2_080,
};

/** Converts an amount for a unit to a year of full-time work. */
export function yearly(amount: number, unit: PayUnit): number {
  return amount * UNITS_A_YEAR[unit];
}
