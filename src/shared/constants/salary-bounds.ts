import { SALARY_RANGES, type SalaryRange } from './salary-ranges.ts';

/**
 * Where each range ends, in US dollars a year: it does not hold that end, where the next one begins; `null`
 * has none.
 */
export const SALARY_ENDS: Record<SalaryRange, number | null> = {
  'Under $50K': 50_000,
  '$50K - $60K': 60_000,
  '$60K - $70K': 70_000,
  '$70K - $80K': 80_000,
  '$80K - $90K': 90_000,
  '$90K - $100K': 100_000,
  '$100K - $125K': 125_000,
  '$125K - $150K': 150_000,
  '$150K - $175K': 175_000,
  '$175K - $200K': 200_000,
  '$200K-$300K': 300_000,
  'Over $300K': null,
};

/** The range that holds this many US dollars a year. */
export function salaryRangeHolding(dollarsAYear: number): SalaryRange {
  const range = SALARY_RANGES.find(({ value }) => {
    const end = SALARY_ENDS[value];
    return end === null || dollarsAYear < end;
  });
  if (!range || !Number.isFinite(dollarsAYear) || dollarsAYear < 0) {
    throw new RangeError(`no salary range holds ${dollarsAYear}`);
  }
  return range.value;
}
