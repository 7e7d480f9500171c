import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { EMPLOYMENT_TYPES } from '#shared/constants/employment-types.ts';
import { POSTED_DAYS } from '#shared/constants/job-search.ts';
import { SALARY_RANGES } from '#shared/constants/salary-ranges.ts';
import { parseDollars } from '#shared/dollars.ts';
import {
  JOB_SEARCH_PARAMETERS,
  type JobSearch,
  type JobSearchParameter,
  pages,
  parseQuery,
  readJobSearch,
} from '#shared/paths.ts';
import { ChosenFilters, POSTED } from './chosen-filters.tsx';
import { CompanyFilter } from './company-filter.tsx';
import {
  Check,
  counted,
  FilterSelect,
  type Option,
  PlaceField,
  TypedField,
} from './filter-fields.tsx';
import { useJobCounts } from './use-job-counts.ts';

const SALARY_OPTIONS: Option[] = SALARY_RANGES.map(({ value, label }) => ({ value, label }));
const TYPE_OPTIONS: Option[] = EMPLOYMENT_TYPES.map((type) => ({ value: type, label: type }));
const POSTED_OPTIONS: Option[] = POSTED_DAYS.map((days) => ({
  value: days,
  label: POSTED[days] ?? days,
}));

let announceList = () => {};
const listArrived = new Promise<void>((resolve) => {
  announceList = resolve;
});

/** For the list that the filters are for, once it is there. */
export function useAnnouncedList(): void {
  useEffect(() => announceList(), []);
}

type Props = {
  companies: Option[];
  /** There are more of them: one is searched for. */
  more: boolean;
};

/**
 * What jobs are searched by: words, a place and the three filters of spec section 2. A form that submits
 * where there is no script; with one, a choice takes effect at once, and what is typed after a pause.
 */
export function JobFilters({ companies, more }: Props) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  // The address holds the values, and is ahead of the list while that is on its way: so what is
  // shown as chosen is always what was chosen last, by hand or by going back. On the way to another
  // page it is that page's, and the one that is still shown counts.
  const query = useRouterState({
    select: ({ location, resolvedLocation }) =>
      location.pathname === pages.jobs() ? location.searchStr : (resolvedLocation?.searchStr ?? ''),
  });
  const chosen = readJobSearch(parseQuery(query));
  const counts = useJobCounts();

  // Of the address as it is by then: meanwhile something else may have been chosen. What is typed replaces
  // it, so that going back leads to where one came from.
  const go = (change: (before: JobSearch) => JobSearch, replace = false) => {
    // A person who has left the page is not brought back by pending input.
    if (replace && router.latestLocation.pathname !== pages.jobs()) return;
    void router.navigate({
      to: pages.jobs(),
      search: (before: JobSearch) => readJobSearch(change(before)),
      resetScroll: false,
      replace,
    });
  };

  // What was chosen before the script ran takes effect now; not before the list is React's too, which
  // otherwise finds another list than it came with. It is of the same visit, so that going back leads out of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (!form.current) return;
    const early = readJobSearch(Object.fromEntries(new FormData(form.current)) as JobSearch);
    if (JOB_SEARCH_PARAMETERS.some((name) => early[name] !== chosen[name])) {
      void listArrived.then(() => go(() => early, true));
    }
  }, []);

  const typed = (name: JobSearchParameter) => ({
    name,
    value: chosen[name] ?? '',
    onTyped: (value: string) => {
      // An amount that is not whole yet would be taken for none.
      if (name === 'minsalary' && value && parseDollars(value) === undefined) return;
      go((before) => ({ ...before, [name]: value }), true);
    },
  });
  const select = (name: JobSearchParameter) => ({
    name,
    value: chosen[name] ?? '',
    onChoose: (value: string) => go((before) => ({ ...before, [name]: value })),
  });
  // As on arrival; from then on it is the reader's to open and to close.
  const [isOpen] = useState(
    Boolean(chosen.minsalary || chosen.posted || chosen.nosalary || chosen.remote),
  );
  const companyName = companies.find(({ value }) => value === chosen.company)?.label;

  return (
    <search tabIndex={-1}>
      <form
        ref={form}
        action={pages.jobs()}
        method="get"
        autoComplete="off"
        onSubmit={(event) => event.preventDefault()}
      >
        <div className="search-fields">
          <TypedField label="Search jobs" type="search" {...typed('q')} />
          <PlaceField label="Location" {...typed('location')} />
        </div>
        <div className="filters">
          <FilterSelect
            label="Salary Range"
            all="All Ranges"
            options={counted(SALARY_OPTIONS, counts?.salary)}
            {...select('salary')}
          />
          <FilterSelect
            label="Employment Type"
            all="All Types"
            options={counted(TYPE_OPTIONS, counts?.type)}
            {...select('type')}
          />
          <CompanyFilter
            searched={more}
            label="Company Name"
            all="All Companies"
            options={counted(
              companies,
              counts?.company?.map(({ id, jobs }) => ({ value: id, jobs })),
            )}
            search={chosen}
            {...select('company')}
          />
        </div>
        <details className="more-filters" open={isOpen}>
          <summary>More filters</summary>
          <div className="filters">
            <TypedField
              label="Minimum salary, in dollars a year"
              inputMode="numeric"
              {...typed('minsalary')}
            />
            <FilterSelect
              label="Posted"
              all="Any time"
              options={POSTED_OPTIONS}
              {...select('posted')}
            />
            <div className="grid content-end gap-2">
              <Check label="Include jobs that state no salary" {...select('nosalary')} />
              <Check label="Include remote jobs without a place" {...select('remote')} />
            </div>
          </div>
        </details>
        <button type="submit" className="button script-free mt-4">
          Show jobs
        </button>
        {chosen.sort && <input type="hidden" name="sort" value={chosen.sort} />}
      </form>
      <ChosenFilters search={chosen} companyName={companyName} />
    </search>
  );
}
