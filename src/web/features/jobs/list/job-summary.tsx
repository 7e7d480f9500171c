import { useId, useState } from 'react';
import type { JobListItem } from '#shared/contract/job-responses.ts';
import { formatMoney } from '#shared/format/pay.ts';
import { pages } from '#shared/urls/paths.ts';
import { useApi } from '#web/api/use-api.ts';
import { useAsync } from '#web/data/use-async.ts';
import { ArrowLink } from '#web/ui/arrow-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { Highlight } from '#web/ui/highlight.tsx';
import { EmploymentTypeBadge } from '../employment-type.tsx';

type Props = {
  job: JobListItem;
  /** The level of the heading with the title, which depends on the page. */
  heading: 'h2' | 'h3';
};

/** A job in a list. "More" expands the description. Spec: "Job lists". */
export function JobSummary({ job, heading: Heading }: Props) {
  const titleId = useId();
  const descriptionId = useId();
  const api = useApi();
  const [isOpen, setIsOpen] = useState(false);
  const full = useAsync(isOpen ? job.id : undefined, () =>
    api('GET /api/jobs/:id', { params: { id: job.id }, query: { description: 'text' } }),
  );
  const expanded = full.status === 'loaded';
  const busy = full.status === 'loading';

  function toggle(): void {
    if (full.status === 'failed') full.retry();
    else if (!busy) setIsOpen(!isOpen);
  }

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
      <p className="mt-1.5 text-sm font-semibold empty:hidden">{formatMoney(job)}</p>
      {job.description && (
        <p id={descriptionId} dir="auto" className="mt-4 break-words whitespace-pre-line">
          {expanded ? (
            full.value.description
          ) : (
            <Highlight text={job.description} ranges={job.highlights?.description} />
          )}
          {!expanded && job.truncated && '...'}
        </p>
      )}
      <p className="mt-auto flex items-center justify-between gap-4 pt-5">
        <ArrowLink stretched href={pages.job(job.id)} aria-describedby={titleId}>
          Go Look
        </ArrowLink>
        {job.truncated && (
          <Button
            variant="text"
            className="js-only"
            aria-expanded={expanded}
            aria-controls={descriptionId}
            aria-describedby={titleId}
            aria-busy={busy}
            onClick={toggle}
          >
            {expanded ? 'Less' : 'More'}
          </Button>
        )}
      </p>
    </article>
  );
}
