import type { ReactNode } from 'react';
import type { JobDraft } from '#shared/contract/job-drafts.ts';
import { pages } from '#shared/urls/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { EmploymentTypeBadge } from '../employment-type.tsx';
import { DraftFacts } from './draft-facts.tsx';

type Props = {
  draft: JobDraft;
  /** Shown between the facts and the description. */
  children?: ReactNode;
};

/** A job that is not published: everything that its author has entered. Its description must be HTML. */
export function DraftArticle({ draft: { job }, children }: Props) {
  return (
    <article className="job-page">
      <header className="job-header">
        <p>
          <EmploymentTypeBadge type={job.type} />
        </p>
        <h1 dir="auto" className="page-title">
          {job.title || 'Untitled'}
        </h1>
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
        <h2 className="section-title">Job Description</h2>
        {job.description ? (
          <RichText html={job.description} />
        ) : (
          <p className="text-muted">No description.</p>
        )}
      </section>
    </article>
  );
}
