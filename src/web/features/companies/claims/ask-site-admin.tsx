import { type FormEvent, useId, useState } from 'react';
import { type Claim, claimMessage } from '#shared/contract/claims.ts';
import { CLAIM_MESSAGE_LENGTH } from '#shared/domain/claims.ts';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useSession } from '#web/auth/use-session.ts';
import { checkBody, describeErrors } from '#web/forms/errors.ts';
import { TOASTS } from '#web/messages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextAreaField } from '#web/ui/field.tsx';

type Props = {
  claim: Claim;
  /** Whether a code could prove the request, so that asking is the second choice. */
  hasCode: boolean;
  onDone: () => void;
};

const TEXTS = { labels: { message: 'The message' } };

/** Submits a request for review, with a message to the site admins. */
export function AskSiteAdmin({
  claim: { id, domaintext, message: stored },
  hasCode,
  onDone,
}: Props) {
  const { api } = useSession();
  const fieldId = useId();
  const formId = useId();
  const [isOpen, setIsOpen] = useState(!hasCode);
  const [message, setMessage] = useState(stored);
  const { busy, error, setError, run } = useInlineAction();

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const issues = checkBody(claimMessage, { message });
    const { message: problem } = describeErrors(issues, TEXTS, { message });
    if (problem) return setError(problem);
    const { success, failure } = TOASTS.submitClaim;
    const done = await run({
      act: () => api('POST /api/claims/:id/submit', { params: { id }, body: { message } }),
      success,
      failure,
    });
    if (done) onDone();
  }

  return (
    <div className="grid w-full justify-items-start gap-4">
      {hasCode && (
        <Button
          variant="text"
          className="text-left"
          aria-expanded={isOpen}
          aria-controls={formId}
          onClick={() => setIsOpen(!isOpen)}
        >
          I have no email address at {domaintext}
        </Button>
      )}
      <form
        id={formId}
        hidden={!isOpen}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid w-full justify-items-start gap-4"
      >
        {!hasCode && <p>A site admin will review this request.</p>}
        <TextAreaField
          label="Message to the site admins"
          name={`message-${fieldId}`}
          rows={4}
          maxLength={CLAIM_MESSAGE_LENGTH}
          hint="Optional. Say who you are and how they can check it."
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
        {error && <Alert role="alert">{error}</Alert>}
        <Button type="submit" variant="secondary" aria-disabled={busy}>
          Ask a site admin
        </Button>
      </form>
    </div>
  );
}
