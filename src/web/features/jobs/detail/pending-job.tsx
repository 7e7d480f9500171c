import { pages } from '#shared/urls/paths.ts';
import { ArrowLink } from '#web/ui/arrow-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { shownJobs } from '../list/listed-job.ts';
import { JobFacts } from './job-facts.tsx';
import { JobHeader } from './job-header.tsx';

/** The page of a job while it loads: what the card of the job has shown already. */
export function PendingJob({ id }: { id: string }) {
  const job = shownJobs.get(id);
  if (!job) return <Spinner />;
  return (
    <div className="page-width page-space">
      <p className="mb-6">
        <ArrowLink back href={pages.jobs()}>
          Back to Job Listings
        </ArrowLink>
      </p>
      <article className="job-page" aria-busy="true">
        <JobHeader job={job} />
        <div className="job-side">
          <JobFacts job={job} />
        </div>
        <div className="job-description">
          <Spinner />
        </div>
      </article>
    </div>
  );
}
