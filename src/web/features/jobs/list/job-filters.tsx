import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import { SALARY_RANGES } from '#shared/domain/salary-ranges.ts';
import { parseYearlyAmount } from '#shared/domain/yearly-amount.ts';
import {
  JOB_SEARCH_PARAMETERS,
  type JobSearch,
  type JobSearchParameter,
  pages,
  parseQuery,
  readJobSearch,
} from '#shared/urls/paths.ts';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { ServerRendered } from '#web/data/server-rendered.tsx';
import { Button } from '#web/ui/button.tsx';
import { ActiveFilters } from './active-filters.tsx';
import { CompanyFilter } from './company-filter.tsx';
import {
  DebouncedField,
  FilterSelect,
  type Option,
  PlaceField,
  withCounts,
} from './filter-fields.tsx';
import { type CountedList, useJobCounts } from './use-job-counts.ts';

const TYPE_OPTIONS: Option[] = EMPLOYMENT_TYPES.map((type) => ({ value: type, label: type }));
/** The filters that are always visible, above "More filters". */
const MAIN_FILTERS: readonly string[] = ['q', 'location', 'salary', 'type', 'company', 'sort'];

/** In a separate chunk, because few visitors open these filters. */
const loadMoreFilters = async () => (await import('./more-filters.tsx')).MoreFilters;
const LazyMoreFilters = lazyComponent(loadMoreFilters);
const OnServer = import.meta.env.SSR ? await loadMoreFilters() : undefined;

/** In a separate chunk, which is loaded once the search field is used. */
const SearchSuggestions = lazyComponent(
  async () => (await import('./search-suggestions.tsx')).SearchSuggestions,
);

let resolveListHydrated = () => {};
const listHydrated = new Promise<void>((resolve) => {
  resolveListHydrated = resolve;
});

/** Reports that the list of jobs is hydrated. Called by the list. */
export function useListHydrated(): void {
  useEffect(() => resolveListHydrated(), []);
}

type Props = {
  companies: Option[];
  /** Whether there are more companies than `companies`. */
  hasMore: boolean;
  /** The list below the filters; undefined until it is loaded. */
  list: CountedList | undefined;
};

/**
 * The search form: text, location and filters. Spec: "Job lists". Without JavaScript, it is submitted. With JavaScript,
 * a selection takes effect at once, and typed text after a pause.
 */
export function JobFilters({ companies, hasMore, list }: Props) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  // The URL contains the filters. It changes before the new list arrives, so the form always shows the latest
  // selection, even after Back. During a navigation to another page, the form shows the filters in the URL of the
  // visible page.
  const query = useRouterState({
    select: ({ location, resolvedLocation }) =>
      location.pathname === pages.jobs() ? location.searchStr : (resolvedLocation?.searchStr ?? ''),
  });
  const search = readJobSearch(parseQuery(query));
  const counts = useJobCounts(list);

  // Changes the search in the latest URL, because another filter may have changed meanwhile. Typed text replaces the
  // history entry, so that a single Back leaves the search.
  const navigate = (change: (current: JobSearch) => JobSearch, replace = false) => {
    // Input that takes effect after the person has left the page must not lead back to it.
    if (replace && router.latestLocation.pathname !== pages.jobs()) return;
    void router.navigate({
      to: pages.jobs(),
      search: (current: JobSearch) => readJobSearch(change(current)),
      resetScroll: false,
      replace,
    });
  };

  // Wait for the hydration of the list. If the search changed earlier, React would find another list than the server
  // rendered.
  const afterHydration = (action: () => void) => {
    if (list) void listHydrated.then(action);
    else action();
  };

  // Applies a selection that was made before hydration. It replaces the history entry, so that Back leaves the page.
  // Filters whose fields are not loaded yet stay unchanged. Text fields apply their early text themselves.
  const takeEarlyInput = () => {
    if (!form.current) return;
    const { q, location, ...fields } = Object.fromEntries(new FormData(form.current));
    const earlyInput = readJobSearch({ ...search, ...fields });
    if (JOB_SEARCH_PARAMETERS.some((name) => earlyInput[name] !== search[name])) {
      afterHydration(() =>
        navigate((current) => ({ ...earlyInput, q: current.q, location: current.location }), true),
      );
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(takeEarlyInput, []);

  const textProps = (name: JobSearchParameter) => ({
    name,
    value: search[name] ?? '',
    onInput: (value: string) => {
      // Ignore an incomplete amount, because it would remove the filter.
      if (name === 'minsalary' && value && parseYearlyAmount(value) === undefined) return;
      afterHydration(() => navigate((current) => ({ ...current, [name]: value }), true));
    },
  });
  const optionProps = (name: JobSearchParameter) => ({
    name,
    value: search[name] ?? '',
    onSelect: (value: string) => navigate((current) => ({ ...current, [name]: value })),
  });
  // "More filters" is open at first if one of its filters is active. After that, the person opens and closes it.
  const [isOpenAtFirst] = useState(() =>
    Object.keys(search).some((name) => !MAIN_FILTERS.includes(name)),
  );
  const [isWanted, setIsWanted] = useState(isOpenAtFirst);
  const load = () => setIsWanted(true);
  /** The text that the search field contained when it last got the focus. */
  const [focusedText, setFocusedText] = useState<string>();
  const companyName = companies.find(({ value }) => value === search.company)?.label;

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
          <DebouncedField
            label="Search jobs"
            type="search"
            onFocus={({ target }) => setFocusedText(target.value)}
            {...textProps('q')}
          />
          <SearchSuggestions
            wait={focusedText === undefined}
            form={form}
            initial={focusedText}
            navigate={navigate}
          />
          <PlaceField label="Location" {...textProps('location')} />
        </div>
        <div className="filters">
          <FilterSelect
            label="Salary Range"
            all="All Ranges"
            options={withCounts(SALARY_RANGES, counts?.salary)}
            {...optionProps('salary')}
          />
          <FilterSelect
            label="Employment Type"
            all="All Types"
            options={withCounts(TYPE_OPTIONS, counts?.type)}
            {...optionProps('type')}
          />
          <CompanyFilter
            searchable={hasMore}
            label="Company Name"
            all="All Companies"
            options={withCounts(
              companies,
              counts?.company?.map(({ id, jobs }) => ({ value: id, jobs })),
            )}
            search={search}
            {...optionProps('company')}
          />
        </div>
        <details className="more-filters" open={isOpenAtFirst} onFocus={load} onToggle={load}>
          <summary>More filters</summary>
          {OnServer ? (
            <div>
              <OnServer
                textProps={textProps}
                optionProps={optionProps}
                takeEarlyInput={takeEarlyInput}
              />
            </div>
          ) : (
            <LazyMoreFilters
              wait={!isWanted}
              fallback={<ServerRendered />}
              textProps={textProps}
              optionProps={optionProps}
              takeEarlyInput={takeEarlyInput}
            />
          )}
        </details>
        <Button type="submit" className="no-js mt-4">
          Show jobs
        </Button>
        {search.sort && <input type="hidden" name="sort" value={search.sort} />}
      </form>
      <ActiveFilters search={search} companyName={companyName} />
    </search>
  );
}
