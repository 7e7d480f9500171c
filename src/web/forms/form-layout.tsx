import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EditConflict } from './edit-conflict.tsx';
import type { Form } from './use-form.ts';

type Props<Field extends string> = {
  form: Form<Field>;
  labels: Record<Field, string>;
  /** Formats a stored value for display, such as the name of a company for its id. */
  formatValue?: (field: Field, value: string) => ReactNode;
  /** Whether saving overwrites the field's stored value. Default: always. */
  overwrites?: (field: Field) => boolean;
  /** The label of the submit button. */
  action: string;
  children: ReactNode;
};

/** The frame of a form: its messages, its submit button, and the confirmation before unsaved input is discarded. */
export function FormLayout<Field extends string>(props: Props<Field>) {
  const { form, labels, formatValue, overwrites = () => true, action, children } = props;
  const blocker = useBlocker({
    shouldBlockFn: form.isUnsaved,
    enableBeforeUnload: form.isUnsaved,
    withResolver: true,
  });
  return (
    // No browser validation: the contract's rules are checked and their messages shown at each field.
    <form
      ref={form.element}
      className="form"
      noValidate
      onSubmit={form.submit}
      aria-busy={form.busy}
    >
      {form.restored && (
        <div className="alert" role="status">
          <p>Unsaved changes restored.</p>
          <button type="button" className="button button-secondary" onClick={() => form.reset()}>
            Discard changes
          </button>
        </div>
      )}
      <p className="text-sm text-muted">
        Fields marked <span className="required-mark">*</span> are required.
      </p>
      {children}
      {form.conflict && (
        <EditConflict
          form={form}
          saved={form.conflict}
          labels={labels}
          formatValue={formatValue}
          overwrites={overwrites}
        />
      )}
      {form.message && (
        <p className="alert" role="alert">
          {form.message}
        </p>
      )}
      <button type="submit" className="button" aria-disabled={form.busy}>
        {action}
      </button>
      {blocker.status === 'blocked' && (
        <ConfirmDialog
          question={
            form.busy ? 'Leave while your changes are being saved?' : 'Leave without saving?'
          }
          confirm="Leave"
          cancel="Stay"
          onCancel={blocker.reset}
          onConfirm={() => {
            form.abandon();
            blocker.proceed();
          }}
        />
      )}
    </form>
  );
}
