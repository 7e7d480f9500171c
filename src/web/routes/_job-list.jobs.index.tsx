import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { jobOrder } from '#shared/domain/job-search.ts';
import { formatCount } from '#shared/format/count.ts';
import { formatDate } from '#shared/format/day.ts';
import { formatNumber } from '#shared/format/number.ts';
import { type JobSearch, newAlertPage, pages, readJobSearch } from '#shared/urls/paths.ts';
import { orNotFound } from '#web/api/errors.ts';
import { inColumns } from '#web/data/columns.ts';
import { LIST_ID, useListHydrated } from '#web/features/jobs/list/job-filters.tsx';
import { JobGrid } from '#web/features/jobs/list/job-grid.tsx';
import { JobOrderLinks } from '#web/features/jobs/list/job-order.tsx';
import { LazyNewJobs } from '#web/features/jobs/list/lazy-new-jobs.tsx';
import { LazyPartLinks, LazySearchNotes } from '#web/features/jobs/list/lazy-search-notes.tsx';
import {
  countPostings,
  type ListedJob,
  lastList,
  PART_LABELS,
  readPage,
  toPage,
} from '#web/features/jobs/list/listed-job.ts';
import { loadSearchNotes } from '#web/features/jobs/list/load-search-notes.ts';
import { useJobCounts } from '#web/features/jobs/list/use-job-counts.ts';
import { useListPages } from '#web/features/jobs/list/use-list-pages.ts';
import { Pagination, PreviousPage } from '#web/ui/pagination.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

type Search = JobSearch & { cursor?: string };

export const Route = createFileRoute('/_job-list/jobs/')({
  validateSearch: ({ cursor }: Search): { cursor?: string } => (cursor ? { cursor } : {}),
  // Ignore unknown parameters, such as the tracking parameters of a link.
  loaderDeps: ({ search: { cursor, ...search } }) => ({ ...readJobSearch(search), cursor }),
  loader: async ({ context: { api }, deps }) => {
    const list = await orNotFound(readPage(api, deps));
    const notes = await loadSearchNotes(api, deps, list);
    return inColumns({ ...toPage(list, deps.cursor), notes });
  },
  component: Jobs,
  pendingComponent: PendingJobs,
});

/** While a list loads, the previous list stays in place. */
function PendingJobs() {
  if (lastList.jobs.length === 0) return <Spinner />;
  return (
    <>
      <p role="status" aria-label="Loading" className="list-head text-muted">
        Loading…
      </p>
      <div inert className="opacity-50">
        <JobGrid jobs={lastList.jobs} heading="h2" />
      </div>
    </>
  );
}

function Jobs() {
  const page = Route.useLoaderData();
  const { cursor, ...search } = Route.useSearch();
  const { api, site } = Route.useRouteContext();
  const { shown, add } = useListPages(page, {
    search,
    read: (cursor) => readPage(api, { ...search, cursor }),
    hash: LIST_ID,
  });
  const [first = page] = shown;
  const results = shown.flatMap((each) => each.results);
  const pageOf = (job: ListedJob) =>
    pages.jobs({ ...search, cursor: shown.find(({ results }) => results.includes(job))?.cursor });
  const { next } = page;
  const { offset = 0, previous } = first;
  useListHydrated();
  useEffect(() => {
    lastList.jobs = results;
  });
  const jobs = countPostings(results);
  const hasRange = jobs > 0 && (offset > 0 || (shown.length > 1 && next));
  const total = useJobCounts({ search, counts: page.counts })?.total ?? page.total;
  return (
    <>
      <div id={LIST_ID} className="list-head">
        <p role="status" className={hasRange ? undefined : 'total'}>
          {hasRange && `${formatRange(offset, jobs)} of `}
          {total !== undefined ? formatCount(total) : next ? `${jobs} jobs and more` : '\u00a0'}
        </p>
        {(search.q || search.location) && (
          <LazyPartLinks search={search} list={first} understood={first.understood ?? []} />
        )}
        {!first.cursor && jobOrder(search.q, search.sort) === 'newest' && (
          <LazyNewJobs jobs={results} hasMore={next !== undefined} />
        )}
        {results.length > 0 && <JobOrderLinks search={search} />}
      </div>
      {first.notes && (
        <LazySearchNotes search={search} cursor={first.cursor} list={first} {...first.notes} />
      )}
      {previous && (
        <PreviousPage
          href={pages.jobs({ ...search, cursor: previous })}
          label="Earlier jobs"
          onClick={add('previous')}
        />
      )}
      {[...new Set(results.map(({ part }) => part))].map((part) => (
        // A list without parts keeps its elements, and thus a click on one, when the first words are typed.
        <section key={part ?? 'place'}>
          {part && PART_LABELS[part] && (
            <h2 className="part-heading">
              {part === 'remote' && search.location
                ? `Remote, open to ${search.location}`
                : PART_LABELS[part]}
            </h2>
          )}
          <JobGrid jobs={results.filter((job) => job.part === part)} heading="h2" pageOf={pageOf} />
        </section>
      ))}
      <Pagination
        next={
          next && {
            href: `${pages.jobs({ ...search, cursor: next })}#${LIST_ID}`,
            label: 'More jobs',
            onClick: add('next'),
          }
        }
      />
      {!site.noMail && (
        <a href={newAlertPage(search)} className="link">
          Email me new jobs like this
        </a>
      )}
      {first.ratesdate && (
        <p className="mt-8 text-muted text-small">
          Pay in different currencies is compared at the rates of {formatDate(first.ratesdate)}.
        </p>
      )}
    </>
  );
}

/** The position of a page in the list, such as "25–48". */
function formatRange(offset: number, jobs: number): string {
  return [offset + 1, offset + jobs].map(formatNumber).join('–');
}
