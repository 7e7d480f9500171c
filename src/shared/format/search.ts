import { EMPLOYMENT_TYPES } from '../domain/employment-types.ts';
import { salaryLabel } from '../domain/salary-ranges.ts';
import type { JobSearch } from '../urls/paths.ts';
import { capitalize } from './capitalize.ts';
import { formatYearlyAmount } from './yearly-amount.ts';

/**
 * The title of a search, such as "Remote jobs matching “rust” in Berlin", or "Jobs" if there are no filters. The order
 * is left out. `companyName` is the name of the company with the id `search.company`.
 */
export function formatSearch(search: JobSearch, companyName?: string): string {
  const { q, location, radius, workplace, employment, skill, eligible, remote } = search;
  const { salary, type, company, minsalary, nosalary, posted } = search;
  const isType = EMPLOYMENT_TYPES.some((option) => option === type);
  return [
    isType ? `${type} jobs` : capitalize([employment, workplace, 'jobs'].filter(Boolean).join(' ')),
    isType && workplace && `(${workplace})`,
    type && !isType && `of type “${type}”`,
    q && `matching “${q}”`,
    skill && `with ${skill}`,
    company && `at ${companyName ?? 'one company'}`,
    formatPlace(location, { radius, remote }),
    eligible && `open to ${eligible}`,
    salary && `paying ${labelOf(salary)}`,
    minsalary && `paying at least ${formatYearlyAmount(minsalary)}`,
    minsalary && nosalary && 'or with unknown pay',
    posted && `posted in the last ${posted === '1' ? 'day' : `${posted} days`}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function formatPlace(
  location: string | undefined,
  { radius, remote }: Pick<JobSearch, 'radius' | 'remote'>,
) {
  if (!location) return undefined;
  const place = radius ? `within ${radius} km of ${location}` : `in ${location}`;
  return remote ? `${place} or remote` : place;
}

function labelOf(salary: string): string {
  return salaryLabel(salary) ?? `“${salary}”`;
}
