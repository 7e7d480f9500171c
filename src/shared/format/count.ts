import { MAX_EXACT_COUNT } from '../limits.ts';
import { formatNumber } from './number.ts';

const max = formatNumber(MAX_EXACT_COUNT);

/** Formats a count of jobs, such as "12 jobs". A count above the exact limit is "more than 10,000 jobs". */
export function formatCount(jobs: number): string {
  if (jobs > MAX_EXACT_COUNT) return `more than ${max} jobs`;
  return jobs === 1 ? '1 job' : `${formatNumber(jobs)} jobs`;
}

/** Formats a count without the word "jobs", such as "12" or "10,000+". */
export function formatCompactCount(jobs: number): string {
  return jobs > MAX_EXACT_COUNT ? `${max}+` : formatNumber(jobs);
}
