import { useEffect, useRef } from 'react';
import type { ClosedJobListItem } from '#shared/contract/job-responses.ts';
import { pages } from '#shared/urls/paths.ts';
import { useSession } from '#web/auth/use-session.ts';
import { AsyncPage } from '#web/data/async-page.tsx';
import { useAsync } from '#web/data/use-async.ts';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { UnpublishedJobs } from '../unpublished/unpublished-jobs.tsx';

/** Why a job was closed. */
const REASONS: Record<ClosedJobListItem['closedby'], string> = {
  day: 'its closing date has passed',
  admin: 'closed by an admin',
  source: 'its source no longer lists it',
};

/** The closed jobs that this person may reopen, each with a link to its page. */
export function ClosedJobs({ cursor }: { cursor: string | undefined }) {
  const { api } = useSession();
  const result = useAsync(cursor ?? '', () => api('GET /api/jobs/closed', { query: { cursor } }));
  const lastCursor = useRef(cursor);
  useEffect(() => {
    // Another page of the list is shown, and the link that had the focus is gone.
    if (lastCursor.current !== cursor) focusHeading();
    lastCursor.current = cursor;
  }, [cursor]);
  return (
    <AsyncPage title="Closed Jobs" result={result}>
      {({ results, next }) => (
        <>
          {!cursor && <UnpublishedJobs />}
          {results.length > 0 ? (
            <ul className="grid max-w-176">
              {results.map((job) => (
                <li key={job.id} className="border-t border-line py-5 wrap-anywhere">
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
            <EmptyState title={cursor ? 'No more jobs' : 'No closed jobs'}>
              <p>
                <PageLink href={pages.jobs()} className="link">
                  Browse jobs
                </PageLink>
              </p>
            </EmptyState>
          )}
          <Pagination
            first={cursor ? { href: pages.closedJobs(), label: 'Latest closed jobs' } : undefined}
            next={
              next
                ? { href: pages.closedJobs({ cursor: next }), label: 'More closed jobs' }
                : undefined
            }
          />
        </>
      )}
    </AsyncPage>
  );
}
