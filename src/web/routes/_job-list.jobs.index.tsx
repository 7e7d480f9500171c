import { createFileRoute } from '@tanstack/react-router';
import { jobOrder } from '#shared/constants/job-search.ts';
import { formatCount } from '#shared/format/count.ts';
import { type JobSearch, pages, readJobSearch } from '#shared/paths.ts';
import { found } from '#web/api/found.ts';
import { Corrected } from '#web/features/jobs/corrected.tsx';
import { useAnnouncedList } from '#web/features/jobs/job-filters.tsx';
import { JobGrid } from '#web/features/jobs/job-grid.tsx';
import { JobOrderLinks } from '#web/features/jobs/job-order.tsx';
import { ListTools } from '#web/features/jobs/list-tools.tsx';
import { useJobCounts } from '#web/features/jobs/use-job-counts.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListPages } from '#web/ui/list-pages.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

type Search = JobSearch & { cursor?: string };

export const Route = createFileRoute('/_job-list/jobs/')({
  validateSearch: ({ cursor }: Search): { cursor?: string } => (cursor ? { cursor } : {}),
  // What others hang on an address is none of the list's business.
  loaderDeps: ({ search: { cursor, ...search } }) => ({ ...readJobSearch(search), cursor }),
  loader: ({ context: { api }, deps }) =>
    found(api('GET /api/jobs', { query: { ...deps, description: 'summary', counts: 'true' } })),
  component: Jobs,
});

function Jobs() {
  const { results, next, correction, ...list } = Route.useLoaderData();
  useAnnouncedList();
  const { cursor, ...search } = Route.useSearch();
  const total = useJobCounts()?.total ?? list.total;
  return (
    <>
      <div className="list-head">
        <p role="status" className="text-muted first-letter:uppercase">
          {total !== undefined
            ? formatCount(total)
            : next
              ? `${results.length} jobs and more`
              : '\u00a0'}
        </p>
        {results.length > 0 && <JobOrderLinks search={search} />}
      </div>
      {correction && <Corrected correction={correction} search={search} />}
      {results.length > 0 ? (
        <JobGrid jobs={results} heading="h2" />
      ) : (
        <NoJobs total={total} filtered={Object.keys(search).length > 0} />
      )}
      <ListPages
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

function NoJobs({ total, filtered }: { total: number | undefined; filtered: boolean }) {
  if (total !== 0) return <EmptyState title="Nothing further" />;
  if (!filtered) return <EmptyState title="No job is listed yet" />;
  return (
    <EmptyState title="No jobs match">
      <p>No job on the board has all of what you chose.</p>
      <PageLink href={pages.jobs()} className="button">
        Clear filters
      </PageLink>
    </EmptyState>
  );
}
