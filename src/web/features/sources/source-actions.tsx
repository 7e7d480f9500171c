import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Source } from '#shared/contract/sources.ts';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useSession } from '#web/auth/use-session.ts';
import { SOURCE_ACTIONS } from '#web/messages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { IntervalField } from './interval-field.tsx';
import { RemoveSourceDialog } from './remove-source-dialog.tsx';
import type { SourceScope } from './source-scope.ts';
import { useSourceChange } from './use-source-change.ts';

type Props = {
  source: Source;
  scope: SourceScope;
  isReading: boolean;
  onChanged: (source: Source) => void;
  onRunRequested: (source: Source) => void;
};

/** The actions that are always possible for a source: run, pause, read more or less often, remove. */
export function SourceActions({ source, scope, isReading, onChanged, onRunRequested }: Props) {
  const { api } = useSession();
  const router = useRouter();
  const { busy, error, run } = useInlineAction();
  const [isRemoving, setIsRemoving] = useState(false);
  const { id, state } = source;
  const params = { id };
  const isScheduled = state === 'active' || state === 'asking';

  const runNow = async () =>
    onRunRequested(await api('POST /api/sources/:id/run', { params, body: { close: false } }));
  const pause = async () => onChanged(await api('POST /api/sources/:id/pause', { params }));

  return (
    <div className="grid gap-6">
      {error && <Alert role="alert">{error}</Alert>}
      <div className="flex flex-wrap gap-3">
        {isScheduled && state !== 'asking' && (
          <Button
            aria-busy={busy}
            aria-disabled={isReading}
            onClick={() => !isReading && void run({ act: runNow, ...SOURCE_ACTIONS.run })}
          >
            Run now
          </Button>
        )}
        {isScheduled && (
          <Button
            variant="secondary"
            aria-busy={busy}
            onClick={() => void run({ act: pause, ...SOURCE_ACTIONS.pause })}
          >
            Pause
          </Button>
        )}
        <Button variant="danger-secondary" onClick={() => setIsRemoving(true)}>
          Remove
        </Button>
      </div>
      <IntervalForm key={source.interval} source={source} onChanged={onChanged} />
      {isRemoving && (
        <RemoveSourceDialog
          source={source}
          onClose={() => setIsRemoving(false)}
          onDone={() => {
            router.clearCache();
            void router.navigate({ href: scope.hrefOf(), replace: true });
          }}
        />
      )}
    </div>
  );
}

function IntervalForm({ source, onChanged }: Pick<Props, 'source' | 'onChanged'>) {
  const { busy, error, save } = useSourceChange(source, onChanged);
  const [interval, setInterval] = useState(source.interval);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    void save({ interval }, SOURCE_ACTIONS.interval);
  }

  return (
    <form onSubmit={submit} className="max-w-160">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-48 flex-1">
          <IntervalField value={interval} current={source.interval} onChange={setInterval} />
        </div>
        <Button
          type="submit"
          variant="secondary"
          aria-busy={busy}
          aria-disabled={interval === source.interval}
        >
          Save
        </Button>
      </div>
      {error && (
        <p role="alert" className="field-error">
          {error}
        </p>
      )}
    </form>
  );
}
