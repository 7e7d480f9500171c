import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { jobOrder } from '#shared/domain/job-search.ts';
import { formatCount } from '#shared/format/count.ts';
import { formatNumber } from '#shared/format/number.ts';
import { type JobSearch, pages, readJobSearch } from '#shared/urls/paths.ts';
import { orNotFound } from '#web/api/errors.ts';
import { inColumns } from '#web/data/columns.ts';
import { PART_LABELS } from '#web/features/jobs/list/active-filters.tsx';
import { LIST_ID, useListHydrated } from '#web/features/jobs/list/job-filters.tsx';
import { JobGrid } from '#web/features/jobs/list/job-grid.tsx';
import { JobOrderLinks } from '#web/features/jobs/list/job-order.tsx';
import { LazyNewJobs } from '#web/features/jobs/list/lazy-new-jobs.tsx';
import { LazySearchNotes } from '#web/features/jobs/list/lazy-search-notes.tsx';
import { ListTools } from '#web/features/jobs/list/list-tools.tsx';
import { countPostings, lastList, listed, onPage } from '#web/features/jobs/list/listed-job.ts';
import { loadSearchNotes } from '#web/features/jobs/list/load-search-notes.ts';
import { useJobCounts } from '#web/features/jobs/list/use-job-counts.ts';
import { Pagination } from '#web/ui/pagination.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

type Search = JobSearch & { cursor?: string };

export const Route = createFileRoute('/_job-list/jobs/')({
  validateSearch: ({ cursor }: Search): { cursor?: string } => (cursor ? { cursor } : {}),
  // Ignore unknown parameters, such as the tracking parameters of a link.
  loaderDeps: ({ search: { cursor, ...search } }) => ({ ...readJobSearch(search), cursor }),
  loader: async ({ context: { api }, deps }) => {
    const list = await orNotFound(
      api('GET /api/jobs', {
        query: {
          ...onPage(deps),
          description: 'summary',
          group: 'true',
          counts: 'true',
        },
      }),
    );
    const notes = await loadSearchNotes(api, deps, list);
    return inColumns({ ...list, results: list.results.map(listed), notes });
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
  const { notes, ...list } = Route.useLoaderData();
  const { results, next, offset = 0 } = list;
  useListHydrated();
  useEffect(() => {
    lastList.jobs = results;
  }, [results]);
  const { cursor, ...search } = Route.useSearch();
  const lastCursor = useRef(cursor);
  useEffect(() => {
    // The visitor has followed the link "More jobs", so move the focus to the first of the new jobs.
    if (lastCursor.current !== cursor) {
      document.querySelector<HTMLElement>('.go-look')?.focus({ preventScroll: true });
    }
    lastCursor.current = cursor;
  }, [cursor]);
  const shown = countPostings(results);
  const total = useJobCounts({ search, counts: list.counts })?.total ?? list.total;
  return (
    <>
      <div id={LIST_ID} className="list-head">
        <p role="status">
          {offset > 0 && shown > 0 && `${formatRange(offset, shown)} of `}
          {total !== undefined ? formatCount(total) : next ? `${shown} jobs and more` : '\u00a0'}
        </p>
        {!cursor && jobOrder(search.q, search.sort) === 'newest' && (
          <LazyNewJobs jobs={results} hasMore={next !== undefined} />
        )}
        {results.length > 0 && <JobOrderLinks search={search} />}
      </div>
      {notes && <LazySearchNotes search={search} cursor={cursor} list={list} {...notes} />}
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
          <JobGrid jobs={results.filter((job) => job.part === part)} heading="h2" />
        </section>
      ))}
      <Pagination
        first={cursor && { href: pages.jobs(search), label: firstLabel(search) }}
        next={
          next && {
            href: `${pages.jobs({ ...search, cursor: next })}#${LIST_ID}`,
            label: 'More jobs',
          }
        }
      />
      <ListTools search={search} company={search.company && results[0]?.company.name} />
    </>
  );
}

/** The position of a page in the list, such as "25–48". */
function formatRange(offset: number, jobs: number): string {
  return [offset + 1, offset + jobs].map(formatNumber).join('–');
}

function firstLabel({ q, sort }: JobSearch): string {
  return jobOrder(q, sort) === 'newest' ? 'Newest jobs' : 'First jobs';
}
