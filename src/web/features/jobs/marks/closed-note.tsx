import { useState } from 'react';
import { formatDateFrom } from '#shared/format/day.ts';
import { pages } from '#shared/urls/paths.ts';
import { useApi } from '#web/api/use-api.ts';
import { useAsync } from '#web/data/use-async.ts';
import { Button } from '#web/ui/button.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

/** How many similar jobs are shown. The page of the closed job has more. */
const SHOWN = 3;

type Props = { job: { id: string; title: string }; closedat: string };

/** Says that a job is closed, and shows similar ones on request. */
export function ClosedNote({ job: { id, title }, closedat }: Props) {
  const api = useApi();
  const [isOpen, setIsOpen] = useState(false);
  const { status, value, retry } = useAsync(isOpen ? id : undefined, () =>
    api('GET /api/jobs/:id/closed', { params: { id } }),
  );
  const similar = value?.similar.slice(0, SHOWN);
  return (
    <>
      <p>
        <span className="text-muted">Closed on {formatDateFrom(new Date(), closedat)}.</span>{' '}
        {!similar && (
          <Button
            variant="text"
            aria-label={`Show jobs similar to ${title}`}
            aria-busy={isOpen && status === 'loading'}
            onClick={() => (status === 'failed' ? retry() : setIsOpen(true))}
          >
            {isOpen && status === 'failed' ? 'Not loaded. Try again' : 'Show similar jobs'}
          </Button>
        )}
      </p>
      {similar && (
        <div role="status">
          {similar.length === 0 ? (
            <p>
              No similar job is open.{' '}
              <PageLink href={pages.jobs()} className="link">
                Browse jobs
              </PageLink>
            </p>
          ) : (
            <ul>
              {similar.map((each) => (
                <li key={each.id}>
                  <PageLink href={pages.job(each.id)} className="link">
                    {each.title}
                  </PageLink>{' '}
                  <span className="text-muted">
                    {[each.company.name, each.location].filter(Boolean).join(' · ')}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  );
}
