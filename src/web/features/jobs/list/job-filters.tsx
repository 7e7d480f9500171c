import { useRouter, useRouterState } from '@tanstack/react-router';
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { SALARY_RANGES } from '#shared/domain/salary-ranges.ts';
import { parseYearlyAmount } from '#shared/domain/yearly-amount.ts';
import { formatCount } from '#shared/format/count.ts';
import {
  type JobSearch,
  type JobSearchParameter,
  type OneOrMore,
  pages,
  parseQuery,
  queryString,
  readJobSearch,
  type SingleParameter,
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
  TYPE_OPTIONS,
  withCounts,
} from './filter-fields.tsx';
import { type CountedList, useJobCounts } from './use-job-counts.ts';

/** The filters that are always visible, above "More filters". */
const MAIN_FILTERS: readonly string[] = ['q', 'location', 'salary', 'type', 'company', 'sort'];

/** The parameters whose fields are not in the sheet with filters. */
const OUTSIDE_SHEET: readonly string[] = ['q', 'location', 'sort'];

const SHEET_ID = 'filters';

/** This component is in a separate chunk, because few visitors open these filters. */
const loadMoreFilters = async () => (await import('./more-filters.tsx')).MoreFilters;
const LazyMoreFilters = lazyComponent(loadMoreFilters);
const OnServer = import.meta.env.SSR ? await loadMoreFilters() : undefined;

/** This component is in a separate chunk, which is loaded once the search field is used. */
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

/** The id of the line above the list, which says how many jobs there are. */
export const LIST_ID = 'list';

/** Closes the sheet with filters and scrolls to the list, which is already up to date. */
function showList(event: FormEvent<HTMLFormElement>): void {
  event.preventDefault();
  document.getElementById(SHEET_ID)?.hidePopover?.();
  document.getElementById(LIST_ID)?.scrollIntoView();
}

/** A text that is equal for two searches with the same values, whatever their order. */
const comparable = (search: JobSearch) => queryString(search).split(/[?&]/).sort().join();

/** Closes the sheet when the focus moves to the page behind it. */
function closeSheet({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  // The button "Filters" closes the sheet itself.
  if (relatedTarget?.matches(':not([popovertarget])') && !currentTarget.contains(relatedTarget)) {
    currentTarget.hidePopover?.();
  }
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
  // history entry, so that a single Back leaves the search. All changes wait for the hydration of the list, and take
  // effect in their order: if the search changed earlier, React would find a different list from the one that the server
  // rendered.
  const navigate = (change: (current: JobSearch) => JobSearch, replace = false) => {
    const act = () => {
      // Input that takes effect after the person has left the page must not lead back to it.
      if (replace && router.latestLocation.pathname !== pages.jobs()) return;
      void router.navigate({
        to: pages.jobs(),
        search: (current: JobSearch) => readJobSearch(change(current)),
        resetScroll: false,
        replace,
      });
    };
    if (list) void listHydrated.then(act);
    else act();
  };

  // Applies a selection that was made before hydration. It replaces the history entry, so that Back leaves the page.
  // Filters whose fields are not loaded yet stay unchanged. Text fields apply text that was typed before hydration
  // themselves.
  const takeEarlyInput = () => {
    if (!form.current) return;
    const data = new FormData(form.current);
    const { q, location, ...fields } = Object.fromEntries(
      [...data.keys()].map((name) => [name, data.getAll(name)]),
    );
    const earlyInput = readJobSearch({ ...search, ...fields });
    if (comparable(earlyInput) !== comparable(search)) {
      navigate((current) => ({ ...earlyInput, q: current.q, location: current.location }), true);
    }
  };

  const textProps = (name: SingleParameter) => ({
    name,
    value: search[name] ?? '',
    onInput: (value: string) => {
      // Ignore an incomplete amount, because it would remove the filter.
      if (name === 'minsalary' && value && parseYearlyAmount(value) === undefined) return;
      navigate((current) => ({ ...current, [name]: value }), true);
    },
  });
  const optionProps = (name: JobSearchParameter) => {
    const chosen = search[name] ?? '';
    return {
      name,
      value: chosen,
      onSelect: (value: OneOrMore) => {
        // React repeats an event that happens during hydration, but may already have reset the field to the value in
        // the URL.
        if (value !== chosen) navigate((current) => ({ ...current, [name]: value }));
      },
    };
  };
  // "More filters" is initially open if one of its filters is active. After that, the person opens and closes it.
  const [isOpenAtFirst] = useState(() =>
    Object.keys(search).some((name) => !MAIN_FILTERS.includes(name)),
  );
  const [isWanted, setIsWanted] = useState(isOpenAtFirst);
  const load = () => setIsWanted(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    takeEarlyInput();
    // "More filters" may have been opened before hydration, and one of its fields may already have the focus.
    if (form.current?.querySelector('[open]')) load();
  }, []);
  /** The text that the search field contained when it last got the focus. */
  const [focusedText, setFocusedText] = useState<string>();
  const active = Object.keys(search).filter((name) => !OUTSIDE_SHEET.includes(name)).length;

  const types = withCounts(TYPE_OPTIONS, counts?.type);
  const countedCompanies = withCounts(
    companies,
    counts?.company?.map(({ id, jobs }) => ({ value: id, jobs })),
  );
  const moreFilters = {
    textProps,
    optionProps,
    takeEarlyInput,
    types,
    companies: countedCompanies,
    hasMore,
  };

  return (
    <search tabIndex={-1}>
      <form
        ref={form}
        className="job-search"
        action={pages.jobs()}
        method="get"
        autoComplete="off"
        onSubmit={showList}
      >
        <div className="search-fields">
          <DebouncedField
            label="Search jobs"
            type="search"
            placeholder="Title, skill or company"
            onFocus={({ target }) => setFocusedText(target.value)}
            {...textProps('q')}
          />
          <SearchSuggestions
            wait={focusedText === undefined}
            form={form}
            initial={focusedText}
            navigate={navigate}
          />
          <PlaceField label="Location" placeholder="City or country" {...textProps('location')} />
          {/* Opens the filters on phones, even without JavaScript. */}
          <button type="button" className="button button-secondary" popoverTarget={SHEET_ID}>
            Filters{active > 0 && ` (${active})`}
          </button>
        </div>
        <fieldset
          id={SHEET_ID}
          popover="auto"
          className="filter-sheet"
          aria-label="Filters"
          onBlur={closeSheet}
        >
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
              plural="job types"
              options={types}
              {...optionProps('type')}
            />
            <CompanyFilter
              searchable={hasMore}
              label="Company Name"
              all="All Companies"
              plural="companies"
              options={countedCompanies}
              search={search}
              {...optionProps('company')}
            />
          </div>
          <details className="more-filters" open={isOpenAtFirst} onFocus={load} onToggle={load}>
            <summary>More filters</summary>
            {OnServer ? (
              <div>
                <OnServer {...moreFilters} />
              </div>
            ) : (
              <LazyMoreFilters wait={!isWanted} fallback={<ServerRendered />} {...moreFilters} />
            )}
          </details>
          <div className="sheet-end">
            <Button type="submit">
              <span className="js-only">Show {counts ? formatCount(counts.total) : 'jobs'}</span>
              <span className="no-js">Show jobs</span>
            </Button>
          </div>
        </fieldset>
        {search.sort && <input type="hidden" name="sort" value={search.sort} />}
      </form>
      <ActiveFilters search={search} companies={companies} />
    </search>
  );
}
