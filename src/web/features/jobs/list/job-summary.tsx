import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { formatMoney } from '#shared/format/pay.ts';
import { pages } from '#shared/urls/paths.ts';
import { useApi } from '#web/api/use-api.ts';
import { useAsync } from '#web/data/use-async.ts';
import { Button } from '#web/ui/button.tsx';
import { CompanyLogo } from '#web/ui/company-logo.tsx';
import { Highlight } from '#web/ui/highlight.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Age } from '../age.tsx';
import { EmploymentTypeBadge } from '../employment-type.tsx';
import { MarkButtons } from '../marks/lazy-marks.tsx';
import { OpenToYou } from '../residence/open-to-you.tsx';
import { firstPlace } from './first-place.ts';
import type { ListedJob } from './listed-job.ts';

type Props = {
  job: ListedJob;
  /** The level of the heading with the title, which depends on the page. */
  heading: 'h2' | 'h3';
  /** The URL path of the page of the list that contains the job, if there is a list. */
  listPage?: string | undefined;
};

/** A job in a list. "More" expands the description. Spec: "Job lists". */
export function JobSummary({ job, heading: Heading, listPage }: Props) {
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const api = useApi();
  const [isOpen, setIsOpen] = useState<boolean>();
  const full = useAsync(isOpen ? job.id : undefined, () =>
    api('GET /api/jobs/:id', { params: { id: job.id }, query: { description: 'text' } }),
  );
  const expanded = full.status === 'loaded';
  const busy = full.status === 'loading';
  const hasFailed = full.status === 'failed';
  const { highlights } = job;
  const place = firstPlace(job.location, highlights?.location, job.places.length);
  const pay = formatMoney(job);

  function toggle(): void {
    if (hasFailed) full.retry();
    else if (!busy) setIsOpen(!isOpen);
  }

  // An expanded card moves to a row of its own. Collapsing it may leave its top above the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the height changes
  useEffect(() => {
    if (isOpen !== undefined) card.current?.scrollIntoView({ block: 'nearest' });
  }, [expanded]);

  /** For a new tab, the list is in the fragment. Otherwise, the links pass it in the state of the history. */
  function addFragment({ currentTarget }: SyntheticEvent): void {
    for (const link of currentTarget.querySelectorAll('a')) if (listPage) link.hash = listPage;
  }

  return (
    <article
      ref={card}
      className="job-card"
      aria-labelledby={titleId}
      onPointerDown={addFragment}
      onKeyDown={addFragment}
    >
      <p className="job-head">
        <CompanyLogo company={job.company} small />
        <bdi>
          <Highlight text={job.company.name} ranges={highlights?.company} />
        </bdi>
        <Age iso={job.date} />
      </p>
      <Heading id={titleId} dir="auto" className="job-title">
        <Highlight text={job.title} ranges={highlights?.title} />
      </Heading>
      <p className="job-pay">{pay}</p>
      <p className="job-facts">
        <EmploymentTypeBadge type={job.type} />
        {[job.employment, job.workplace].map(
          (fact) =>
            fact &&
            fact !== job.type.toLowerCase() && (
              <span key={fact} className="job-fact">
                {fact}
              </span>
            ),
        )}
        {place.text && place.text !== job.type && (
          <span>
            <bdi>
              <Highlight {...place} />
            </bdi>
            {place.others > 0 && ` +${place.others}`}
          </span>
        )}
      </p>
      <p className="job-more">
        <OpenToYou eligibility={job.eligibility} />
        {job.excerpt ? (
          <span dir="auto">
            “<Highlight text={job.excerpt.text} ranges={job.excerpt.matches} />”
          </span>
        ) : (
          <>
            {job.level && !new RegExp(`\\b${job.level}\\b`, 'i').test(job.title) && (
              <span className="job-fact">{job.level}</span>
            )}
            {job.skills.map((skill) => (
              <span key={skill}>{skill}</span>
            ))}
          </>
        )}
      </p>
      <div className="job-text">
        {job.also && job.also.places > 0 && (
          <details className="job-also">
            <summary aria-describedby={titleId}>
              Also in {job.also.places} {job.also.places > 1 ? 'places' : 'place'}
            </summary>
            <ul>
              {job.also.results.map(({ id, location }) => (
                <li key={id}>
                  <PageLink href={pages.job(id)} state={{ listPage }} className="link tap-target">
                    <bdi>{location || 'Other location'}</bdi>
                  </PageLink>
                </li>
              ))}
              {job.also.places > job.also.results.length && (
                <li>and {job.also.places - job.also.results.length} more</li>
              )}
            </ul>
          </details>
        )}
        {job.description && (
          <p dir="auto">
            {expanded ? (
              full.value.description
            ) : (
              <Highlight text={job.description} ranges={highlights?.description} />
            )}
            {!expanded && job.truncated && '...'}
          </p>
        )}
        <p className="job-actions">
          <PageLink
            href={pages.job(job.id)}
            state={{ listPage }}
            className="go-look arrow-after"
            aria-describedby={titleId}
          >
            Go Look
          </PageLink>
          <MarkButtons job={job} variant="text" describedBy={titleId} />
          {job.truncated && (
            <Button
              variant="text"
              className="js-only"
              aria-expanded={expanded}
              {...(hasFailed
                ? { 'aria-description': 'The description could not be loaded.' }
                : { 'aria-describedby': titleId })}
              aria-busy={busy}
              onClick={toggle}
            >
              {expanded ? 'Less' : hasFailed ? 'Try again' : 'More'}
            </Button>
          )}
        </p>
      </div>
    </article>
  );
}
