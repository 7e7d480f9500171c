import type { ReactNode, Ref } from 'react';
import type { JobDraft } from '#shared/contract/job-drafts.ts';
import { formatMoney } from '#shared/format/pay.ts';
import { JOB_LIFETIME_DAYS } from '#shared/limits.ts';
import { pages } from '#shared/urls/paths.ts';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { EmploymentTypeBadge } from '../employment-type.tsx';

type Props = {
  draft: JobDraft;
  /** The level of the title. */
  heading: 'h1' | 'h2';
  headingRef?: Ref<HTMLHeadingElement>;
  /** Shown between the facts and the description. */
  children?: ReactNode;
};

/** A job that is not published: all that its author has entered. Its description must be HTML. */
export function DraftArticle({ draft: { job }, heading: Heading, headingRef, children }: Props) {
  const Section = Heading === 'h1' ? 'h2' : 'h3';
  return (
    <article className="job-page">
      <header className="job-header">
        <p>
          <EmploymentTypeBadge type={job.type} />
        </p>
        <Heading ref={headingRef} tabIndex={-1} dir="auto" className="page-title">
          {job.title || 'Untitled'}
        </Heading>
        <p className="job-head">
          <PageLink href={pages.company(job.company.id)} className="plain-link">
            <bdi>{job.company.name}</bdi>
          </PageLink>
        </p>
      </header>
      <div className="job-side">
        <dl className="facts">
          <Fact name="Salary">{formatMoney(job)}</Fact>
          <Fact name="Location">{job.location}</Fact>
          <Fact name="Workplace">{job.workplace}</Fact>
          <Fact name="Hours">{job.employment}</Fact>
          <Fact name="Closes on">
            {job.validthrough === null
              ? `${JOB_LIFETIME_DAYS} days after its publication`
              : job.validthrough && <CalendarDate iso={job.validthrough} />}
          </Fact>
          {/* A text and no link, because the address is not checked yet. */}
          <Fact name="Apply URL">{job.applyurl}</Fact>
        </dl>
        {children}
      </div>
      <section className="job-description">
        <Section className="section-title">Job Description</Section>
        {job.description ? (
          <RichText html={job.description} />
        ) : (
          <p className="text-muted">No description.</p>
        )}
      </section>
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt>{name}</dt>
      <dd className="wrap-anywhere">
        {children ? (
          <bdi>{children}</bdi>
        ) : (
          <span className="text-muted font-normal">Not stated</span>
        )}
      </dd>
    </div>
  );
}
