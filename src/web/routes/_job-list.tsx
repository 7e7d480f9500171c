import { createFileRoute, Outlet, useMatch } from '@tanstack/react-router';
import { mayAddJobs } from '#shared/domain/permissions.ts';
import { MAX_COMPANY_OPTIONS } from '#shared/limits.ts';
import { readJobSearch, valuesOf } from '#shared/urls/paths.ts';
import { useAccount } from '#web/auth/use-session.ts';
import { inColumns } from '#web/data/columns.ts';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { JobFilters } from '#web/features/jobs/list/job-filters.tsx';
import { ResidenceControl } from '#web/features/jobs/residence/residence-control.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** This component is in a separate chunk, because only admins need it. */
const ListLinks = lazyComponent(
  async () => (await import('#web/features/jobs/manage/list-links.tsx')).ListLinks,
);

/** How long the list of companies stays fresh (ms). It rarely changes, so changing a filter does not load it again. */
const COMPANIES_MAX_AGE = 60_000;

/** The layout of the job list: the heading and the filters, which stay while the list changes. */
export const Route = createFileRoute('/_job-list')({
  validateSearch: readJobSearch,
  loader: async ({ context: { api } }) => {
    const { results, next } = await api('GET /api/companies', {
      query: { limit: String(MAX_COMPANY_OPTIONS), description: 'none' },
    });
    const options = results.map(({ id, name }) => ({ value: id, label: name }));
    return inColumns({ options, hasMore: next !== undefined });
  },
  staleTime: COMPANIES_MAX_AGE,
  component: JobList,
});

function JobList() {
  const { hasMore } = Route.useLoaderData();
  const list = useMatch({
    from: '/_job-list/jobs/',
    shouldThrow: false,
    select: ({ search, loaderData }) =>
      loaderData && {
        search,
        counts: loaderData.counts,
        companies: loaderData.results.map(({ company }) => company),
      },
  });
  const companies = useCompanyOptions(list?.companies);
  const account = useAccount() ?? {};
  const search = Route.useSearch();
  return (
    <section className="page-width page-space">
      <PageHeader title="Browse Jobs" className="max-sm:gap-x-2">
        {mayAddJobs(account) && <ListLinks search={search} />}
        <ResidenceControl />
      </PageHeader>
      <JobFilters companies={companies} hasMore={hasMore} list={list} />
      <Outlet />
    </section>
  );
}

/** The options of the company filter. They include the selected companies, even those that are not loaded. */
function useCompanyOptions(listed: { id: string; name: string }[] = []) {
  const { options } = Route.useLoaderData();
  const known = new Map(options.map(({ value, label }) => [value, label]));
  const selected = valuesOf(Route.useSearch().company);
  for (const { id, name } of listed) if (selected.includes(id)) known.set(id, name);
  return [...known].map(([value, label]) => ({ value, label }));
}
