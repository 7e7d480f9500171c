import { createFileRoute } from '@tanstack/react-router';
import { mayWriteCompanies } from '#shared/domain/permissions.ts';
import { HOME_PAGE_JOBS } from '#shared/limits.ts';
import { feeds, pages } from '#shared/urls/paths.ts';
import { orNotFound } from '#web/api/errors.ts';
import { useAccount } from '#web/auth/use-session.ts';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { CompanyCard } from '#web/features/companies/company-card.tsx';
import { JobGrid } from '#web/features/jobs/list/job-grid.tsx';
import { ArrowLink } from '#web/ui/arrow-link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

export const Route = createFileRoute('/companies/$id')({
  loader: async ({ context: { api }, params: { id } }) => {
    const [company, jobs] = await Promise.all([
      orNotFound(api('GET /api/companies/:id', { params: { id }, query: { description: 'html' } })),
      api('GET /api/jobs', {
        query: { company: id, limit: String(HOME_PAGE_JOBS), description: 'summary' },
      }),
    ]);
    return { company, jobs: jobs.results };
  },
  component: Company,
});

/** In a separate chunk, because only admins need it. */
const ManageCompany = lazyComponent(
  async () => (await import('#web/features/companies/manage-company.tsx')).ManageCompany,
);

function Company() {
  const { company, jobs } = Route.useLoaderData();
  const editable = mayWriteCompanies(useAccount() ?? {});
  return (
    <div className="page-width page-space">
      <p className="mb-8">
        <ArrowLink back href={pages.companies()}>
          All companies
        </ArrowLink>
      </p>
      <div className="lg:grid lg:grid-cols-[minmax(0,44rem)_minmax(0,24rem)] lg:items-start lg:gap-8 lg:*:mt-0">
        <CompanyCard company={company} heading="h1" linked={false} editable={editable}>
          <RichText html={company.description} />
        </CompanyCard>
        {editable && <ManageCompany id={company.id} />}
      </div>
      {jobs.length > 0 && (
        <section aria-labelledby="newest" className="mt-16">
          <h2 id="newest" className="section-title">
            Newest jobs
          </h2>
          <JobGrid jobs={jobs} heading="h3" />
          <p className="mt-12 flex flex-wrap items-baseline gap-x-6 gap-y-2 border-t border-line pt-5 text-small">
            <a href={feeds.jobsAtom({ company: company.id })} className="link">
              Feed of its jobs
            </a>
          </p>
        </section>
      )}
    </div>
  );
}
