import { type ReactNode, useState } from 'react';
import type { Source } from '#shared/contract/sources.ts';
import { formatNumber } from '#shared/format/number.ts';
import { ActionDialog } from '#web/actions/action-dialog.tsx';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useSession } from '#web/auth/use-session.ts';
import { SOURCE_ACTIONS } from '#web/messages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { ExternalLink } from './external-link.tsx';
import { RemoveSourceDialog } from './remove-source-dialog.tsx';
import type { SourceScope } from './source-scope.ts';

type Props = {
  source: Source;
  scope: SourceScope;
  isReading: boolean;
  /** Called with the source after an action. */
  onChanged: (source: Source) => void;
  /** Called when a person has asked for a run. */
  onRunRequested: (source: Source) => void;
  /** Called after a proposed source is removed. Without it, the page has a button of its own that removes sources. */
  onRemoved?: () => void;
};

/** The things that a person must know or decide about a source, with the possible actions; nothing if all is well. */
export function SourceQuestion(props: Props) {
  const { state, pausedby, failures } = props.source;
  if (state === 'asking') return <Asking {...props} />;
  if (state === 'proposed') return <Proposed {...props} />;
  if (state === 'paused') return <Paused reason={pausedby} {...props} />;
  if (failures > 0) return <Failing {...props} />;
  return null;
}

/** A run would have closed many jobs. The person looks at the site, and then decides. */
function Asking({ source, isReading, onRunRequested }: Props) {
  const { api } = useSession();
  const { busy, error, run } = useInlineAction();
  const [isConfirming, setIsConfirming] = useState(false);
  const { id, lastrun, url } = source;
  const request = async (close: boolean) =>
    onRunRequested(await api('POST /api/sources/:id/run', { params: { id }, body: { close } }));
  const jobs =
    lastrun?.outcome === 'asked'
      ? `${formatNumber(lastrun.counts.closed)} of ${formatNumber(lastrun.open)} open jobs`
      : 'many of the open jobs';
  return (
    <Alert>
      <p className="font-semibold">The latest list lacks {jobs}.</p>
      <p>
        The list may be incomplete, so nothing was changed.{' '}
        {url ? (
          <>
            Look at <ExternalLink href={url}>the jobs at the source</ExternalLink>. If the missing
            jobs are gone there, too, close them here.
          </>
        ) : (
          'If the missing jobs are gone at the source, too, close them here.'
        )}{' '}
        Otherwise, read the list again.
      </p>
      {error && <p role="alert">{error}</p>}
      {!isReading && (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => setIsConfirming(true)}>
            Close them
          </Button>
          <Button
            variant="secondary"
            aria-busy={busy}
            onClick={() => void run({ act: () => request(false), ...SOURCE_ACTIONS.run })}
          >
            Read again
          </Button>
        </div>
      )}
      {isConfirming && (
        <ActionDialog
          question="Close the jobs that the list lacks?"
          confirm="Close them"
          texts={{ success: 'Reading Begins', ...SOURCE_ACTIONS.run }}
          act={() => request(true)}
          onClose={() => setIsConfirming(false)}
          onDone={() => {}}
        >
          <p>
            The list is read once more, and the jobs that it has lacked for an hour are closed. You
            can undo the run afterwards.
          </p>
        </ActionDialog>
      )}
    </Alert>
  );
}

function Proposed({ source, scope, onChanged, onRemoved }: Props) {
  const [isRemoving, setIsRemoving] = useState(false);
  if (!scope.isSiteAdmin) {
    return (
      <Alert>
        <p className="font-semibold">This source is waiting for approval by a site admin.</p>
        <p>Once it is approved, it is read on its schedule, and its jobs appear here.</p>
      </Alert>
    );
  }
  return (
    <Alert>
      <p className="font-semibold">An owner of the company asks for this source.</p>
      <p>
        Approve it if the jobs are those of <bdi>{source.company.name}</bdi>
        {source.url && (
          <>
            : <ExternalLink href={source.url}>look at them</ExternalLink>
          </>
        )}
        . The source is read as soon as you approve it. Otherwise, remove it.
      </p>
      <ResumeButton
        label="Approve"
        texts={SOURCE_ACTIONS.approve}
        source={source}
        onChanged={onChanged}
      >
        {onRemoved && (
          <Button variant="secondary" onClick={() => setIsRemoving(true)}>
            Remove source…
          </Button>
        )}
      </ResumeButton>
      {isRemoving && onRemoved && (
        <RemoveSourceDialog
          source={source}
          onClose={() => setIsRemoving(false)}
          onDone={onRemoved}
        />
      )}
    </Alert>
  );
}

const PAUSED = {
  person: 'The jobs of the source stay as they are until you resume it.',
  undone:
    'A run was undone, and the next run would do the same. Resume the source when its list is right.',
  restored:
    'The board was restored from a backup. The list may have changed since, so check the first run after you resume the source.',
  failing:
    'The source failed so often that it is no longer read. Resume it when the problem is solved.',
} as const;

function Paused({
  reason,
  source,
  onChanged,
}: Pick<Props, 'source' | 'onChanged'> & { reason: Source['pausedby'] }) {
  return (
    <Alert>
      <p className="font-semibold">This source is paused.</p>
      <p>{PAUSED[reason ?? 'person']}</p>
      {reason === 'failing' && source.lastrun?.error && (
        <p className="wrap-anywhere">The latest error: {source.lastrun.error}</p>
      )}
      <ResumeButton
        label="Resume"
        texts={SOURCE_ACTIONS.resume}
        source={source}
        onChanged={onChanged}
      />
    </Alert>
  );
}

function Failing({ source: { failures, lastrun, url } }: Props) {
  return (
    <Alert>
      <p className="font-semibold">
        {failures === 1 ? 'The latest run failed.' : `The latest ${failures} runs failed.`}
      </p>
      {lastrun?.error && <p className="wrap-anywhere">{lastrun.error}</p>}
      <p>
        The jobs of the source stay as they are, and the source is read again later.
        {url && (
          <>
            {' '}
            If it keeps failing, check whether <ExternalLink href={url}>the source</ExternalLink>{' '}
            has moved.
          </>
        )}
      </p>
    </Alert>
  );
}

type ResumeProps = Pick<Props, 'source' | 'onChanged'> & {
  label: string;
  texts: { success: string; failure: string };
  /** Other buttons beside it. */
  children?: ReactNode;
};

function ResumeButton({ label, texts, source: { id, version }, onChanged, children }: ResumeProps) {
  const { api } = useSession();
  const { busy, error, run } = useInlineAction();
  // Whoever approves a source approves the version on the screen.
  const headers = { 'if-match': `"${version}"` };
  const resume = async () =>
    onChanged(await api('POST /api/sources/:id/resume', { params: { id } }, headers));
  return (
    <>
      {error && <p role="alert">{error}</p>}
      <div className="flex flex-wrap gap-3">
        <Button aria-busy={busy} onClick={() => void run({ act: resume, ...texts })}>
          {label}
        </Button>
        {children}
      </div>
    </>
  );
}
