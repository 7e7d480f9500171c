import type { PayUnit } from '#shared/contract/job-responses.ts';
import { SALARY_UPPER_BOUNDS } from '#shared/domain/salary-bounds.ts';
import { SALARY_RANGES } from '#shared/domain/salary-ranges.ts';

/** What a job states about its pay: a salary range of the board, and the employer's own figures. */
export type Paid = {
  salary: string;
  pay?: { minimum: number; maximum: number; currency: string; unit: PayUnit } | undefined;
};

/** US dollars a year. */
export type YearlySpan = { minimum: number; maximum: number };

/** What is unlimited counts as this (US dollars a year). */
const UNLIMITED = 1_000_000_000;

const A_YEAR: Record<PayUnit, number> = { year: 1, month: 12, week: 52, day: 260, hour: 2_080 };

/**
 * What a job pays in a year of full-time work. Figures in US dollars outweigh the salary range. Undefined if neither is
 * stated.
 */
export function yearlySpan({ salary, pay }: Paid): YearlySpan | undefined {
  if (pay?.currency === 'USD') {
    const inYear = (amount: number) => Math.min(UNLIMITED, Math.round(amount * A_YEAR[pay.unit]));
    return { minimum: inYear(pay.minimum), maximum: inYear(pay.maximum) };
  }
  return spanOfRange(salary);
}

/** Whether a search for a salary range finds the job. */
export function paysIn(job: Paid, range: string): boolean {
  return job.salary === range;
}

/** The span of a salary range, whose upper bound belongs to the next one. Undefined for any other text. */
export function spanOfRange(salary: string): YearlySpan | undefined {
  const index = SALARY_RANGES.findIndex(({ value }) => value === salary);
  const [below, range] = [SALARY_RANGES[index - 1], SALARY_RANGES[index]];
  if (!range) return undefined;
  const end = SALARY_UPPER_BOUNDS[range.value];
  return {
    minimum: (below && SALARY_UPPER_BOUNDS[below.value]) ?? 0,
    maximum: end === null ? UNLIMITED : end - 1,
  };
}
