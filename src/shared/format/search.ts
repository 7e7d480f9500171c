import { EMPLOYMENT_TYPES } from '../constants/employment-types.ts';
import { salaryLabel } from '../constants/salary-ranges.ts';
import { parseDollars } from '../dollars.ts';
import type { JobSearch } from '../paths.ts';

/**
 * What a search is for, to be a title, such as: Remote jobs matching “rust” in Berlin; or “Jobs” where it is for all of
 * them. In which order they are listed is not said. `companyName` is that of the company it is narrowed to.
 */
export function formatSearch(search: JobSearch, companyName?: string): string {
  const { q, location, remote, salary, type, company, minsalary, nosalary, posted } = search;
  const isType = EMPLOYMENT_TYPES.some((known) => known === type);
  const [first, ...rest] = [
    isType ? `${type} jobs` : 'Jobs',
    type && !isType ? `of type “${type}”` : undefined,
    q ? `matching “${q}”` : undefined,
    company ? `at ${companyName ?? 'one company'}` : undefined,
    placeInWords(location, remote),
    salary ? `paying ${labelOf(salary)}` : undefined,
    minsalary ? `paying at least ${amountInWords(minsalary)}` : undefined,
    minsalary && nosalary ? 'or stating no salary' : undefined,
    posted ? `posted in the last ${posted === '1' ? 'day' : `${posted} days`}` : undefined,
  ].filter((part) => part !== undefined);
  return [first, ...rest].join(' ');
}

function placeInWords(location: string | undefined, remote: string | undefined) {
  if (!location) return undefined;
  return remote ? `in ${location} or remote` : `in ${location}`;
}

function labelOf(salary: string): string {
  return salaryLabel(salary) ?? `“${salary}”`;
}

function amountInWords(written: string): string {
  const dollars = parseDollars(written);
  return dollars === undefined ? written : `$${dollars.toLocaleString('en-US')}`;
}
