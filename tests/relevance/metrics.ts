/**
 * How relevant a job is to a search: 3 is exactly what the search asks for, 2 also fits, 1 is related, 0 is irrelevant.
 */
export type Grade = 0 | 1 | 2 | 3;

/** A result of a search; results are in the order of the list. */
export type GradedResult = { company: string; grade: Grade };

/** The first page is crowded only if one company has more results than this. */
const MAX_PER_COMPANY = 3;

/** The number of first results that decide the verdict on a search, and how many of them make it right. */
const FIRST = 5;
const ENOUGH = 4;

/**
 * How well the first five results of a search answer it. A job is right if it is relevant: its grade is 2 or 3, or 1 if
 * no job has a higher grade.
 *
 * - `right`: at least four of the five are right, or all right jobs if there are fewer than four.
 * - `wrong`: at most one of the five is right, although there are more right jobs.
 * - `partly`: all others.
 */
export type Verdict = 'right' | 'partly' | 'wrong';

/**
 * The lowest grade that counts as relevant: 2, or 1 if no job has a higher grade.
 *
 * @param all the grades of all jobs
 */
export function relevantGrade(all: Grade[]): Grade {
  return all.some((grade) => grade >= 2) ? 2 : 1;
}

/** The share of relevant results among the first `count`, from 0 to 1. A missing result is not relevant. */
export function precisionAt(count: number, grades: Grade[], relevant: Grade): number {
  return grades.slice(0, count).filter((grade) => grade >= relevant).length / count;
}

export function verdictOf(grades: Grade[], all: Grade[]): Verdict {
  const lowest = relevantGrade(all);
  const found = countRight(grades.slice(0, FIRST), lowest);
  if (found >= Math.min(ENOUGH, countRight(all, lowest))) return 'right';
  return found <= 1 ? 'wrong' : 'partly';
}

/** The share of right jobs among listed ones, from 0 to 1. Without any, the share is 0. */
export function shareOfRight(grades: Grade[], all: Grade[]): number {
  return grades.length === 0 ? 0 : countRight(grades, relevantGrade(all)) / grades.length;
}

/** The number of grades that are relevant. */
export function countRight(grades: Grade[], lowest: Grade): number {
  return grades.filter((grade) => grade >= lowest).length;
}

/**
 * Normalized discounted cumulative gain, from 0 to 1. A result gains 2^grade − 1, divided by log2(position + 1).
 * https://en.wikipedia.org/wiki/Discounted_cumulative_gain
 * @param all the grades of all jobs, from which the perfect ranking follows
 */
export function ndcgAt(count: number, grades: Grade[], all: Grade[]): number {
  const perfect = all.toSorted((a, b) => b - a);
  const ideal = discountedGain(perfect.slice(0, count));
  return ideal === 0 ? 0 : discountedGain(grades.slice(0, count)) / ideal;
}

function discountedGain(grades: Grade[]): number {
  return grades.reduce<number>(
    (sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2),
    0,
  );
}

/**
 * Whether a company has more than three of the first ten results, and a later result of another company is as relevant
 * as one of the surplus results. Companies that already have three results do not count as other companies.
 */
export function isCrowded(results: GradedResult[]): boolean {
  const first = results.slice(0, 10);
  const shown = new Map<string, number>();
  const surplus: GradedResult[] = [];
  for (const result of first) {
    const count = (shown.get(result.company) ?? 0) + 1;
    shown.set(result.company, count);
    if (count > MAX_PER_COMPANY) surplus.push(result);
  }
  const lowest = Math.min(...surplus.map(({ grade }) => grade));
  return results
    .slice(10)
    .some(({ company, grade }) => grade >= lowest && (shown.get(company) ?? 0) < MAX_PER_COMPANY);
}

export function mean(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
