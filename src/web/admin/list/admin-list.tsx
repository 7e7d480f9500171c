import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { ADMIN_TITLES, type AdminPageName } from '#shared/domain/admin-pages.ts';
import { isPlainDate } from '#shared/domain/plain-date.ts';
import { formatPosition } from '#shared/format/position.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { queryString } from '#shared/urls/paths.ts';
import { ApiError } from '#web/api/errors.ts';
import type { Session } from '#web/auth/session.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { DownloadCsv } from './download-csv.tsx';
import { type ListFilter, ListFilters } from './list-filters.tsx';
import { type Parameters, readParameters } from './parameters.ts';

/** The number of rows on a page of a list. */
const ROWS = 50;

/** A page of a list, as the API returns it. */
export type ListPage<Row> = {
  results: Row[];
  next?: string | undefined;
  /** The position of the page, and the number of matching rows; absent if the list does not count them. */
  offset?: number | undefined;
  total?: number | undefined;
};

/** The query of a page: the filters, and the position in the list. */
export type ListQuery = Record<string, string | undefined>;

export type RowActions = {
  /** Loads the page of the list again, after an action has changed a row. */
  reload: () => void;
};

type Props<Page extends ListPage<unknown>> = {
  page: AdminPageName;
  /** The query parameters of the screen's URL. */
  parameters: Parameters;
  /** The noun for the rows. */
  noun: { one: string; many: string };
  searchLabel: string;
  filters?: readonly ListFilter[];
  /**
   * Filters without a field, which only links on other pages set, such as a company. Each parameter has the text of the
   * link that removes it.
   */
  links?: Record<string, string>;
  /** Loads a page of the list. */
  load: (api: Session['api'], query: ListQuery) => Promise<Page>;
  /** The path of the file in the API; undefined if the list cannot be downloaded. */
  csv?: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** The advice if the list is empty and has no filters. */
  empty?: string;
  /** Shown above the list, once it is loaded. */
  summary?: (page: Page, actions: RowActions) => ReactNode;
  /** Renders a row as a list item. */
  children: (row: Page['results'][number], actions: RowActions) => ReactNode;
};

/** A screen with a list: its search, filters and position are in the URL, and its rows can be downloaded. */
export function AdminList<Page extends ListPage<unknown>>({
  page,
  parameters,
  noun,
  searchLabel,
  filters = [],
  links = {},
  load,
  csv,
  actions,
  empty,
  summary,
  children,
}: Props<Page>) {
  const { api } = useSession();
  const router = useRouter();
  const search = readSearch(parameters, filters, Object.keys(links));
  const { cursor } = readParameters(parameters, ['cursor']);
  const addressOf = (query: ListQuery) => adminPages.admin(page, query);
  const { status, value, retry } = useAsync(queryString({ ...search, cursor }), () =>
    load(api, { ...search, cursor, limit: String(ROWS) }).catch((error: unknown) => {
      // The cursor is not one of this list, because somebody changed the URL.
      if (cursor && error instanceof ApiError && error.status === 400) return undefined;
      throw error;
    }),
  );
  const isLoading = status === 'loading';
  const list = status === 'failed' ? undefined : value;

  // When a different page is chosen, the focus moves to the heading. While a filter is typed, the focus stays.
  const shown = useRef(cursor);
  useEffect(() => {
    if (status !== 'loaded') return;
    const isAnotherPage = shown.current !== cursor;
    shown.current = cursor;
    const { activeElement } = document;
    if (activeElement === document.body || (isAnotherPage && !activeElement?.closest('search')))
      focusHeading();
  }, [status, cursor]);

  const isFiltered = Object.keys(search).length > 0;
  const firstPage = cursor && { href: addressOf(search), label: `First ${noun.many}` };
  return (
    <section className="page-width page-space">
      <PageHeader title={ADMIN_TITLES[page]} className="mb-6">
        {csv && <DownloadCsv href={`${csv}${queryString(search)}`} name={`${page}.csv`} />}
        {actions}
      </PageHeader>
      <ListFilters
        searchLabel={searchLabel}
        filters={filters}
        values={search}
        onChange={(name, chosen, replace) => {
          const href = addressOf({ ...search, [name]: chosen });
          void router.navigate({ href, replace, resetScroll: false });
        }}
      />
      <Links links={links} search={search} addressOf={addressOf} />
      {status === 'failed' && (
        <LoadFailed className="mt-8" message="The list could not be loaded." retry={retry} />
      )}
      {isLoading && !list && <Spinner />}
      {list && summary?.(list, { reload: retry })}
      {(list || status === 'loaded') && (
        <div aria-busy={isLoading} className={isLoading ? 'opacity-60 transition-opacity' : ''}>
          {list && list.results.length > 0 ? (
            <>
              <p role="status" className="mt-6 text-muted text-small">
                {positionOf(list, noun)}
              </p>
              <ul className="mt-3 border-t border-line">
                {list.results.map((row) => children(row, { reload: retry }))}
              </ul>
            </>
          ) : (
            <div role="status" className="mt-8">
              <EmptyState title={emptyTitle(noun, { cursor, isFiltered })}>
                {cursor || isFiltered ? (
                  <p>
                    <PageLink href={addressOf({})} className="link">
                      Show all {noun.many}
                    </PageLink>
                  </p>
                ) : (
                  empty && <p>{empty}</p>
                )}
              </EmptyState>
            </div>
          )}
          <Pagination
            first={firstPage}
            next={
              list?.next && {
                href: addressOf({ ...search, cursor: list.next }),
                label: `More ${noun.many}`,
              }
            }
          />
        </div>
      )}
    </section>
  );
}

/** Reads the search and the filters. Leaves out values that are not options. */
function readSearch(
  parameters: Parameters,
  filters: readonly ListFilter[],
  others: string[],
): Record<string, string | undefined> {
  const search = readParameters<string>(parameters, ['q', ...others]);
  for (const filter of filters) {
    const value = readParameters(parameters, [filter.name])[filter.name];
    const isValid =
      'type' in filter
        ? isPlainDate(value ?? '')
        : filter.options.some((option) => option.value === value);
    if (isValid) search[filter.name] = value ?? '';
  }
  return search;
}

function positionOf(
  { offset = 0, results, total }: ListPage<unknown>,
  { one, many }: { one: string; many: string },
): string {
  if (total === undefined) return `${results.length} ${results.length === 1 ? one : many}`;
  return `${formatPosition({ offset, rows: results.length, total })} ${total === 1 ? one : many}`;
}

function emptyTitle(
  { many }: { many: string },
  { cursor, isFiltered }: { cursor: string | undefined; isFiltered: boolean },
): string {
  if (cursor) return `No more ${many}`;
  return isFiltered ? `No ${many} match` : `No ${many}`;
}

type LinksProps = {
  links: Record<string, string>;
  search: Record<string, string | undefined>;
  addressOf: (query: ListQuery) => string;
};

/** The filters without a field. Each is a link that removes it. */
function Links({ links, search, addressOf }: LinksProps) {
  const active = Object.entries(links).filter(([name]) => search[name]);
  if (active.length === 0) return null;
  return (
    <ul aria-label="More filters" className="mt-4 flex flex-wrap items-center gap-2">
      {active.map(([name, label]) => (
        <li key={name}>
          <PageLink
            href={addressOf({ ...search, [name]: undefined })}
            className="chip"
            resetScroll={false}
          >
            <span className="sr-only">Remove </span>
            <bdi>{label}</bdi>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
