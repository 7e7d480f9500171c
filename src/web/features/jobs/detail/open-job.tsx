import { type ReactNode, useEffect } from 'react';
import type { Job } from '#shared/contract/job-responses.ts';
import { mayWriteJobsOf } from '#shared/domain/permissions.ts';
import { pages } from '#shared/urls/paths.ts';
import { useAccount } from '#web/auth/use-session.ts';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { MarkButtons, withMarks } from '../marks/lazy-marks.tsx';
import { recordSeen } from '../marks/record-seen.ts';
import { JobFacts } from './job-facts.tsx';
import { JobHeader } from './job-header.tsx';
import { CopyAddress, ShareButton } from './share-button.tsx';
import { SimilarJobs } from './similar-jobs.tsx';

type Props = {
  job: Job;
  /** The card of the job's company. */
  company: ReactNode;
  /** What follows the description. */
  children: ReactNode;
};

/** The page of an open job. On wide screens, the facts and the company are in a column at the right. */
export function OpenJob({ job, company, children }: Props) {
  const { id, applyurl, applyemail } = job;
  useEffect(() => recordSeen(id), [id]);
  const onApply = () => withMarks(({ askLater }) => askLater(job), reportError);
  const email = applyemail && (
    <a
      // A local part may contain characters that have a meaning in URLs. https://www.rfc-editor.org/rfc/rfc6068#section-2
      href={`mailto:${encodeURIComponent(applyemail).replace('%40', '@')}?subject=${encodeURIComponent(job.title)}`}
      className={buttonClass({
        variant: applyurl ? 'secondary' : 'primary',
        className: 'wrap-anywhere',
      })}
      onClick={onApply}
    >
      {`Apply by email to ${applyemail}`}
    </a>
  );
  const apply = applyurl ? (
    <ApplyLink url={applyurl} company={job.company.name} onClick={onApply} />
  ) : (
    email
  );
  const share = (
    <>
      <ShareButton title={`${job.title} at ${job.company.name}`} />
      <MarkButtons job={job} variant="secondary" />
    </>
  );
  return (
    <>
      <article className="job-page">
        <JobHeader job={job} />
        <div className="job-side">
          <p className="job-apply">
            {apply}
            {share}
          </p>
          <JobFacts job={job} />
          {email && (
            <p className="flex flex-wrap gap-3">
              {applyurl && email}
              <CopyAddress address={applyemail} />
            </p>
          )}
          <OpenJobControls job={job} />
          {company}
        </div>
        <div className="job-description">
          <JobSkills skills={job.skills} />
          <section aria-labelledby="description">
            <h2 id="description" className="section-title">
              Job Description
            </h2>
            <JobDescription html={job.description} />
          </section>
          {children}
        </div>
        <SimilarJobs job={job} />
      </article>
      {/* On narrow screens, Apply stays at the bottom edge. */}
      <p className="apply-bar">
        {apply}
        {share}
      </p>
    </>
  );
}

export function JobDescription({ html }: { html: string }) {
  if (html) return <RichText html={html} />;
  return <p className="text-muted">No description.</p>;
}

/** This component is in a separate chunk, because only admins need it. */
const ManageJob = lazyComponent(async () => (await import('../manage/manage-job.tsx')).ManageJob);

/** The admin panel, shown to those who may edit the job. */
function OpenJobControls({ job }: { job: Job }) {
  const account = useAccount() ?? {};
  if (!mayWriteJobsOf(account, job.company.id)) return null;
  return <ManageJob {...job} />;
}

type ApplyProps = { url: string; company: string; onClick: () => void };

function ApplyLink({ url, company, onClick }: ApplyProps) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={buttonClass()}
      onClick={onClick}
    >
      {`Apply on ${company} website`}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

/** The number of skills that are visible before "more". */
const FIRST_SKILLS = 4;

/** The skills that a job names, each with a link to other jobs that name it, in a line. */
function JobSkills({ skills }: Pick<Job, 'skills'>) {
  if (skills.length === 0) return null;
  const more = skills.slice(FIRST_SKILLS);
  return (
    <section aria-label="Skills" className="skills">
      <span className="text-muted" aria-hidden>
        Skills{' '}
      </span>
      <SkillLinks skills={skills.slice(0, FIRST_SKILLS)} />
      {more.length > 0 && (
        <details>
          <summary className="link">{`${more.length} more`}</summary>
          <SkillLinks skills={more} />
        </details>
      )}
    </section>
  );
}

function SkillLinks({ skills }: Pick<Job, 'skills'>) {
  return (
    <ul>
      {skills.map(({ name }) => (
        <li key={name}>
          <PageLink href={pages.jobs({ skill: name })}>{name}</PageLink>
        </li>
      ))}
    </ul>
  );
}
