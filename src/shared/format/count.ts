import { MAX_EXACT_COUNT } from '../limits.ts';

const max = MAX_EXACT_COUNT.toLocaleString('en');

/** A count of jobs, such as "12 jobs"; above the exact limit, "more than 10,000 jobs". */
export function formatCount(jobs: number): string {
  if (jobs > MAX_EXACT_COUNT) return `more than ${max} jobs`;
  return jobs === 1 ? '1 job' : `${jobs.toLocaleString('en')} jobs`;
}

/** A count without the word, such as "12" or "10,000+". */
export function formatCompactCount(jobs: number): string {
  return jobs > MAX_EXACT_COUNT ? `${max}+` : jobs.toLocaleString('en');
}
