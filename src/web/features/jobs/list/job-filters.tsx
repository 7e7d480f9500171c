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
  readJobSearch,
  type SingleParameter,
} from '#shared/urls/paths.ts';
import { CHUNK_LOAD_FAILED, lazyComponent } from '#web/data/lazy-component.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import { CompanyFilter } from './company-filter.tsx';
import { FilterSelect, type Option, TYPE_OPTIONS } from './filter-fields.tsx';
import { LazyActiveFilters } from './lazy-active-filters.tsx';
import { IN_FIELDS } from './listed-job.ts';
import { PlaceField } from './place-field.tsx';
import { SearchField } from './search-field.tsx';
import { type CountedList, useJobCounts } from './use-job-counts.ts';

/** The filters that are always visible on wide screens. Spec: "Job lists". */
const SPECIFIED: readonly string[] = ['salary', 'type', 'company'];

/** The filters beside which wider searches are offered. */
const WIDENED = ['level', 'type', 'eligible', 'minsalary'] as const;

/** This component is in a separate chunk, because it is needed only beside some filters, and after the page. */
const WideningChips = lazyComponent(
  async () => (await import('./widening-chips.tsx')).WideningChips,
);

/** The parameters that no field of the form changes, and that stay when it is submitted. */
const WITHOUT_CONTROL = [
  'employment',
  'orremote',
  'orunknown',
  'nosalary',
  'mentions',
  'sort',
] as const;

const SHEET_ID = 'filters';

const loadMoreFilters = async () => (await import('./more-filters.tsx')).MoreFilters;
const MoreFilters = lazyComponent(loadMoreFilters);
const OnServer = import.meta.env.SSR ? await loadMoreFilters() : undefined;

/** Whether "More filters" were open when the list was last shown in this visit, so that they are after Back. */
let wasOpen = false;

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
        // A different search has different parts.
        search: (current: JobSearch) => readJobSearch(change({ ...current, part: undefined })),
        resetScroll: false,
        replace,
      });
    };
    if (list) void listHydrated.then(act);
    else act();
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
  const [isOpen, setIsOpen] = useState(wasOpen);
  useEffect(() => {
    wasOpen = isOpen;
  }, [isOpen]);
  // Input from before hydration. A selection replaces the history entry, so that Back leaves the page. Text fields report
  // their text themselves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    if (!form.current) return;
    if (form.current.querySelector('details')?.open) setIsOpen(true);
    // Only the server's HTML marks the initial options. After a navigation in the browser, there is no earlier input.
    const selected = Array.from(form.current.querySelectorAll('select'), (select) => {
      const initial = select.querySelector<HTMLOptionElement>('option[selected]');
      return initial && initial.value !== select.value ? [[select.name, select.value]] : [];
    }).flat();
    if (selected.length > 0) {
      navigate((current) => ({ ...current, ...Object.fromEntries(selected) }), true);
    }
  }, []);
  const active = Object.keys(search).filter((name) => !IN_FIELDS.includes(name));
  const more = active.filter((name) => !SPECIFIED.includes(name)).length;
  const moreFilters = { search, textProps, optionProps };
  // An empty list offers conditions to remove instead.
  const hasJobs = list?.counts?.total !== 0;
  const onLoadFailure = () => {
    setIsOpen(false);
    showToast('error', CHUNK_LOAD_FAILED);
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
          <SearchField navigate={navigate} {...textProps('q')} />
          <PlaceField label="Location" placeholder="City or country" {...textProps('location')} />
          {/* Opens the filters on phones, even without JavaScript. */}
          <button type="button" className="button button-secondary" popoverTarget={SHEET_ID}>
            Filters{active.length > 0 && <span className="badge">{active.length}</span>}
          </button>
        </div>
        <fieldset
          id={SHEET_ID}
          popover="auto"
          className="filter-sheet"
          aria-label="Filters"
          onBlur={closeSheet}
          // In the sheet, all filters are visible.
          onToggle={({ newState }) => newState === 'open' && setIsOpen(true)}
        >
          <div className="filters">
            <FilterSelect
              label="Salary Range"
              all="All Ranges"
              options={SALARY_RANGES}
              {...optionProps('salary')}
            />
            <FilterSelect
              label="Employment Type"
              all="All Types"
              plural="job types"
              options={TYPE_OPTIONS}
              {...optionProps('type')}
            />
            <CompanyFilter
              searchable={hasMore}
              label="Company Name"
              all="All Companies"
              plural="companies"
              options={companies}
              search={search}
              {...optionProps('company')}
            />
          </div>
          <details
            className="more-filters"
            open={isOpen}
            onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
          >
            <summary className="button button-secondary">
              Filters{more > 0 && <span className="badge">{more}</span>}
            </summary>
            {/* Browsers with JavaScript load these filters when they are opened, because few visitors open them. */}
            <noscript>
              {OnServer && (
                <>
                  <OnServer {...moreFilters} />
                  {WITHOUT_CONTROL.map((name) => {
                    const value = search[name];
                    return value && <input key={name} type="hidden" name={name} value={value} />;
                  })}
                </>
              )}
            </noscript>
            {isOpen && (
              <MoreFilters {...moreFilters} fallback={<Spinner />} onFailure={onLoadFailure} />
            )}
          </details>
          <div className="sheet-end">
            <Button type="submit">
              <span className="js-only">Show {counts ? formatCount(counts.total) : 'jobs'}</span>
              <span className="no-js">Show jobs</span>
            </Button>
          </div>
        </fieldset>
      </form>
      <div className="filter-line">
        <LazyActiveFilters search={search} companies={companies} />
        {hasJobs && WIDENED.some((name) => search[name]) && <WideningChips search={search} />}
      </div>
    </search>
  );
}
