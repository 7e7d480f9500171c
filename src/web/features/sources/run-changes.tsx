import { useState } from 'react';
import type { RunChange } from '#shared/contract/sources.ts';
import { pages } from '#shared/urls/paths.ts';
import { useSession } from '#web/auth/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Difference } from '#web/ui/difference.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { nameOfField } from './describe-source.ts';
import { usePages } from './use-pages.ts';

/** The changes of a run, job by job. They are loaded when a person asks for them. */
export function RunChanges({ run }: { run: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer text-small md:py-2">What changed</summary>
      {isOpen && <ChangeList run={run} />}
    </details>
  );
}

function ChangeList({ run }: { run: string }) {
  const { api } = useSession();
  const { rows, first, hasMore, more, loadMore } = usePages(run, (cursor) =>
    api('GET /api/source-runs/:id/changes', { params: { id: run }, query: { cursor } }),
  );
  if (first.status === 'failed') {
    return (
      <LoadFailed className="py-2" message="The changes could not be loaded." retry={first.retry} />
    );
  }
  if (!rows) {
    return (
      <p role="status" className="py-2 text-muted text-small">
        Loading…
      </p>
    );
  }
  if (rows.length === 0)
    return <p className="py-2 text-small">The changes of this run are no longer stored.</p>;
  return (
    <>
      <ul className="border-l-4 border-line pl-4">
        {rows.map((change) => (
          <Change key={change.job.id} change={change} />
        ))}
      </ul>
      {hasMore && (
        <Button
          variant="secondary"
          className="mt-3"
          aria-busy={more.status === 'loading'}
          onClick={loadMore}
        >
          {more.status === 'failed' ? 'Try again' : 'More changes'}
        </Button>
      )}
    </>
  );
}

const ACTIONS: Record<RunChange['action'], string> = {
  added: 'Added',
  changed: 'Changed',
  closed: 'Closed',
  reopened: 'Reopened',
  reposted: 'Posted again',
};

function Change({ change: { action, job, fields } }: { change: RunChange }) {
  const [isOpen, setIsOpen] = useState(false);
  const names = fields.map(({ field }) => nameOfField(field).toLowerCase()).join(', ');
  return (
    <li className="py-2 text-small">
      <p>
        <span className="text-muted">{ACTIONS[action]}: </span>
        <PageLink href={pages.job(job.id)} className="link">
          <bdi>{job.title}</bdi>
        </PageLink>
      </p>
      {fields.length > 0 && (
        <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary className="w-fit cursor-pointer md:py-1">
            Compare {names}
            <span className="sr-only"> of {job.title}</span>
          </summary>
          {isOpen && (
            <dl className="grid gap-2 pt-1 pb-2">
              {fields.map(({ field, before, after }) => (
                <div key={field}>
                  <dt className="text-muted">{nameOfField(field)}</dt>
                  <dd dir="auto" className="whitespace-pre-wrap">
                    <Difference before={before} after={after} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </details>
      )}
    </li>
  );
}
