import { useId, useLayoutEffect, useRef } from 'react';

type Props = {
  question: string;
  /** What the button says that does it, and the one that does not. */
  confirm: string;
  cancel?: string;
  /** It is being done: neither button does anything, nor does the Escape key. */
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before something that cannot be taken back. Open for as long as it is there. */
export function ConfirmDialog({
  question,
  confirm,
  cancel = 'Cancel',
  busy = false,
  ...on
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const questionId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closed before it goes, it gives the focus back to where it was.
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className="confirm-dialog"
      aria-labelledby={questionId}
      aria-busy={busy}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) on.onCancel();
      }}
      // A browser lets the Escape key be refused only so often in a row.
      // https://html.spec.whatwg.org/multipage/interaction.html#close-watcher-infrastructure
      onClose={() => (busy ? dialog.current?.showModal() : on.onCancel())}
    >
      <p id={questionId} className="text-xl leading-snug font-semibold tracking-tight">
        {question}
      </p>
      <div className="mt-8 flex flex-wrap justify-end gap-3">
        <button
          type="button"
          className="button button-quiet"
          aria-disabled={busy}
          onClick={() => !busy && on.onCancel()}
        >
          {cancel}
        </button>
        <button
          type="button"
          className="button button-danger"
          aria-disabled={busy}
          onClick={() => !busy && on.onConfirm()}
        >
          {confirm}
        </button>
      </div>
    </dialog>
  );
}
