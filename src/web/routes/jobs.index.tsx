import { createFileRoute, Link, stripSearchParams } from '@tanstack/react-router';
import { COMPANIES_PER_PAGE } from '#shared/constants/limits.ts';
import type { JobFilters as Filters } from '#shared/paths.ts';
import { found } from '#web/api/found.ts';
import { JobFilters } from '#web/features/jobs/job-filters.tsx';
import { JobGrid } from '#web/features/jobs/job-grid.tsx';
import { pageTitle } from '#web/features/site/page-title.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';

type Search = Filters & { cursor?: string };

export const Route = createFileRoute('/jobs/')({
  validateSearch: ({ salary, type, company, cursor }: Search): Search => ({
    ...(salary && { salary }),
    ...(type && { type }),
    ...(company && { company }),
    ...(cursor && { cursor }),
  }),
  search: { middlewares: [stripSearchParams({ salary: '', type: '', company: '' })] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { api }, deps: { cursor, ...filters } }) => {
    const [jobs, companies] = await Promise.all([
      found(api('GET /api/jobs', { query: { ...filters, cursor, description: 'summary' } })),
      api('GET /api/companies', {
        query: { limit: String(COMPANIES_PER_PAGE.most), description: 'none' },
      }),
    ]);
    return {
      jobs,
      companies: companies.results.map(({ id, name }) => ({ value: id, label: name })),
    };
  },
  head: ({ match: { context } }) => ({ meta: [{ title: pageTitle(context.site, 'Jobs') }] }),
  component: Jobs,
});

function Jobs() {
  const { jobs, companies } = Route.useLoaderData();
  const { cursor, ...filters } = Route.useSearch();
  const filtered = Object.keys(filters).length > 0;
  return (
    <section className="page-width page-space">
      <h1 className="page-title">Browse Jobs</h1>
      <JobFilters filters={filters} companies={companies} />
      <p role="status" className="mb-6 text-muted">
        {countInWords(jobs.total)}
      </p>
      {jobs.results.length > 0 ? (
        <JobGrid jobs={jobs.results} heading="h2" />
      ) : (
        <EmptyState title="No jobs match">
          {filtered ? (
            <>
              <p>No job on the board has all of what you chose.</p>
              <Link to="/jobs" className="button">
                Clear filters
              </Link>
            </>
          ) : (
            <p>No job is listed yet.</p>
          )}
        </EmptyState>
      )}
      <nav aria-label="Pages" className="mt-14 flex flex-wrap justify-center gap-4 empty:hidden">
        {cursor && (
          <Link to="/jobs" search={filters} className="button button-quiet">
            Newest jobs
          </Link>
        )}
        {jobs.next && (
          <Link to="/jobs" search={{ ...filters, cursor: jobs.next }} className="button" rel="next">
            More jobs
          </Link>
        )}
      </nav>
    </section>
  );
}

function countInWords(total: number): string {
  return total === 1 ? '1 job' : `${total.toLocaleString('en')} jobs`;
}
