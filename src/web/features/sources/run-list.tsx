import { useId, useRef, useState } from 'react';
import type { EndpointResponse } from '#shared/contract/endpoints.ts';
import type { Source, SourceRun } from '#shared/contract/sources.ts';
import { formatBytes } from '#shared/format/bytes.ts';
import { formatCount } from '#shared/format/count.ts';
import { formatMoment } from '#shared/format/moment.ts';
import { formatNumber } from '#shared/format/number.ts';
import { formatDuration } from '#shared/format/time-span.ts';
import { ActionDialog } from '#web/actions/action-dialog.tsx';
import { useSession } from '#web/auth/use-session.ts';
import { SOURCE_ACTIONS } from '#web/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { describeRun } from './describe-source.ts';
import { RunChanges } from './run-changes.tsx';
import { SkippedEntries } from './skipped-entries.tsx';
import { usePages } from './use-pages.ts';

type Props = {
  source: Source;
  /** A number that changes when a run has ended or was undone. */
  changes: number;
  /** Reloads the data that an undo has changed. */
  onUndone: () => Promise<void>;
};

/** The runs of a source, the newest first. The latest run that has changed jobs can be undone. */
export function RunList({ source: { id, lastrun }, changes, onUndone }: Props) {
  const { api } = useSession();
  const { rows, first, hasMore, more, loadMore } = usePages(`${id} ${changes}`, (cursor) =>
    api('GET /api/sources/:id/runs', { params: { id }, query: { cursor } }),
  );
  const [undone, setUndone] = useState('');
  const runs = rows && withLatest(rows, lastrun);
  const undoable = runs?.find((run) => run.changes)?.id;
  return (
    <section aria-labelledby="runs" className="mt-16">
      <h2 id="runs" className="section-title mb-4">
        Runs
      </h2>
      <p role="status" className={undone ? 'mb-4' : ''}>
        {undone}
      </p>
      {!runs && first.status === 'loading' && <Spinner />}
      {first.status === 'failed' && (
        <LoadFailed className="mb-4" message="The runs could not be loaded." retry={first.retry} />
      )}
      {runs?.length === 0 && <p>There are no runs yet.</p>}
      {runs && runs.length > 0 && (
        <ul className="border-t border-line">
          {runs.map((run) => (
            <Run
              key={run.id}
              run={run}
              isUndoable={run.id === undoable && lastrun?.outcome !== 'running'}
              onUndone={(text) => {
                setUndone(text);
                void onUndone();
              }}
            />
          ))}
        </ul>
      )}
      {hasMore && (
        <Button
          variant="secondary"
          className="mt-6"
          aria-busy={more.status === 'loading'}
          onClick={loadMore}
        >
          {more.status === 'failed' ? 'Try again' : 'Older runs'}
        </Button>
      )}
    </section>
  );
}

/** Replaces the latest run, or adds it, because its progress arrives before the list is loaded again. */
function withLatest(runs: SourceRun[], latest: SourceRun | null): SourceRun[] {
  if (!latest) return runs;
  const others = runs.filter(({ id }) => id !== latest.id);
  return others[0] && BigInt(others[0].id) > BigInt(latest.id) ? runs : [latest, ...others];
}

type RunProps = { run: SourceRun; isUndoable: boolean; onUndone: (text: string) => void };

function Run({ run, isUndoable, onUndone }: RunProps) {
  const { outcome, error, skipped, counts } = run;
  const [isUndoing, setIsUndoing] = useState(false);
  const headingId = useId();
  const isTrouble = outcome === 'failed' || outcome === 'asked';
  const hasNote = error && outcome !== 'failed' && outcome !== 'asked';
  return (
    <li aria-labelledby={headingId} className="grid gap-1 border-b border-line py-4 wrap-anywhere">
      <h3
        id={headingId}
        className={`font-semibold ${isTrouble ? 'text-clay' : ''} ${outcome === 'undone' ? 'text-muted' : ''}`}
      >
        {describeRun(run)}
      </h3>
      {hasNote && <p className="text-small">{error}</p>}
      {counts.missing > 0 && (
        <p className="text-small">Missing jobs stay open unless a later list lacks them too.</p>
      )}
      <p className="text-muted text-small">{factsOf(run)}</p>
      <SkippedEntries entries={skipped} count={counts.skipped} />
      {(run.changes || outcome === 'undone') && <RunChanges run={run.id} />}
      {isUndoable && (
        <p className="mt-1">
          <Button variant="secondary" onClick={() => setIsUndoing(true)}>
            Undo this run
          </Button>
        </p>
      )}
      {isUndoing && (
        <UndoDialog run={run} onClose={() => setIsUndoing(false)} onUndone={onUndone} />
      )}
    </li>
  );
}

/** The time and the duration of a run, and the amount that it has read. */
function factsOf({ started, ended, listed, requests, bytes }: SourceRun): string {
  return [
    formatMoment(started),
    ended && formatDuration(Date.parse(ended) - Date.parse(started)),
    listed > 0 && `${formatCount(listed)} listed`,
    requests > 0 && `${formatNumber(requests)} ${requests === 1 ? 'request' : 'requests'}`,
    bytes > 0 && formatBytes(bytes),
  ]
    .filter(Boolean)
    .join(' · ');
}

type UndoneRun = EndpointResponse<'POST /api/source-runs/:id/undo'>;

type UndoProps = { run: SourceRun; onClose: () => void; onUndone: (text: string) => void };

function UndoDialog({ run: { id, counts }, onClose, onUndone }: UndoProps) {
  const result = useRef<UndoneRun>(undefined);
  const { added, changed, closed, reopened } = counts;
  const effects = [
    added > 0 && `removes ${formatCount(added)}`,
    closed > 0 && `reopens ${formatCount(closed)}`,
    reopened > 0 && `closes ${formatCount(reopened)}`,
    changed > 0 && `changes ${formatCount(changed)} back`,
  ].filter((effect) => effect !== false);
  return (
    <ActionDialog
      question="Undo this run?"
      confirm="Undo this run"
      texts={SOURCE_ACTIONS.undo}
      act={async (api) => {
        result.current = await api('POST /api/source-runs/:id/undo', { params: { id } });
      }}
      onClose={onClose}
      onDone={() => onUndone(result.current ? formatUndone(result.current) : '')}
    >
      <p>
        This {new Intl.ListFormat('en').format(effects)}. Changes that people have made since stay.
        The source is then paused, because the next run would do the same again.
      </p>
    </ActionDialog>
  );
}

function formatUndone({ undone, retained }: UndoneRun): string {
  const done = `${formatCount(undone)} ${undone === 1 ? 'is' : 'are'} as before the run.`;
  if (retained === 0) return done;
  const verb = retained === 1 ? 'stays' : 'stay';
  return `${done} ${formatCount(retained)} ${verb}, because people have changed ${retained === 1 ? 'it' : 'them'} since.`;
}
