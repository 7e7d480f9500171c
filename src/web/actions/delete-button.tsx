import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Session } from '#web/auth/session.ts';
import { useSession } from '#web/auth/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { prepareToasts, showToast } from '#web/ui/toast/toast.ts';
import { draftName, storeDraft } from '../forms/draft.ts';
import { showError } from './show-error.ts';
import { type Undo, useUndo } from './use-undo.ts';

type Props = {
  label: string;
  question: string;
  /** A text that names the item and counts what is deleted with it. */
  details: ReactNode;
  toasts: { success: string; failure: string };
  /** Deletes the item. `api` calls the API as the signed-in person. */
  remove: (api: Session['api']) => Promise<unknown>;
  /** The path of the edit page, whose stored draft is removed. */
  editPage: string;
  /** Returns the path of the page to show afterwards, which offers to undo the deletion. */
  next: () => string;
  /** Absent if the deletion cannot be undone. */
  undo?: Undo;
};

/** A button that deletes an item after a confirmation, and then offers to undo it. Spec: "Forms". */
export function DeleteButton({ label, question, details, toasts, remove, ...after }: Props) {
  const { editPage, next, undo } = after;
  const offerUndo = useUndo();
  const session = useSession();
  const router = useRouter();
  const [isConfirming, setIsConfirming] = useState(false);
  const [busy, setBusy] = useState(false);

  async function onConfirm(): Promise<void> {
    setBusy(true);
    try {
      await remove(session.api);
    } catch (error) {
      showError(toasts.failure, error);
      setBusy(false);
      setIsConfirming(false);
      return;
    }
    const state = session.getState();
    if (state.status === 'signed-in') storeDraft(draftName(state.account, editPage), undefined);
    showToast('success', toasts.success);
    const href = next();
    // Drop the lists that the router has preloaded, because they still contain the item.
    router.clearCache();
    await router.navigate({ href });
    if (undo) offerUndo(undo);
  }

  return (
    <>
      <Button
        variant="danger-secondary"
        onClick={() => {
          prepareToasts();
          setIsConfirming(true);
        }}
      >
        {label}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          question={question}
          confirm={label}
          busy={busy}
          onConfirm={onConfirm}
          onCancel={() => setIsConfirming(false)}
        >
          {details}
        </ConfirmDialog>
      )}
    </>
  );
}
