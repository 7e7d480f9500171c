import type { Moderation } from '#shared/domain/board-rules.ts';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useSession } from '#web/auth/use-session.ts';

type Props = { isWanted: boolean; frequency: Moderation; onDone: () => void };

const FREQUENCIES: Record<Moderation, string> = {
  daily: 'Once a day.',
  hourly: 'Within an hour of something new, and otherwise once a day.',
  never: 'The settings of the board turn these emails off, except the following.',
};

/** Whether the site admin gets an email about the inbox. */
export function DigestChoice({ isWanted, frequency, onDone }: Props) {
  const { api } = useSession();
  const { busy, error, run } = useInlineAction();

  async function choose(digest: boolean): Promise<void> {
    const act = () => api('PUT /api/admin/inbox/digest', { body: { digest } });
    if (await run({ act, failure: 'Your choice was not saved' })) onDone();
  }

  return (
    <div className="mt-8 text-small">
      <label className="inline-flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-brand"
          checked={isWanted}
          aria-busy={busy}
          onChange={({ target }) => void choose(target.checked)}
        />
        Email me when something waits
      </label>
      <p className="text-muted">
        {FREQUENCIES[frequency]} At once for a third report of fraud on one job, and when an import
        asks a question or is paused after many failures. You need a proven email address.
      </p>
      {error && (
        <p role="alert" className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
