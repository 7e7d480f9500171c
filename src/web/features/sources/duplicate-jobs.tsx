import { useState } from 'react';
import type { DuplicateJobs as Pair } from '#shared/contract/sources.ts';
import { pages } from '#shared/urls/paths.ts';
import { ActionDialog } from '#web/actions/action-dialog.tsx';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { SOURCE_ACTIONS } from '#web/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { useFew } from './use-few.tsx';

type Props = {
  /** The id of the source. */
  source: string;
  /** A number that changes when the jobs must be loaded again. */
  changes: number;
  onChanged: () => Promise<void>;
};

/** Jobs that the company seems to have twice, for a person to decide. Nothing is shown if there are none. */
export function DuplicateJobs({ source, changes, onChanged }: Props) {
  const { api } = useSession();
  const { status, value, retry } = useAsync(`${source} ${changes}`, () =>
    api('GET /api/sources/:id/duplicates', { params: { id: source } }),
  );
  const [heading, focusHeading] = useFocusRequest<HTMLHeadingElement>();
  const pairs = value?.results ?? [];
  const { shown, toggle } = useFew(pairs);
  if (status !== 'failed' && pairs.length === 0) return null;
  return (
    <section aria-labelledby="duplicates" className="mt-16">
      <h2 id="duplicates" ref={heading} tabIndex={-1} className="section-title mb-2">
        Possible duplicates
      </h2>
      {status === 'failed' ? (
        <LoadFailed message="The possible duplicates could not be loaded." retry={retry} />
      ) : (
        <>
          <p className="mb-4 max-w-176">
            The company has these jobs twice: from this source, and from elsewhere.
          </p>
          <ul className="border-t border-line">
            {shown.map((pair) => (
              <PairRow
                key={`${pair.job.id} ${pair.other.id}`}
                pair={pair}
                onDecided={() => {
                  focusHeading();
                  void onChanged();
                }}
              />
            ))}
          </ul>
          {toggle}
        </>
      )}
    </section>
  );
}

function PairRow({ pair: { job, other }, onDecided }: { pair: Pair; onDecided: () => void }) {
  const { api } = useSession();
  const { busy, error, run } = useInlineAction();
  const [isMerging, setIsMerging] = useState(false);
  // The older job remains, with its date and its URL.
  const [older, newer] = job.date <= other.date ? [job, other] : [other, job];

  async function distinguish(): Promise<void> {
    const params = { id: job.id };
    const isDone = await run({
      act: () => api('POST /api/jobs/:id/distinguish', { params, body: { other: other.id } }),
      ...SOURCE_ACTIONS.distinguish,
    });
    if (isDone) onDecided();
  }

  return (
    <li className="grid gap-3 border-b border-line py-4 wrap-anywhere">
      <div className="grid gap-4 sm:grid-cols-2">
        <JobFacts job={older} label="Older" />
        <JobFacts job={newer} label="Newer" />
      </div>
      {error && (
        <p role="alert" className="field-error">
          {error}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          aria-label={`Merge: ${job.title}`}
          onClick={() => setIsMerging(true)}
        >
          Merge
        </Button>
        <Button
          variant="secondary"
          aria-label={`They are different: ${job.title}`}
          aria-busy={busy}
          onClick={() => void distinguish()}
        >
          They are different
        </Button>
      </div>
      {isMerging && (
        <ActionDialog
          question="Merge these two jobs?"
          confirm="Merge"
          texts={SOURCE_ACTIONS.merge}
          act={(call) =>
            call('POST /api/jobs/:id/merge', { params: { id: newer.id }, body: { into: older.id } })
          }
          onClose={() => setIsMerging(false)}
          onDone={onDecided}
        >
          <p>
            The older job remains, with its date and its texts. The URL of the newer job leads to
            it. This cannot be undone.
          </p>
        </ActionDialog>
      )}
    </li>
  );
}

function JobFacts({ job, label }: { job: Pair['job']; label: string }) {
  return (
    <div className="rounded-sm border border-line p-4">
      <p className="text-muted text-small">{label}</p>
      <h3 dir="auto" className="font-semibold">
        <PageLink href={pages.job(job.id)} className="link">
          {job.title}
        </PageLink>
      </h3>
      <p className="text-small">{job.location}</p>
      <p className="text-muted text-small">
        Posted on <CalendarDate iso={job.date} />,{' '}
        {job.origin ? `from ${job.origin}` : 'by a person'}
      </p>
    </div>
  );
}
