import { MAX_EXACT_COUNT } from '../constants/limits.ts';

const most = MAX_EXACT_COUNT.toLocaleString('en');

/** How many jobs there are; beyond what is counted, that there are more. */
export function formatCount(jobs: number): string {
  if (jobs > MAX_EXACT_COUNT) return `more than ${most} jobs`;
  return jobs === 1 ? '1 job' : `${jobs.toLocaleString('en')} jobs`;
}

/** The same beside a word. */
export function formatCompactCount(jobs: number): string {
  return jobs > MAX_EXACT_COUNT ? `${most}+` : jobs.toLocaleString('en');
}
