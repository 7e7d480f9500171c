import { SALARY_RANGES, type SalaryRange } from './salary-ranges.ts';

/**
 * The upper bound of each range (US dollars per year), at which the next range starts. The last range has none
 * (`null`).
 */
export const SALARY_UPPER_BOUNDS: Record<SalaryRange, number | null> = {
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

/**
 * The range that contains a salary.
 * @param dollarsAYear US dollars per year
 * @throws {RangeError} if the salary is negative or not finite
 */
export function salaryRangeOf(dollarsAYear: number): SalaryRange {
  const range = SALARY_RANGES.find(({ value }) => {
    const bound = SALARY_UPPER_BOUNDS[value];
    return bound === null || dollarsAYear < bound;
  });
  if (!range || !Number.isFinite(dollarsAYear) || dollarsAYear < 0) {
    throw new RangeError(
      `No salary range contains ${dollarsAYear}; expected a non-negative number`,
    );
  }
  return range.value;
}

/**
 * The ranges that a span of pay overlaps.
 * @param minimum US dollars per year
 * @param maximum US dollars per year
 */
export function salaryRangesBetween(minimum: number, maximum: number): SalaryRange[] {
  const values = SALARY_RANGES.map(({ value }) => value);
  return values.slice(
    values.indexOf(salaryRangeOf(minimum)),
    values.indexOf(salaryRangeOf(maximum)) + 1,
  );
}

/** The bounds of a range in US dollars per year. The last range has no maximum. */
export function boundsOfRange(range: SalaryRange): { minimum: number; maximum: number | null } {
  const index = SALARY_RANGES.findIndex(({ value }) => value === range);
  const below = SALARY_RANGES[index - 1];
  return {
    minimum: (below && SALARY_UPPER_BOUNDS[below.value]) ?? 0,
    maximum: SALARY_UPPER_BOUNDS[range],
  };
}
