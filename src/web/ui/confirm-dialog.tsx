import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';

type Props = {
  question: string;
  /** What the action affects. */
  children?: ReactNode;
  /** The labels of the two buttons. */
  confirm: string;
  cancel?: string;
  /** How the button that confirms looks. Default: `danger`. */
  variant?: 'primary' | 'danger' | undefined;
  /** Whether the action is in progress. Meanwhile, the buttons and the Escape key do nothing. */
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** A modal dialog that confirms an action. It is open while it is mounted. */
export function ConfirmDialog({
  question,
  children,
  confirm,
  cancel = 'Cancel',
  variant = 'danger',
  busy = false,
  ...on
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const questionId = useId();
  const detailsId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Close the dialog before it is unmounted, so that the focus returns to where it was.
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className="m-auto w-[min(28rem,100vw_-_2.5rem)] rounded-sm border border-line bg-raised p-7 text-ink backdrop:bg-[rgb(10_12_24/0.5)]"
      aria-labelledby={questionId}
      {...(children && { 'aria-describedby': detailsId })}
      aria-busy={busy}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) on.onCancel();
      }}
      // Browsers limit how many times in a row a page may block the Escape key, so the dialog may have to open again.
      // https://html.spec.whatwg.org/multipage/interaction.html#close-watcher-infrastructure
      onClose={() => (busy ? dialog.current?.showModal() : on.onCancel())}
    >
      <p id={questionId} className="text-xl leading-snug font-semibold tracking-tight">
        {question}
      </p>
      {children && (
        <div id={detailsId} className="mt-3 wrap-anywhere">
          {children}
        </div>
      )}
      <div className="mt-8 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" aria-disabled={busy} onClick={() => !busy && on.onCancel()}>
          {cancel}
        </Button>
        <Button variant={variant} aria-disabled={busy} onClick={() => !busy && on.onConfirm()}>
          {confirm}
        </Button>
      </div>
    </dialog>
  );
}
