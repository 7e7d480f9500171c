import { createFileRoute } from '@tanstack/react-router';
import type { ClosedJob as Closed, Job } from '#shared/contract/job-responses.ts';
import { mayWriteCompanies } from '#shared/domain/permissions.ts';
import { pages } from '#shared/urls/paths.ts';
import { isGone, isMissing, orNotFound } from '#web/api/errors.ts';
import { useAccount } from '#web/auth/use-session.ts';
import { CompanyCard } from '#web/features/companies/company-card.tsx';
import { ClosedJob } from '#web/features/jobs/detail/closed-job.tsx';
import { OpenJob } from '#web/features/jobs/detail/open-job.tsx';
import { BackLink } from '#web/layout/back-link.tsx';
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
  const card = company && (
    <aside aria-label="Company">
      <CompanyCard company={company} heading="h2" editable={editable}>
        <RichText html={company.description} />
      </CompanyCard>
    </aside>
  );
  return (
    <div className="page-width page-space">
      <p className="mb-6">
        <BackLink href={pages.jobs()}>Back to Job Listings</BackLink>
      </p>
      {open ? <OpenJob job={open} company={card} /> : <ClosedJob closed={closed} company={card} />}
    </div>
  );
}
