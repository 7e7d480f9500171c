import type { PayUnit } from '../contract/job-responses.ts';

/**
 * How many units a year of full-time work has: 52 weeks of five days of eight hours. A month counts twelve times, even
 * where thirteen salaries are usual, because texts seldom say so.
 */
const UNITS_A_YEAR: Record<PayUnit, number> = {
  year: 1,
  month: 12,
  week: 52,
  day: 260,
  hour: 2_080,
};

/** What an amount for a unit is in a year of full-time work. */
export function yearly(amount: number, unit: PayUnit): number {
  return amount * UNITS_A_YEAR[unit];
}
