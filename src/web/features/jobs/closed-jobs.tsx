import { useCallback, useEffect, useRef } from 'react';
import type { ClosedJobListItem } from '#shared/contract/job-responses.ts';
import { pages } from '#shared/paths.ts';
import { FormPage } from '#web/forms/form-page.tsx';
import { useLoaded } from '#web/forms/use-loaded.ts';
import { useSession } from '#web/session/use-session.ts';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { ListPages } from '#web/ui/list-pages.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

/** Why each was closed. */
const REASONS: Record<ClosedJobListItem['closedby'], string> = {
  day: 'its last day is over',
  admin: 'closed by hand',
  source: 'no longer listed by its source',
};

/** The closed jobs that this person may open again: each has its own page, where that is done. */
export function ClosedJobs({ cursor }: { cursor: string | undefined }) {
  const { api } = useSession();
  const load = useCallback(() => api('GET /api/jobs/closed', { query: { cursor } }), [api, cursor]);
  const loaded = useLoaded(load);
  const last = useRef(cursor);
  useEffect(() => {
    // The link that led here has gone with the page of before.
    if (last.current !== cursor) focusHeading();
    last.current = cursor;
  }, [cursor]);
  return (
    <FormPage title="Closed Jobs" loaded={loaded}>
      {({ results, next }) => (
        <>
          {results.length > 0 ? (
            <ul className="closed-jobs">
              {results.map((job) => (
                <li key={job.id}>
                  <h2 dir="auto" className="font-semibold">
                    <PageLink href={pages.job(job.id)} className="link">
                      {job.title}
                    </PageLink>
                  </h2>
                  <p className="text-sm text-muted">
                    <bdi>{job.company.name}</bdi>
                    {job.location && ' · '}
                    <bdi>{job.location}</bdi>
                  </p>
                  <p className="text-sm">
                    Closed on <CalendarDate iso={job.closedat} />: {REASONS[job.closedby]}
                  </p>
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState title={cursor ? 'Nothing further' : 'No job is closed'} />
          )}
          <ListPages
            first={cursor ? { href: pages.closedJobs(), label: 'Closed last' } : undefined}
            next={
              next
                ? { href: pages.closedJobs({ cursor: next }), label: 'More closed jobs' }
                : undefined
            }
          />
        </>
      )}
    </FormPage>
  );
}
