import type { Job } from '#shared/contract/job-responses.ts';
import { mayWriteJobsOf } from '#shared/domain/permissions.ts';
import { useAccount } from '#web/auth/use-session.ts';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { EmploymentTypeBadge } from '../employment-type.tsx';
import { JobFacts } from './job-facts.tsx';
import { JobSkills } from './job-skills.tsx';
import { ShareButton } from './share-button.tsx';

/** The page of an open job. */
export function OpenJob({ job }: { job: Job }) {
  return (
    <article>
      <EmploymentTypeBadge type={job.type} />
      <h1 dir="auto" className="page-title mt-3">
        {job.title}
      </h1>
      <JobFacts job={job} />
      <p className="mt-8 flex flex-wrap gap-3">
        {job.applyurl && <ApplyLink url={job.applyurl} company={job.company.name} />}
        <ShareButton title={`${job.title} at ${job.company.name}`} />
      </p>
      <JobSkills skills={job.skills} />
      <section aria-labelledby="description" className="mt-10">
        <h2 id="description" className="section-title">
          Job Description
        </h2>
        <JobDescription html={job.description} />
      </section>
    </article>
  );
}

export function JobDescription({ html }: { html: string }) {
  if (html) return <RichText html={html} />;
  return <p className="text-muted">No description.</p>;
}

/** In a separate chunk, because only admins need it. */
const ManageJob = lazyComponent(async () => (await import('../manage/manage-job.tsx')).ManageJob);

/** The admin panel, shown to those who may edit the job. */
export function OpenJobControls({ job }: { job: Job }) {
  const account = useAccount() ?? {};
  if (!mayWriteJobsOf(account, job.company.id)) return null;
  return <ManageJob id={job.id} />;
}

function ApplyLink({ url, company }: { url: string; company: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={buttonClass()}>
      {`Apply on ${company} website`}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
