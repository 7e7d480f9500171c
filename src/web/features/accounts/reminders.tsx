import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** Whether the person gets the emails about the closing dates of jobs. Spec: "Account". */
export function Reminders() {
  const { api } = useSession();
  const { busy, error, run } = useInlineAction();
  const { status, value, retry } = useAsync('reminders', () => api('GET /api/reminders', {}));

  async function choose(reminders: boolean): Promise<void> {
    const act = () => api('PUT /api/reminders', { body: { reminders } });
    if (await run({ act, failure: 'Your choice was not saved' })) retry();
  }

  if (!value) {
    if (status === 'loading') return <Spinner />;
    return <LoadFailed message="Your choice of emails could not be loaded." retry={retry} />;
  }
  return (
    <div className="mt-6">
      <label className="inline-flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-brand"
          checked={value.reminders}
          aria-busy={busy}
          onChange={({ target }) => void choose(target.checked)}
        />
        Emails about closing dates
      </label>
      <p className="text-muted text-small">
        Before your jobs close, and when they have closed. You need a proven email address.
      </p>
      {error && (
        <p role="alert" className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
