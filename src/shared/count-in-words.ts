import { MOST_COUNTED } from './constants/limits.ts';

const most = MOST_COUNTED.toLocaleString('en');

/** How many jobs there are; beyond what is counted, that there are more. */
export function countInWords(jobs: number): string {
  if (jobs > MOST_COUNTED) return `more than ${most} jobs`;
  return jobs === 1 ? '1 job' : `${jobs.toLocaleString('en')} jobs`;
}

/** The same beside a word. */
export function countInShort(jobs: number): string {
  return jobs > MOST_COUNTED ? `${most}+` : jobs.toLocaleString('en');
}
