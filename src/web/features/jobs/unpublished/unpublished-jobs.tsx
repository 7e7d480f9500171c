import { useState } from 'react';
import { pages } from '#shared/urls/paths.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { Button } from '#web/ui/button.tsx';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { STATES } from './states.ts';

/** The drafts, the jobs in review and the rejected ones that this person may edit. Empty if there are none. */
export function UnpublishedJobs() {
  const { api } = useSession();
  const [cursor, setCursor] = useState<string>();
  const result = useAsync(cursor ?? '', () => api('GET /api/job-drafts', { query: { cursor } }));
  const list = result.status === 'failed' ? undefined : result.value;
  // Nothing moves on the page of the many people who have no such jobs.
  if (list ? list.total === 0 : result.status !== 'failed') return null;
  return (
    <section aria-labelledby="unpublished" className="mb-16 max-w-176">
      <h2 id="unpublished" className="section-title mb-6">
        Unpublished jobs
      </h2>
      {result.status === 'failed' && <Button onClick={result.retry}>Try again</Button>}
      {list && (
        <ul className="grid">
          {list.results.map(({ id, title, company, state, updated }) => (
            <li key={id} className="border-t border-line py-5 wrap-anywhere">
              <h3 dir="auto" className="font-semibold">
                <PageLink href={pages.job(id)} className="link">
                  {title || 'Untitled'}
                </PageLink>
              </h3>
              <p className="text-sm text-muted">
                <bdi>{company.name}</bdi>
              </p>
              <p className="text-sm">
                {STATES[state].label}, changed on <CalendarDate iso={updated} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-6 flex flex-wrap gap-4">
        {cursor && (
          <Button variant="secondary" onClick={() => setCursor(undefined)}>
            Latest unpublished jobs
          </Button>
        )}
        {list?.next && (
          <Button variant="secondary" onClick={() => setCursor(list.next)}>
            More unpublished jobs
          </Button>
        )}
      </p>
    </section>
  );
}
