import { createFileRoute, Outlet, useMatch } from '@tanstack/react-router';
import { COMPANIES_TO_CHOOSE } from '#shared/constants/limits.ts';
import { pages, readJobSearch } from '#shared/paths.ts';
import { mayAddJobs } from '#shared/permissions.ts';
import { JobFilters } from '#web/features/jobs/job-filters.tsx';
import { useAccount } from '#web/session/use-session.ts';
import { PageLink } from '#web/ui/page-link.tsx';

/** The companies change seldom: they are asked for once, not with every choice (ms). */
const COMPANIES_FRESH = 60_000;

/** What stays while the list below it changes: the heading and the filters. */
export const Route = createFileRoute('/_job-list')({
  validateSearch: readJobSearch,
  loader: async ({ context: { api } }) => {
    const { results, next } = await api('GET /api/companies', {
      query: { limit: String(COMPANIES_TO_CHOOSE), description: 'none' },
    });
    const options = results.map(({ id, name }) => ({ value: id, label: name }));
    return { options, more: next !== undefined };
  },
  staleTime: COMPANIES_FRESH,
  component: JobList,
});

function JobList() {
  const { more } = Route.useLoaderData();
  const companies = useCompanyOptions();
  const account = useAccount() ?? {};
  return (
    <section className="page-width page-space">
      <div className="page-head">
        <h1 className="page-title">Browse Jobs</h1>
        {mayAddJobs(account) && (
          <p className="flex flex-wrap gap-3">
            <PageLink href={pages.closedJobs()} className="button button-quiet">
              Closed Jobs
            </PageLink>
            <PageLink href={pages.addJob()} className="button">
              Add Job
            </PageLink>
          </p>
        )}
      </div>
      <JobFilters companies={companies} more={more} />
      <Outlet />
    </section>
  );
}

/** The choice of companies, with the chosen one where it is beyond those that were asked for. */
function useCompanyOptions() {
  const { options } = Route.useLoaderData();
  const { company } = Route.useSearch();
  const listed = useMatch({
    from: '/_job-list/jobs/',
    shouldThrow: false,
    select: ({ loaderData }) => loaderData?.results[0]?.company,
  });
  const known = options.some(({ value }) => value === company);
  if (known || !listed || listed.id !== company) return options;
  return [...options, { value: listed.id, label: listed.name }];
}
