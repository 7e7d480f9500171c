import { createFileRoute } from '@tanstack/react-router';
import { type JobFilters, pages } from '#shared/paths.ts';
import { found } from '#web/api/found.ts';
import { useAnnouncedList } from '#web/features/jobs/job-filters.tsx';
import { JobGrid } from '#web/features/jobs/job-grid.tsx';
import { pageTitle } from '#web/features/site/page-title.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListPages } from '#web/ui/list-pages.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

type Search = JobFilters & { cursor?: string };

export const Route = createFileRoute('/_job-list/jobs/')({
  validateSearch: ({ cursor }: Search): { cursor?: string } => (cursor ? { cursor } : {}),
  // What others hang on an address is none of the list's business.
  loaderDeps: ({ search: { salary, type, company, cursor } }) => ({
    salary,
    type,
    company,
    cursor,
  }),
  loader: ({ context: { api }, deps }) =>
    found(api('GET /api/jobs', { query: { ...deps, description: 'summary' } })),
  head: ({ match: { context } }) => ({ meta: [{ title: pageTitle(context.site, 'Jobs') }] }),
  component: Jobs,
});

function Jobs() {
  const { results, total, next } = Route.useLoaderData();
  useAnnouncedList();
  const { cursor, salary, type, company } = Route.useSearch();
  const filters = { salary, type, company };
  return (
    <>
      <p role="status" className="mb-6 text-muted">
        {total === 1 ? '1 job' : `${total.toLocaleString('en')} jobs`}
      </p>
      {results.length > 0 ? (
        <JobGrid jobs={results} heading="h2" />
      ) : (
        <NoJobs total={total} filtered={Boolean(salary || type || company)} />
      )}
      <ListPages
        first={cursor && { href: pages.jobs(filters), label: 'Newest jobs' }}
        next={next && { href: pages.jobs({ ...filters, cursor: next }), label: 'More jobs' }}
      />
    </>
  );
}

function NoJobs({ total, filtered }: { total: number; filtered: boolean }) {
  if (total > 0) return <EmptyState title="Nothing further" />;
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
