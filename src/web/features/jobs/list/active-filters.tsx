import { capitalize } from '#shared/format/capitalize.ts';
import { formatYearlyAmount } from '#shared/format/yearly-amount.ts';
import {
  JOB_SEARCH_PARAMETERS,
  type JobSearch,
  type JobSearchParameter,
  pages,
  valuesOf,
} from '#shared/urls/paths.ts';
import { useSite } from '#web/data/use-site.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { keepFocus } from '#web/ui/focus-heading.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import type { Option } from './filter-fields.tsx';
import { IN_FIELDS, PART_LABELS } from './listed-job.ts';

/** The labels of the "Posted" options, by number of days. */
export const POSTED_LABELS: Record<string, string> = {
  1: 'Last day',
  7: 'Last 7 days',
  30: 'Last 30 days',
};

/** The labels of active filters whose values do not show which filter they belong to. */
const LABELS: { [Name in JobSearchParameter]?: (value: string) => string | undefined } = {
  q: (value) => `“${value}”`,
  location: (value) => `In ${value}`,
  eligible: (value) => `Open to ${value}`,
  orunknown: () => 'Or no countries named',
  workplace: capitalize,
  employment: capitalize,
  radius: (value) => `${value} km`,
  remote: (value) => `${value === 'no' ? 'No' : 'Only'} remote jobs from elsewhere`,
  level: capitalize,
  visa: () => 'Visa sponsorship',
  orremote: () => 'Or remote with these hours',
  minsalary: (value) => `From ${formatYearlyAmount(value)}`,
  nosalary: () => 'Or unknown pay',
  posted: (value) => POSTED_LABELS[value],
  mentions: () => 'Other mentions',
  part: (value) => PART_LABELS[value] ?? 'In this place',
};

/** The label of an active filter. */
export function filterLabel(
  name: JobSearchParameter,
  value = '',
  companyName = 'Selected company',
): string {
  return name === 'company' ? companyName : (LABELS[name]?.(value) ?? value);
}

export type ActiveFiltersProps = {
  search: JobSearch;
  /** The companies whose names are known. */
  companies: Option[];
};

/** The active filters. Each is a link that removes it; "Clear all" removes all of them. */
export function ActiveFilters({ search, companies }: ActiveFiltersProps) {
  const { categories = [] } = useSite();
  const active = JOB_SEARCH_PARAMETERS.flatMap((name) =>
    IN_FIELDS.includes(name) ? [] : valuesOf(search[name]).map((value) => ({ name, value })),
  );
  if (active.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="chips active-filters">
      {active.map(({ name, value }) => (
        <li key={name + value} data-filter={name}>
          <PageLink
            href={pages.jobs({
              ...search,
              part: undefined,
              [name]: valuesOf(search[name]).filter((other) => other !== value),
            })}
            className="chip"
            resetScroll={false}
            onClick={keepFocus}
          >
            <span className="sr-only">Remove </span>
            <bdi>
              {name === 'category'
                ? (categories.find(({ slug }) => slug === value)?.name ?? value)
                : filterLabel(
                    name,
                    value,
                    companies.find((company) => company.value === value)?.label,
                  )}
            </bdi>
          </PageLink>
        </li>
      ))}
      <li>
        <ButtonLink href={pages.jobs()} variant="text" resetScroll={false} onClick={keepFocus}>
          Clear all
        </ButtonLink>
      </li>
    </ul>
  );
}
