import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Session } from '#web/session/session.ts';
import { useSession } from '#web/session/use-session.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { showToast } from '#web/ui/toast.ts';
import { loadToaster } from '#web/ui/toast-region.tsx';
import { draftName, keepDraft } from './draft.ts';
import { tellFailure } from './tell-failure.ts';

type Props = {
  label: string;
  question: string;
  toasts: { success: string; failure: string };
  /** Deletes it, by the API as whoever is signed in. */
  remove: (api: Session['api']) => Promise<unknown>;
  /** The page on which it is edited: what was written there is not wanted any more. */
  editPage: string;
  /** Where one goes when it is gone. */
  next: string;
};

/** Deletes something once it was asked whether that is meant. Spec: "Forms". */
export function DeleteButton({ label, question, toasts, remove, editPage, next }: Props) {
  const session = useSession();
  const router = useRouter();
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);

  async function confirmed(): Promise<void> {
    setBusy(true);
    try {
      await remove(session.api);
    } catch (error) {
      tellFailure(toasts.failure, error);
      setBusy(false);
      setAsked(false);
      return;
    }
    const state = session.getState();
    if (state.status === 'signed-in') keepDraft(draftName(state.account, editPage), undefined);
    showToast('success', toasts.success);
    // Lists that were fetched ahead still have it.
    router.clearCache();
    await router.navigate({ href: next });
  }

  return (
    <>
      <button
        type="button"
        className="button button-quiet button-danger"
        onClick={() => {
          // A failure for want of a connection has to be told without one.
          void loadToaster();
          setAsked(true);
        }}
      >
        {label}
      </button>
      {asked && (
        <ConfirmDialog
          question={question}
          confirm={label}
          busy={busy}
          onConfirm={confirmed}
          onCancel={() => setAsked(false)}
        />
      )}
    </>
  );
}
