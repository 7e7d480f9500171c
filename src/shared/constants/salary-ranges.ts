/**
 * The salary ranges of spec section 9: the value as stored, the label as shown, and the bounds in
 * US dollars a year. A range holds its lower bound and not its upper one; `maximum: null` has no
 * upper bound.
 */
export const SALARY_RANGES = [
  { value: 'Under $50K', label: 'under $50K', minimum: 0, maximum: 50_000 },
  { value: '$50K - $60K', label: '$50K - $60K', minimum: 50_000, maximum: 60_000 },
  { value: '$60K - $70K', label: '$60K - $70K', minimum: 60_000, maximum: 70_000 },
  { value: '$70K - $80K', label: '$70K - $80K', minimum: 70_000, maximum: 80_000 },
  { value: '$80K - $90K', label: '$80K - $90K', minimum: 80_000, maximum: 90_000 },
  { value: '$90K - $100K', label: '$90K - $100K', minimum: 90_000, maximum: 100_000 },
  { value: '$100K - $125K', label: '$100K - $125K', minimum: 100_000, maximum: 125_000 },
  { value: '$125K - $150K', label: '$125K - $150K', minimum: 125_000, maximum: 150_000 },
  { value: '$150K - $175K', label: '$150K - $175K', minimum: 150_000, maximum: 175_000 },
  { value: '$175K - $200K', label: '$175K - $200K', minimum: 175_000, maximum: 200_000 },
  { value: '$200K-$300K', label: '$200K-$300K', minimum: 200_000, maximum: 300_000 },
  { value: 'Over $300K', label: 'Over $300K', minimum: 300_000, maximum: null },
] as const;

export type SalaryRange = (typeof SALARY_RANGES)[number]['value'];

/** A job's salary: one of the ranges, or empty where none is stated. */
export type Salary = SalaryRange | '';

/** The range that holds this many US dollars a year. */
export function salaryRangeHolding(dollarsAYear: number): SalaryRange {
  const range = SALARY_RANGES.find(({ maximum }) => maximum === null || dollarsAYear < maximum);
  if (!range || !Number.isFinite(dollarsAYear) || dollarsAYear < 0) {
    throw new RangeError(`no salary range holds ${dollarsAYear}`);
  }
  return range.value;
}
