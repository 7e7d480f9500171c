import { type FormEvent, useEffect, useRef, useState } from 'react';
import { jobReport } from '#shared/contract/reports.ts';
import { REPORT_LENGTH, REPORT_REASONS, type ReportReason } from '#shared/domain/reports.ts';
import { useApi } from '#web/api/use-api.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import {
  checkBody,
  describeErrors,
  type Errors,
  errorMessage,
  errorsOf,
  type Issue,
} from '#web/forms/errors.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextAreaField, TextField } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { REASON_LABELS } from './reason-labels.ts';

const ERROR_TEXTS = {
  labels: { reason: 'The reason', text: 'Details', email: 'The email address' },
  missing: { reason: 'Choose what is wrong with this job.' },
};

type Props = { id: string; onCancel: () => void };

/** The form of a report, and the confirmation that follows it. */
export function ReportForm({ id, onCancel }: Props) {
  const api = useApi();
  const [values, setValues] = useState({ reason: '', text: '', email: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [message, setMessage] = useState<string>();
  const [status, setStatus] = useState<'editing' | 'sending' | 'sent'>('editing');
  const form = useRef<HTMLFormElement>(null);
  const [confirmation, focusConfirmation] = useFocusRequest<HTMLParagraphElement>();

  // The button that opened the form stays above it, so the focus moves to the first choice.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const set = (name: keyof typeof values) => (event: { target: { value: string } }) =>
    setValues({ ...values, [name]: event.target.value });

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (status === 'sending') return;
    const describe = (issues: Issue[]) => describeErrors(issues, ERROR_TEXTS, values);
    const found = describe(checkBody(jobReport, values));
    setErrors(found);
    setMessage(undefined);
    if (Object.keys(found).length > 0) return;
    setStatus('sending');
    try {
      await api('POST /api/jobs/:id/reports', { params: { id }, body: jobReport.parse(values) });
      setStatus('sent');
      focusConfirmation();
    } catch (error) {
      setStatus('editing');
      setErrors(errorsOf(error, describe));
      setMessage(errorMessage(error));
    }
  }

  if (status === 'sent') {
    return (
      <p ref={confirmation} tabIndex={-1} className="mt-4">
        Thank you. A site admin will look at this job.
      </p>
    );
  }
  return (
    <div className="mt-4">
      <Form
        ref={form}
        noValidate
        aria-label="Report this job"
        aria-busy={status === 'sending'}
        onSubmit={(event) => void send(event)}
      >
        <ErrorSummary errors={errors} fields={Object.keys(ERROR_TEXTS.labels)} />
        <fieldset className="field" {...(errors.reason && { 'aria-describedby': 'reason-error' })}>
          <legend className="field-label required">What is wrong with this job?</legend>
          {REPORT_REASONS.map((reason, index) => (
            <ReasonChoice
              key={reason}
              // The error summary links to the first choice.
              id={index === 0 ? 'reason' : `reason-${reason}`}
              reason={reason}
              checked={values.reason === reason}
              onChange={set('reason')}
            />
          ))}
          {errors.reason && (
            <p id="reason-error" className="field-error">
              {errors.reason}
            </p>
          )}
        </fieldset>
        <TextAreaField
          label="Details"
          name="text"
          rows={4}
          maxLength={REPORT_LENGTH}
          hint="Optional. What should a site admin know?"
          error={errors.text}
          value={values.text}
          onChange={set('text')}
        />
        <TextField
          label="Your email address"
          name="email"
          type="email"
          autoComplete="email"
          hint="Optional. A site admin may answer you there. The address is deleted afterwards."
          error={errors.email}
          value={values.email}
          onChange={set('email')}
        />
        {message && <Alert role="alert">{message}</Alert>}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" aria-disabled={status === 'sending'}>
            Send report
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  );
}

type ChoiceProps = {
  id: string;
  reason: ReportReason;
  checked: boolean;
  onChange: (event: { target: { value: string } }) => void;
};

function ReasonChoice({ id, reason, checked, onChange }: ChoiceProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 md:min-h-8">
      <input
        id={id}
        type="radio"
        name="reason"
        value={reason}
        checked={checked}
        onChange={onChange}
        className="size-5 flex-none"
      />
      {REASON_LABELS[reason]}
    </label>
  );
}
