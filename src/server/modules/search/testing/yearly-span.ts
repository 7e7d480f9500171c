import { DEFAULT_RATES } from '#server/content/pay/exchange-rates.ts';
import type { PayUnit } from '#shared/contract/job-responses.ts';
import { SALARY_UPPER_BOUNDS } from '#shared/domain/salary-bounds.ts';
import { SALARY_RANGES } from '#shared/domain/salary-ranges.ts';

/** What a job states about its pay: a salary range of the board, and the employer's own figures. */
export type Paid = {
  salary: string;
  pay?:
    | { minimum: number | null; maximum: number | null; currency: string; unit: PayUnit }
    | undefined;
};

/** Pay in US dollars per year. */
export type YearlySpan = { minimum: number; maximum: number };

/** The upper bound of a salary range without an upper limit (US dollars per year). */
const UNLIMITED = 1_000_000_000;

const A_YEAR: Record<PayUnit, number> = { year: 1, month: 12, week: 52, day: 260, hour: 2_080 };

/**
 * Converts an employer's figures to a year of full-time work. Returns undefined if the rate of their currency is
 * unknown.
 */
function spanOfPay({ minimum, maximum, currency, unit }: NonNullable<Paid['pay']>) {
  const { perEuro } = DEFAULT_RATES;
  const units = perEuro[currency];
  if (units === undefined) return undefined;
  const [from = 0, to = 0] = [minimum ?? 0, maximum ?? Infinity].map((amount) =>
    Math.min(UNLIMITED, Math.round((amount * A_YEAR[unit] * (perEuro.USD ?? 0)) / units)),
  );
  return { minimum: from, maximum: to };
}

/**
 * The pay of a job for a year of full-time work. The employer's figures have priority over the salary range. Undefined
 * if neither is known.
 */
export function yearlySpan({ salary, pay }: Paid): YearlySpan | undefined {
  return (pay && spanOfPay(pay)) ?? spanOfRange(salary);
}

/**
 * Whether a search for a salary range finds the job. A job with the employer's figures is found if they overlap the
 * range. Any other job is found if it has the same range.
 */
export function paysIn(job: Paid, range: string): boolean {
  const [span, bounds] = [job.pay && spanOfPay(job.pay), spanOfRange(range)];
  if (!span) return job.salary === range;
  return Boolean(
    span && bounds && span.minimum <= bounds.maximum && span.maximum >= bounds.minimum,
  );
}

/**
 * The middle of the pay, which determines the order of lists; -1 if the pay is unknown. If one end is open, it is the
 * other end.
 */
export function middleOfPay(job: Paid): number {
  const stated = job.pay && spanOfPay(job.pay);
  if (stated && !job.pay?.minimum) return stated.maximum;
  if (stated && job.pay?.maximum === null) return stated.minimum;
  if (stated) return Math.round((stated.minimum + stated.maximum) / 2);
  const range = spanOfRange(job.salary);
  if (!range) return -1;
  if (range.maximum === UNLIMITED) return range.minimum;
  return Math.round((range.minimum + range.maximum + 1) / 2);
}

/**
 * Returns the bounds of a salary range, or undefined for any other text. The range does not include its upper bound.
 */
function spanOfRange(salary: string): YearlySpan | undefined {
  const index = SALARY_RANGES.findIndex(({ value }) => value === salary);
  const [below, range] = [SALARY_RANGES[index - 1], SALARY_RANGES[index]];
  if (!range) return undefined;
  const end = SALARY_UPPER_BOUNDS[range.value];
  return {
    minimum: (below && SALARY_UPPER_BOUNDS[below.value]) ?? 0,
    maximum: end === null ? UNLIMITED : end - 1,
  };
}
