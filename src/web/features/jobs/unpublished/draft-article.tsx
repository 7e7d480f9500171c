import type { ReactNode, Ref } from 'react';
import type { JobDraft } from '#shared/contract/job-drafts.ts';
import { pages } from '#shared/urls/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { EmploymentTypeBadge } from '../employment-type.tsx';
import { DraftFacts } from './draft-facts.tsx';

type Props = {
  draft: JobDraft;
  /** The level of the title. */
  heading: 'h1' | 'h2';
  headingRef?: Ref<HTMLHeadingElement>;
  /** Shown between the facts and the description. */
  children?: ReactNode;
};

/** A job that is not published: everything that its author has entered. Its description must be HTML. */
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
        <DraftFacts job={job} />
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
