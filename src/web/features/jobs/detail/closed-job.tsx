import { type ReactNode, useEffect } from 'react';
import type { ClosedJob as Closed } from '#shared/contract/job-responses.ts';
import { mayWriteJobsOf } from '#shared/domain/permissions.ts';
import { formatDate } from '#shared/format/day.ts';
import { pages } from '#shared/urls/paths.ts';
import { useAccount } from '#web/auth/use-session.ts';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { JobGrid } from '../list/job-grid.tsx';
import { JobFacts } from './job-facts.tsx';
import { JobHeader } from './job-header.tsx';
import { JobDescription } from './open-job.tsx';

type Props = {
  closed: Closed;
  /** The card of the job's company. */
  company: ReactNode;
};

/** A closed or deleted job, with similar jobs that are open. */
export function ClosedJob({ closed, company }: Props) {
  const { job, closedat, similar } = closed;
  useEffect(() => {
    // The page had no heading yet when it was opened, or when the job was closed on it.
    if (document.activeElement?.matches('main')) focusHeading();
  }, []);
  // The closing date is a day where the job is, not in UTC.
  const day = job && job.closesat === closedat ? job.validthrough : closedat;
  return (
    <article className="job-page">
      {job ? <JobHeader job={job} /> : <h1 className="job-header page-title">Job closed</h1>}
      {job && (
        <div className="job-side">
          <JobFacts job={{ ...job, validthrough: '' }} />
          <ClosedJobControls closed={closed} />
          {company}
        </div>
      )}
      <div className="job-description">
        <Alert>
          <p>This job closed on {formatDate(day)}.</p>
        </Alert>
        {job && (
          <details className="mt-8">
            <summary className="section-title cursor-pointer">Original description</summary>
            <JobDescription html={job.description} />
          </details>
        )}
      </div>
      <section aria-labelledby="similar" className="similar-jobs">
        <h2 id="similar" className="section-title">
          Similar open jobs
        </h2>
        {similar.length > 0 ? (
          <JobGrid jobs={similar} heading="h3" />
        ) : (
          <p>
            <PageLink href={pages.jobs()} className="link">
              Browse all jobs
            </PageLink>
          </p>
        )}
      </section>
    </article>
  );
}

/** This component is in a separate chunk, because only admins need it. */
const ManageClosedJob = lazyComponent(
  async () => (await import('../manage/manage-closed-job.tsx')).ManageClosedJob,
);

/** The admin panel, shown to those who may edit the job. */
function ClosedJobControls({ closed: { id, job } }: { closed: Closed }) {
  const account = useAccount() ?? {};
  if (!job || !mayWriteJobsOf(account, job.company.id)) return null;
  return (
    <ManageClosedJob
      id={id}
      title={job.title}
      closingDate={job.validthrough}
      closesAt={job.closesat}
    />
  );
}
