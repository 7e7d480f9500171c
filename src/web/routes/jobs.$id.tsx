import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { CompanyFigures as Figures } from '#shared/contract/companies.ts';
import type { ClosedJob as Closed, Job } from '#shared/contract/job-responses.ts';
import { mayAddJobs, mayWriteCompanies } from '#shared/domain/permissions.ts';
import { pages } from '#shared/urls/paths.ts';
import { isGone, isMissing, orNotFound } from '#web/api/errors.ts';
import { useAccount } from '#web/auth/use-session.ts';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { CompanyCard } from '#web/features/companies/company-card.tsx';
import { FiguresText } from '#web/features/companies/figures-text.tsx';
import { OpenJob } from '#web/features/jobs/detail/open-job.tsx';
import { ListPosition, useListPage } from '#web/features/jobs/from-list/lazy-list-position.tsx';
import { ReportJob } from '#web/features/reports/report-job.tsx';
import { BackLink } from '#web/layout/back-link.tsx';
import { NotFound } from '#web/layout/not-found.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

type Loaded = {
  open?: Job;
  /** Figures of the job's company, if it has no description. */
  figures?: Figures | undefined;
  closed?: Closed;
};

/** This component is in a separate chunk, because only admins need it. */
const UnpublishedJob = lazyComponent(
  async () => (await import('#web/features/jobs/unpublished/unpublished-job.tsx')).UnpublishedJob,
);

const loadClosedJob = async () =>
  (await import('#web/features/jobs/detail/closed-job.tsx')).ClosedJob;

/**
 * This component is in a separate chunk, because few visitors open a closed job. React keeps what the server has rendered
 * until the chunk is loaded.
 */
const ClosedJob = import.meta.env.SSR
  ? await loadClosedJob()
  : lazy(async () => ({ default: await loadClosedJob() }));

export const Route = createFileRoute('/jobs/$id')({
  loader: async ({ context: { api, setStatus }, params }): Promise<Loaded> => {
    const query = { description: 'html' } as const;
    const readOpen = async () => {
      const open = await api('GET /api/jobs/:id', { params, query });
      const { id, description } = open.company;
      if (description) return { open };
      // The page is complete without figures.
      const figures = api('GET /api/companies/:id/figures', { params: { id } });
      return { open, figures: await figures.catch(() => undefined) };
    };
    try {
      return await readOpen();
    } catch (error) {
      if (isMissing(error)) {
        // The job may be unpublished. The browser of an admin loads it, and other people see the not-found page.
        setStatus(404);
        return {};
      }
      if (!isGone(error)) throw error;
    }
    try {
      const closed = await api('GET /api/jobs/:id/closed', { params });
      setStatus(410);
      return { closed };
    } catch (error) {
      if (!isMissing(error)) throw error;
      // The job is open again: it was reopened between the two requests.
      return await orNotFound(readOpen());
    }
  },
  component: JobPage,
});

function JobPage() {
  const { open, figures, closed } = Route.useLoaderData();
  const { id } = Route.useParams();
  const listPage = useListPage();
  const account = useAccount() ?? {};
  const editable = mayWriteCompanies(account);
  const back = (
    <div className="job-top">
      <BackLink href={listPage?.startsWith(pages.jobs()) ? listPage : pages.jobs()}>
        Back to Job Listings
      </BackLink>
      {listPage && <ListPosition id={id} listPage={listPage} />}
    </div>
  );
  if (!open && !closed) {
    const missing = <NotFound />;
    return mayAddJobs(account) ? (
      <UnpublishedJob key={id} id={id} back={back} missing={missing} fallback={<Spinner />} />
    ) : (
      missing
    );
  }
  const company = (open ?? closed?.job)?.company;
  const card = company && (
    <aside aria-label="Company">
      <CompanyCard company={company} heading="h2" editable={editable}>
        {figures ? <FiguresText figures={figures} /> : <RichText html={company.description} />}
      </CompanyCard>
    </aside>
  );
  return (
    <div className="page-width page-space">
      {back}
      {open && (
        <OpenJob job={open} company={card}>
          <ReportJob key={id} id={id} />
          {listPage && <ListPosition id={id} listPage={listPage} isAtEnd />}
        </OpenJob>
      )}
      {closed && (
        <Suspense>
          <ClosedJob closed={closed} company={card} />
        </Suspense>
      )}
    </div>
  );
}
