import type { Job } from '#shared/contract/job-responses.ts';
import { pages } from '#shared/urls/paths.ts';
import { CompanyLogo } from '#web/ui/company-logo.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { EmploymentTypeBadge } from '../employment-type.tsx';

/** The employment type, the title and the company of a job. */
export function JobHeader({ job }: { job: Pick<Job, 'type' | 'title' | 'company'> }) {
  return (
    <header className="job-header">
      <p>
        <EmploymentTypeBadge type={job.type} />
      </p>
      <h1 dir="auto" className="page-title">
        {job.title}
      </h1>
      <p className="job-head">
        <CompanyLogo company={job.company} small />
        <PageLink href={pages.company(job.company.id)} className="plain-link">
          <bdi>{job.company.name}</bdi>
        </PageLink>
      </p>
    </header>
  );
}
