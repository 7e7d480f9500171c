import { POSTED_DAYS } from '#shared/domain/job-search.ts';
import { SALARY_RANGES } from '#shared/domain/salary-ranges.ts';
import {
  JOB_SEARCH_PARAMETERS,
  type JobSearch,
  type JobSearchParameter,
  type OneOrMore,
  readJobSearch,
  type SingleParameter,
  valuesOf,
} from '#shared/urls/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { filterLabel, POSTED_LABELS } from '../list/active-filters.tsx';
import { CompanyCombobox } from '../list/company-combobox.tsx';
import { FilterSelect, TextFilter, TYPE_OPTIONS } from '../list/filter-fields.tsx';

/** The filters with a field. The others are shown as links that remove them. */
const FIELDS: readonly string[] = [
  ...['q', 'location', 'company', 'type', 'salary', 'posted', 'sort'],
] as const;

type Props = {
  search: JobSearch;
  /** Whether the open jobs are listed. The other lists have only the text and the company. */
  isOpen: boolean;
  /** The URL of the list for a search. */
  addressOf: (search: JobSearch) => string;
  /** The company of the first job in the list, or null if there is none; undefined if the company cannot be chosen. */
  company: { id: string; name: string } | null | undefined;
  /** Shows a different search. Typed text replaces the history entry. */
  onChange: (search: JobSearch, replace: boolean) => void;
};

/**
 * The filters above the list. A list of open jobs has the same filters as the public list. Their values are in the URL.
 */
export function DashboardFilters({ search, isOpen, addressOf, company, onChange }: Props) {
  const set = (name: JobSearchParameter, value: OneOrMore, replace = false) =>
    onChange(readJobSearch({ ...search, [name]: value }), replace);
  const fieldProps = (name: SingleParameter) => ({
    name,
    value: search[name] ?? '',
    onInput: (value: string) => set(name, value, true),
  });
  const selectProps = (name: JobSearchParameter) => ({
    name,
    value: search[name] ?? '',
    onSelect: (value: OneOrMore) => set(name, value),
  });
  const [chosen, ...otherCompanies] = valuesOf(search.company);
  const companyName = company?.id === chosen ? company?.name : undefined;
  const others = JOB_SEARCH_PARAMETERS.flatMap((name) =>
    FIELDS.includes(name) ? [] : valuesOf(search[name]).map((value) => ({ name, value })),
  );
  return (
    <search>
      <form
        onSubmit={(event) => event.preventDefault()}
        autoComplete="off"
        className="grid grid-cols-2 max-md:[&>:last-child:nth-child(even)]:col-span-2 items-end gap-4 *:first:col-span-2 md:grid-cols-3 md:*:first:col-span-1"
      >
        <TextFilter label="Search jobs" type="search" {...fieldProps('q')} />
        {isOpen && <TextFilter label="Location" {...fieldProps('location')} />}
        {company !== undefined && (
          <CompanyCombobox
            label="Company Name"
            name="company"
            placeholder={
              otherCompanies.length > 0 ? `${otherCompanies.length + 1} companies` : 'All Companies'
            }
            selected={
              chosen && otherCompanies.length === 0
                ? { value: chosen, label: companyName ?? 'Selected company' }
                : undefined
            }
            search={search}
            onSelect={(value) => set('company', value)}
          />
        )}
        {isOpen && (
          <>
            <FilterSelect
              label="Employment Type"
              all="All Types"
              plural="job types"
              options={TYPE_OPTIONS}
              {...selectProps('type')}
            />
            <FilterSelect
              label="Salary Range"
              all="All Ranges"
              options={SALARY_RANGES}
              {...selectProps('salary')}
            />
            <FilterSelect
              label="Posted"
              all="Any time"
              options={POSTED_DAYS.map((days) => ({
                value: days,
                label: POSTED_LABELS[days] ?? days,
              }))}
              {...selectProps('posted')}
            />
          </>
        )}
      </form>
      {isOpen && others.length > 0 && (
        <ul aria-label="More filters" className="mt-4 flex flex-wrap items-center gap-2">
          {others.map(({ name, value }) => (
            <li key={name}>
              <PageLink
                href={addressOf({ ...search, [name]: undefined })}
                className="chip"
                resetScroll={false}
              >
                <span className="sr-only">Remove </span>
                <bdi>{filterLabel(name, value)}</bdi>
              </PageLink>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}
