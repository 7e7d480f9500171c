import type { ReactNode } from 'react';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useSession } from '#web/auth/use-session.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type Props = {
  question: string;
  confirm: string;
  /** `primary` for an action that removes nothing. */
  variant?: 'primary';
  texts: { success: string; failure: string; invalid?: string };
  /** Performs the action. If it was not performed, returns a text that says what is missing. */
  act: (api: ReturnType<typeof useSession>['api']) => Promise<unknown> | string;
  onClose: () => void;
  /** Called after the action has succeeded. */
  onDone: () => void;
  children?: ReactNode;
};

/** A dialog that asks before an action, performs it, and shows its error. */
export function ActionDialog({ texts, act, onClose, onDone, children, ...dialog }: Props) {
  const { api } = useSession();
  const { busy, error, setError, run } = useInlineAction();

  async function confirm(): Promise<void> {
    const action = act(api);
    if (typeof action === 'string') return setError(action);
    if (!(await run({ act: () => action, ...texts }))) return;
    onClose();
    onDone();
  }

  return (
    <ConfirmDialog {...dialog} busy={busy} onConfirm={() => void confirm()} onCancel={onClose}>
      {children}
      {error && (
        <p role="alert" className="field-error mt-3">
          {error}
        </p>
      )}
    </ConfirmDialog>
  );
}
