import { createFileRoute, Outlet } from '@tanstack/react-router';
import { COMPANIES_PER_PAGE } from '#shared/constants/limits.ts';
import type { JobFilters as Filters } from '#shared/paths.ts';
import { ApiError } from '#web/api/api.ts';
import { JobFilters } from '#web/features/jobs/job-filters.tsx';

/** The companies change seldom: they are asked for once, not with every choice (ms). */
const COMPANIES_FRESH = 60_000;

/** What stays while the list below it changes: the heading and the filters. */
export const Route = createFileRoute('/_job-list')({
  validateSearch: ({ salary, type, company }: Filters): Filters => ({
    ...(salary && { salary }),
    ...(type && { type }),
    ...(company && { company }),
  }),
  loaderDeps: ({ search: { company } }) => ({ company }),
  loader: async ({ context: { api }, deps: { company } }) => {
    const { results } = await api('GET /api/companies', {
      query: { limit: String(COMPANIES_PER_PAGE.most), description: 'none' },
    });
    const options = results.map(({ id, name }) => ({ value: id, label: name }));
    if (company && !options.some(({ value }) => value === company)) {
      const chosen = await api('GET /api/companies/:id', {
        params: { id: company },
        query: {},
      }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return undefined;
        throw error;
      });
      if (chosen) options.push({ value: chosen.id, label: chosen.name });
    }
    return options;
  },
  staleTime: COMPANIES_FRESH,
  component: JobList,
});

function JobList() {
  const companies = Route.useLoaderData();
  return (
    <section className="page-width page-space">
      <h1 className="page-title">Browse Jobs</h1>
      <JobFilters companies={companies} />
      <Outlet />
    </section>
  );
}
