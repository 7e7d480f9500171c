import type { ClosedJob as Closed } from '#shared/contract/job-responses.ts';
import { mayWriteJobsOf } from '#shared/domain/permissions.ts';
import { pages } from '#shared/urls/paths.ts';
import { useAccount } from '#web/auth/use-session.ts';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { EmploymentTypeBadge } from '../employment-type.tsx';
import { JobGrid } from '../list/job-grid.tsx';
import { JobFacts } from './job-facts.tsx';
import { JobDescription } from './open-job.tsx';

/** A closed or deleted job, with similar jobs that are open. */
export function ClosedJob({ closed: { job, closedat, similar } }: { closed: Closed }) {
  return (
    <article>
      {job && <EmploymentTypeBadge type={job.type} />}
      <h1 dir="auto" className="page-title mt-3">
        {job?.title ?? 'Job closed'}
      </h1>
      <Alert className="mt-6">
        <p>
          This job closed on <CalendarDate iso={closedat} />.
        </p>
      </Alert>
      {job && <JobFacts job={{ ...job, validthrough: '' }} />}
      <section aria-labelledby="similar" className="mt-10">
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
      {job && (
        <details className="mt-10">
          <summary className="section-title cursor-pointer">Original description</summary>
          <JobDescription html={job.description} />
        </details>
      )}
    </article>
  );
}

/** In a separate chunk, because only admins need it. */
const ManageClosedJob = lazyComponent(
  async () => (await import('../manage/manage-closed-job.tsx')).ManageClosedJob,
);

/** The admin panel, shown to those who may edit the job. */
export function ClosedJobControls({ closed: { id, job } }: { closed: Closed }) {
  const account = useAccount() ?? {};
  if (!job || !mayWriteJobsOf(account, job.company.id)) return null;
  return <ManageClosedJob id={id} closingDate={job.validthrough} />;
}
