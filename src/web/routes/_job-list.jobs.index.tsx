import { createFileRoute } from '@tanstack/react-router';
import { jobOrder } from '#shared/domain/job-search.ts';
import { formatCount } from '#shared/format/count.ts';
import { type JobSearch, pages, readJobSearch } from '#shared/urls/paths.ts';
import { orNotFound } from '#web/api/errors.ts';
import { useListHydrated } from '#web/features/jobs/list/job-filters.tsx';
import { JobGrid } from '#web/features/jobs/list/job-grid.tsx';
import { JobOrderLinks } from '#web/features/jobs/list/job-order.tsx';
import { LazySearchNotes } from '#web/features/jobs/list/lazy-search-notes.tsx';
import { ListTools } from '#web/features/jobs/list/list-tools.tsx';
import { loadSearchNotes } from '#web/features/jobs/list/load-search-notes.ts';
import { useJobCounts } from '#web/features/jobs/list/use-job-counts.ts';
import { Pagination } from '#web/ui/pagination.tsx';

type Search = JobSearch & { cursor?: string };

export const Route = createFileRoute('/_job-list/jobs/')({
  validateSearch: ({ cursor }: Search): { cursor?: string } => (cursor ? { cursor } : {}),
  // Ignore unknown parameters, such as the tracking parameters of a link.
  loaderDeps: ({ search: { cursor, ...search } }) => ({ ...readJobSearch(search), cursor }),
  loader: async ({ context: { api }, deps }) => {
    const list = await orNotFound(
      api('GET /api/jobs', { query: { ...deps, description: 'summary', counts: 'true' } }),
    );
    return { ...list, notes: await loadSearchNotes(api, deps, list) };
  },
  component: Jobs,
});

function Jobs() {
  const { notes, ...list } = Route.useLoaderData();
  const { results, next } = list;
  useListHydrated();
  const { cursor, ...search } = Route.useSearch();
  const total = useJobCounts({ search, counts: list.counts })?.total ?? list.total;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <p role="status" className="text-muted first-letter:uppercase">
          {total !== undefined
            ? formatCount(total)
            : next
              ? `${results.length} jobs and more`
              : '\u00a0'}
        </p>
        {results.length > 0 && <JobOrderLinks search={search} />}
      </div>
      {notes && <LazySearchNotes search={search} cursor={cursor} list={list} {...notes} />}
      {results.length > 0 && <JobGrid jobs={results} heading="h2" />}
      <Pagination
        first={cursor && { href: pages.jobs(search), label: firstLabel(search) }}
        next={next && { href: pages.jobs({ ...search, cursor: next }), label: 'More jobs' }}
      />
      <ListTools search={search} company={search.company && results[0]?.company.name} />
    </>
  );
}

function firstLabel({ q, sort }: JobSearch): string {
  return jobOrder(q, sort) === 'newest' ? 'Newest jobs' : 'First jobs';
}
