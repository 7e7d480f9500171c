import { useId, useState } from 'react';
import type { JobListItem } from '#shared/contract/job-responses.ts';
import { pages } from '#shared/urls/paths.ts';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { Highlight } from '#web/ui/highlight.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { EmploymentTypeBadge } from '../employment-type.tsx';

type Props = {
  job: JobListItem;
  /** The heading level of the title, which depends on the page. */
  heading: 'h2' | 'h3';
  /** Fetches the full description as plain text. */
  loadDescription: (id: string) => Promise<string>;
};

/** A job in a list. "More" expands its description. Spec: "Job lists". */
export function JobSummary({ job, heading: Heading, loadDescription }: Props) {
  const titleId = useId();
  const descriptionId = useId();
  const [fullText, setFullText] = useState<string>();
  const [expanded, setExpanded] = useState(false);
  const [busy, setBusy] = useState(false);

  const toggle = async () => {
    if (busy) return;
    if (expanded || fullText !== undefined) {
      setExpanded(!expanded);
      return;
    }
    setBusy(true);
    try {
      setFullText(await loadDescription(job.id));
      setExpanded(true);
    } catch (error) {
      // Spec: "Messages": a failed fetch is only logged.
      // biome-ignore lint/suspicious/noConsole: the browser's console is the log
      console.error(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <article className="job-summary" aria-labelledby={titleId}>
      <div className="flex items-baseline justify-between gap-4">
        <EmploymentTypeBadge type={job.type} />
        <p className="text-sm text-muted">
          <CalendarDate iso={job.date} />
        </p>
      </div>
      <Heading
        id={titleId}
        dir="auto"
        className="mt-4 text-xl leading-snug font-semibold tracking-tight text-balance"
      >
        <Highlight text={job.title} ranges={job.highlights?.title} />
      </Heading>
      <p className="mt-1.5 text-sm text-muted">
        <bdi>
          <Highlight text={job.company.name} ranges={job.highlights?.company} />
        </bdi>
        {job.location && ' · '}
        <bdi>
          <Highlight text={job.location} ranges={job.highlights?.location} />
        </bdi>
      </p>
      {job.description && (
        <p id={descriptionId} dir="auto" className="mt-4 break-words whitespace-pre-line">
          {expanded ? (
            fullText
          ) : (
            <Highlight text={job.description} ranges={job.highlights?.description} />
          )}
          {!expanded && job.truncated && '...'}
        </p>
      )}
      <p className="mt-auto flex items-center justify-between gap-4 pt-5">
        <PageLink
          href={pages.job(job.id)}
          className="stretched-link arrow-link"
          aria-describedby={titleId}
        >
          Go Look
        </PageLink>
        {job.truncated && (
          <button
            type="button"
            className="text-button js-only"
            aria-expanded={expanded}
            aria-controls={descriptionId}
            aria-describedby={titleId}
            aria-busy={busy}
            onClick={toggle}
          >
            {expanded ? 'Less' : 'More'}
          </button>
        )}
      </p>
    </article>
  );
}
