import { createFileRoute } from '@tanstack/react-router';
import { jobOrder } from '#shared/domain/job-search.ts';
import { formatCount } from '#shared/format/count.ts';
import { formatDay } from '#shared/format/day.ts';
import { type JobSearch, pages, readJobSearch } from '#shared/urls/paths.ts';
import { orNotFound } from '#web/api/errors.ts';
import { useListHydrated } from '#web/features/jobs/list/job-filters.tsx';
import { JobGrid } from '#web/features/jobs/list/job-grid.tsx';
import { JobOrderLinks } from '#web/features/jobs/list/job-order.tsx';
import { ListTools } from '#web/features/jobs/list/list-tools.tsx';
import { SpellingSuggestion } from '#web/features/jobs/list/spelling-suggestion.tsx';
import { useJobCounts } from '#web/features/jobs/list/use-job-counts.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pagination } from '#web/ui/pagination.tsx';

type Search = JobSearch & { cursor?: string };

export const Route = createFileRoute('/_job-list/jobs/')({
  validateSearch: ({ cursor }: Search): { cursor?: string } => (cursor ? { cursor } : {}),
  // Unknown parameters, such as a link's tracking parameters, do not affect the list.
  loaderDeps: ({ search: { cursor, ...search } }) => ({ ...readJobSearch(search), cursor }),
  loader: ({ context: { api }, deps }) =>
    orNotFound(
      api('GET /api/jobs', { query: { ...deps, description: 'summary', counts: 'true' } }),
    ),
  component: Jobs,
});

function Jobs() {
  const { results, next, correction, ratesdate, ...list } = Route.useLoaderData();
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
      {correction && <SpellingSuggestion correction={correction} search={search} />}
      {ratesdate && (
        <p className="mb-6 text-muted text-small">
          Pay in different currencies is compared at the rates of {formatDay(ratesdate)}.
        </p>
      )}
      {results.length > 0 ? (
        <JobGrid jobs={results} heading="h2" />
      ) : (
        <NoJobs total={total} isFiltered={Object.keys(search).length > 0} />
      )}
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

function NoJobs({ total, isFiltered }: { total: number | undefined; isFiltered: boolean }) {
  if (total !== 0) return <EmptyState title="No more jobs" />;
  if (!isFiltered) return <EmptyState title="No jobs yet" />;
  return (
    <EmptyState title="No matching jobs">
      <p>Try fewer filters or other words.</p>
      <ButtonLink href={pages.jobs()}>Clear filters</ButtonLink>
    </EmptyState>
  );
}
