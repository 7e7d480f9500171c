import { type FormEvent, useRef, useState } from 'react';
import { rejection } from '#shared/contract/job-drafts.ts';
import { REJECTION_LENGTH } from '#shared/domain/job-drafts.ts';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import type { Session } from '#web/auth/session.ts';
import { useSession } from '#web/auth/use-session.ts';
import { checkBody, describeErrors } from '#web/forms/errors.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextAreaField } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';

type Act = {
  label: string;
  texts: { success: string; failure: string };
};

type Props = {
  approval: Act & { act: (api: Session['api']) => Promise<unknown> };
  rejection: Act & { act: (api: Session['api'], reason: string) => Promise<unknown> };
  /** Common reasons for a rejection. */
  reasons: readonly string[];
  /** Who gets the reason. */
  hint: string;
  /** Whether the item has changed or is decided, so that nobody can decide this version. */
  isDisabled: boolean;
  /** Called after a decision. */
  onDone: () => void;
};

/** The decision about a job or a request: it is approved, or rejected with a reason. */
export function Decision(props: Props) {
  const { approval, rejection: refusal, reasons, hint, isDisabled, onDone } = props;
  const { api } = useSession();
  const { busy, error, run } = useInlineAction();
  const [isRejecting, setIsRejecting] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const form = useRef<HTMLFormElement>(null);

  async function decide({ texts }: Act, act: () => Promise<unknown>): Promise<void> {
    if (!isDisabled && (await run({ act, ...texts }))) onDone();
  }

  function reject(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const texts = { labels: { reason: 'The reason' }, missing: { reason: 'Enter a reason.' } };
    const found = describeErrors(checkBody(rejection, { reason }), texts, { reason }).reason;
    setProblem(found);
    if (found) form.current?.querySelector('textarea')?.focus();
    else void decide(refusal, () => refusal.act(api, reason));
  }

  // A reason that is being written stays.
  if (isDisabled && !reason) return null;
  return (
    <section aria-label="Decision" className="grid gap-4">
      {error && (
        <Alert role="alert">
          <p>{error}</p>
        </Alert>
      )}
      <p className="flex flex-wrap gap-3">
        <Button
          aria-busy={busy}
          aria-disabled={isDisabled}
          onClick={() => void decide(approval, () => approval.act(api))}
        >
          {approval.label}
        </Button>
        <Button
          variant="danger-secondary"
          aria-expanded={isRejecting}
          onClick={() => setIsRejecting(!isRejecting)}
        >
          {refusal.label}…
        </Button>
      </p>
      {isRejecting && (
        <Form ref={form} noValidate onSubmit={reject}>
          <SelectField
            label="Common reasons"
            name="template"
            value={reasons.find((text) => text === reason) ?? ''}
            onChange={({ target }) => setReason(target.value)}
          >
            <option value="">My own words</option>
            {reasons.map((text) => (
              <option key={text}>{text}</option>
            ))}
          </SelectField>
          <TextAreaField
            label="Reason"
            name="reason"
            required
            rows={4}
            maxLength={REJECTION_LENGTH}
            hint={hint}
            error={problem}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <Button type="submit" variant="danger" aria-busy={busy} aria-disabled={isDisabled}>
            Send the rejection
          </Button>
        </Form>
      )}
    </section>
  );
}
