import { createFileRoute } from '@tanstack/react-router';
import type { ClosedJob as Closed, Job } from '#shared/contract/job-responses.ts';
import { mayWriteCompanies } from '#shared/domain/permissions.ts';
import { pages } from '#shared/urls/paths.ts';
import { isGone, isMissing, orNotFound } from '#web/api/errors.ts';
import { useAccount } from '#web/auth/use-session.ts';
import { CompanyCard } from '#web/features/companies/company-card.tsx';
import { ClosedJob, ClosedJobControls } from '#web/features/jobs/detail/closed-job.tsx';
import { OpenJob, OpenJobControls } from '#web/features/jobs/detail/open-job.tsx';
import { ArrowLink } from '#web/ui/arrow-link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

type Loaded = { open: Job; closed?: undefined } | { open?: undefined; closed: Closed };

export const Route = createFileRoute('/jobs/$id')({
  loader: async ({ context: { api, setStatus }, params }): Promise<Loaded> => {
    const query = { description: 'html' } as const;
    const readOpen = () => orNotFound(api('GET /api/jobs/:id', { params, query }));
    try {
      return { open: await readOpen() };
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    try {
      const closed = await api('GET /api/jobs/:id/closed', { params });
      setStatus(410);
      return { closed };
    } catch (error) {
      if (!isMissing(error)) throw error;
      // The job is open again: it was reopened between the two requests.
      return { open: await readOpen() };
    }
  },
  component: JobPage,
});

function JobPage() {
  const { open, closed } = Route.useLoaderData();
  const editable = mayWriteCompanies(useAccount() ?? {});
  const company = (open ?? closed?.job)?.company;
  return (
    <div className="page-width page-space">
      <p className="mb-8">
        <ArrowLink back href={pages.jobs()}>
          Back to Job Listings
        </ArrowLink>
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {open ? <OpenJob job={open} /> : <ClosedJob closed={closed} />}
        {company && (
          <aside aria-label="Company" className="lg:sticky lg:top-8 lg:self-start">
            <CompanyCard company={company} heading="h2" editable={editable}>
              <RichText html={company.description} />
            </CompanyCard>
            {open ? <OpenJobControls job={open} /> : <ClosedJobControls closed={closed} />}
          </aside>
        )}
      </div>
    </div>
  );
}
