import type { JobDraftListItem } from '#shared/contract/job-drafts.ts';
import { formatDate } from '#shared/format/day.ts';
import { useAction } from '#web/actions/action-button.tsx';
import { useAccount, useSession } from '#web/auth/use-session.ts';
import { ReviewStatus } from '#web/data/review-status.tsx';
import { useAsync } from '#web/data/use-async.ts';
import { TOASTS } from '#web/messages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { REVIEW_REASONS } from './states.ts';

/** The edit of a published job that is in review or was rejected, for those who may edit the job. */
export function PendingEdit({ id }: { id: string }) {
  const { api } = useSession();
  const { value, retry } = useAsync(`edit ${id}`, () =>
    api('GET /api/job-drafts', { query: { job: id } }),
  );
  const [edit] = value?.results ?? [];
  return edit ? <Edit edit={edit} onDone={retry} /> : null;
}

function Edit({ edit, onDone }: { edit: JobDraftListItem; onDone: () => void }) {
  const { id, reason, review, updated, submitted } = edit;
  const isSiteAdmin = useAccount()?.role === 'siteadmin';
  const { busy, run } = useAction({
    toasts: TOASTS.discardEdit,
    act: (api) => api('DELETE /api/job-drafts/:id', { params: { id } }),
  });

  async function discard(): Promise<void> {
    await run();
    onDone();
  }

  return (
    <Alert className="w-full">
      <p>
        {submitted
          ? `An edit has been in review since ${formatDate(submitted)}.`
          : `A site admin rejected the edit of ${formatDate(updated)}.`}{' '}
        The page shows the job as it was before. {review && REVIEW_REASONS[review]}
      </p>
      {submitted && !isSiteAdmin && <ReviewStatus id={id} />}
      {reason && (
        <p dir="auto" className="mt-2 whitespace-pre-line wrap-anywhere">
          {`Reason: ${reason}`}
        </p>
      )}
      <Button variant="secondary" aria-busy={busy} onClick={() => void discard()}>
        Discard Edit
      </Button>
    </Alert>
  );
}
