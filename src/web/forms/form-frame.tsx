import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { NewerVersion } from './newer-version.tsx';
import type { Form } from './use-form.ts';

type Props<Field extends string> = {
  form: Form<Field>;
  /** What the fields are called. */
  labels: Record<Field, string>;
  /** How a value reads, where it is not what is stored. */
  show?: (field: Field, value: string) => ReactNode;
  /** Whether saving replaces what stands in a field; each, unless said otherwise. */
  replaces?: (field: Field) => boolean;
  /** What the button says. */
  action: string;
  children: ReactNode;
};

/** Around a form's fields: what happened to it, its button, and the warning before leaving it. */
export function FormFrame<Field extends string>(props: Props<Field>) {
  const { form, labels, show, replaces = () => true, action, children } = props;
  const leaving = useBlocker({
    shouldBlockFn: form.isUnsaved,
    enableBeforeUnload: form.isUnsaved,
    withResolver: true,
  });
  return (
    // What is wrong is told beside each field by the contract's own rules.
    <form
      ref={form.element}
      className="form"
      noValidate
      onSubmit={form.submit}
      aria-busy={form.busy}
    >
      {form.restored && (
        <div className="notice" role="status">
          <p>What you wrote here and did not save is back.</p>
          <button type="button" className="button button-quiet" onClick={() => form.startOver()}>
            Start over
          </button>
        </div>
      )}
      <p className="text-sm text-muted">
        Fields marked <span className="required-mark">*</span> are required.
      </p>
      {children}
      {form.newer && (
        <NewerVersion
          form={form}
          newer={form.newer}
          labels={labels}
          show={show}
          replaces={replaces}
        />
      )}
      {form.notice && (
        <p className="notice" role="alert">
          {form.notice}
        </p>
      )}
      <button type="submit" className="button" aria-disabled={form.busy}>
        {action}
      </button>
      {leaving.status === 'blocked' && (
        <ConfirmDialog
          question={
            form.busy
              ? 'Leave while it is still being saved?'
              : 'Leave without saving what you wrote?'
          }
          confirm="Leave"
          cancel="Stay"
          onCancel={leaving.reset}
          onConfirm={() => {
            form.leave();
            leaving.proceed();
          }}
        />
      )}
    </form>
  );
}
