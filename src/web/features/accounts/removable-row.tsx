import { type ReactNode, useState } from 'react';
import { showError } from '#web/actions/show-error.ts';
import type { Session } from '#web/auth/session.ts';
import { useSession } from '#web/auth/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { showToast } from '#web/ui/toast/toast.ts';

type Props = {
  name: string;
  /** When it was added and last used. */
  use: ReactNode;
  isRemovable: boolean;
  question: string;
  /** What the removal changes, for the dialog that asks. */
  consequence: string;
  toasts: { success: string; failure: string };
  remove: (api: Session['api']) => Promise<unknown>;
  onRemoved: () => void;
};

/** A row of a list of ways to sign in, with a button that removes it after a question. */
export function RemovableRow({ name, use, isRemovable, question, consequence, ...props }: Props) {
  const { toasts, remove, onRemoved } = props;
  const { api } = useSession();
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      await remove(api);
      showToast('success', toasts.success);
      setAsking(false);
      onRemoved();
    } catch (error) {
      showError(toasts.failure, error);
      setAsking(false);
    }
    setBusy(false);
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-4 py-4">
      <p className="wrap-anywhere">
        <bdi>{name}</bdi>
        <span className="block text-sm text-muted">{use}</span>
      </p>
      {isRemovable && (
        <Button variant="secondary" aria-label={`Remove: ${name}`} onClick={() => setAsking(true)}>
          Remove
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          question={question}
          confirm="Remove"
          busy={busy}
          onConfirm={() => void confirm()}
          onCancel={() => setAsking(false)}
        >
          {consequence}
        </ConfirmDialog>
      )}
    </li>
  );
}
