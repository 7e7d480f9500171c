import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { EditConflict } from './edit-conflict.tsx';
import { ErrorSummary } from './error-summary.tsx';
import type { FormState } from './use-form.ts';

type Props<Field extends string> = {
  form: FormState<Field>;
  labels: Record<Field, string>;
  /** Formats a stored value for display, such as the company's name for its id. */
  formatValue?: (field: Field, value: string) => ReactNode;
  /** Whether saving overwrites the stored value of the field. Default: always. */
  overwrites?: (field: Field) => boolean;
  /** The label of the submit button. */
  action: string;
  /** A second button beside the submit button, such as "Save as draft". */
  secondary?: { label: string; onClick: () => void };
  children: ReactNode;
};

/** The frame of a form: its messages, its submit button, and the confirmation before unsaved input is discarded. */
export function FormLayout<Field extends string>(props: Props<Field>) {
  const { form, labels, formatValue, overwrites = () => true, action, secondary, children } = props;
  const blocker = useBlocker({
    shouldBlockFn: form.isUnsaved,
    enableBeforeUnload: form.isUnsaved,
    withResolver: true,
  });
  return (
    // The browser does not validate. The contract's rules are checked here, and their messages are shown at each field.
    <Form ref={form.element} noValidate onSubmit={form.submit} aria-busy={form.busy}>
      <RestoredDraft form={form} />
      <ErrorSummary errors={form.errors} fields={Object.keys(labels)} />
      <p className="text-sm text-muted">
        Fields marked <span className="text-clay">*</span> are required.
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
      {form.message && <Alert role="alert">{form.message}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={form.busy}>
          {action}
        </Button>
        {secondary && (
          <Button variant="secondary" aria-disabled={form.busy} onClick={secondary.onClick}>
            {secondary.label}
          </Button>
        )}
      </div>
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
    </Form>
  );
}

/** Says that the form started with a draft, and offers to discard it. */
export function RestoredDraft<Field extends string>({ form }: { form: FormState<Field> }) {
  if (!form.restored) return null;
  return (
    <Alert role="status">
      <p>Unsaved changes restored.</p>
      <Button variant="secondary" onClick={() => form.reset()}>
        Discard changes
      </Button>
    </Alert>
  );
}
