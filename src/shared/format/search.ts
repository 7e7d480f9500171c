import { EMPLOYMENT_TYPES, hoursOf } from '../domain/employment-types.ts';
import { salaryLabel } from '../domain/salary-ranges.ts';
import { type JobSearch, valuesOf } from '../urls/paths.ts';
import { capitalize } from './capitalize.ts';
import { formatYearlyAmount } from './yearly-amount.ts';

/**
 * The title of a search, such as "Remote jobs matching “rust” in Berlin", or "Jobs" if there are no filters. The order
 * is left out. `companyName` is the name of the company if only one is chosen, and `categoryName` that of the category.
 */
export function formatSearch(
  search: JobSearch,
  companyName?: string,
  categoryName?: string,
): string {
  const { q, location, radius, workplace, employment, skill, eligible, remote } = search;
  const { level, visa, salary, type, orremote, company, minsalary, nosalary, posted } = search;
  const { category } = search;
  const types = valuesOf(type);
  const companies = valuesOf(company);
  const isType =
    types.length > 0 && types.every((one) => EMPLOYMENT_TYPES.some((known) => known === one));
  return [
    isType
      ? `${types.join(' or ')} jobs`
      : capitalize([employment, workplace, 'jobs'].filter(Boolean).join(' ')),
    isType && workplace && `(${workplace})`,
    types.length > 0 && !isType && `of type ${types.map((one) => `“${one}”`).join(' or ')}`,
    orremote && hoursOf(types).length > 0 && 'or remote jobs with these hours',
    q && `matching “${q}”`,
    skill && `with ${skill}`,
    category && `in the category “${categoryName ?? category}”`,
    companies.length > 1
      ? `at ${companies.length} companies`
      : company && `at ${companyName ?? 'one company'}`,
    formatPlace(location, { radius, remote }),
    eligible && `open to ${eligible}`,
    level &&
      `at the level ${valuesOf(level)
        .map((one) => `“${one}”`)
        .join(' or ')}`,
    visa && 'with visa sponsorship',
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
  if (!remote) return place;
  return remote === 'only'
    ? `remote and open to ${location}`
    : `${place}, without remote jobs from elsewhere`;
}

function labelOf(salary: string): string {
  return salaryLabel(salary) ?? `“${salary}”`;
}
