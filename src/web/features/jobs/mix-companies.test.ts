import { expect, test } from 'vitest';
import { mixCompanies } from './mix-companies.ts';

/** Jobs whose companies are the letters. */
const jobsOf = (companies: string) => Array.from(companies, (id) => ({ company: { id } }));

test.each([
  ['aaaabbbc', 'aabbc', 5],
  ['aaaaaaaabc', 'aaaabc', 6],
  ['abcabcabc', 'abcabc', 6],
  ['aaaaaaaa', 'aaaaaa', 6],
  ['ab', 'ab', 6],
])('of the jobs of the companies %s, those of %s are shown', (companies, shown, count) => {
  const jobs = jobsOf(companies);
  const mixed = mixCompanies(jobs, count);
  expect(mixed.map(({ company }) => company.id).join('')).toBe(shown);
  expect(mixed).toEqual(jobs.filter((job) => mixed.includes(job)));
});

test('jobs beyond the first two of a company are added in their order', () => {
  const jobs = jobsOf('aaaaaab');
  const [first, second, third, , , , last] = jobs;
  expect(mixCompanies(jobs, 4)).toEqual([first, second, third, last]);
});
