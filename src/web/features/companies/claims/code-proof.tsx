import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import { type Claim, claimAddress, claimCode } from '#shared/contract/claims.ts';
import { EMAIL_LENGTH } from '#shared/limits.ts';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useSession } from '#web/auth/use-session.ts';
import { checkBody, describeErrors } from '#web/forms/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast/toast.ts';

type Props = {
  claim: Claim;
  account: Account;
  /** The name of the company. */
  name: string;
  /** Called when the person has become an owner. */
  onDone: () => void;
  /** Called when the request is in review, because the proof does not suffice or others may object. */
  onReview: () => void;
};

const EMAIL_TEXTS = {
  labels: { email: 'The email address' },
  missing: { email: 'Enter an email address.' },
};

const CODE_TEXTS = { labels: { code: 'The code' }, missing: { code: 'Enter the code.' } };

/** Proves a request with a code that is mailed to an address at the company’s domain. */
export function CodeProof({ claim, account, name, onDone, onReview }: Props) {
  const session = useSession();
  const { api } = session;
  const fieldId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [sentTo, setSentTo] = useState(claim.codesentto);
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const { busy, error, setError, run } = useInlineAction();
  const params = { id: claim.id };

  const [moves, setMoves] = useState(0);

  useEffect(() => {
    if (moves > 0) form.current?.querySelector('input')?.focus();
  }, [moves]);

  /** Moves the focus to the field after the next rendering, so that screen readers read its hint and its error. */
  const focusField = () => setMoves((count) => count + 1);

  function fail(problem: string): void {
    setError(problem);
    focusField();
  }

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const body = { email: email.trim() };
    const { email: problem } = describeErrors(checkBody(claimAddress, body), EMAIL_TEXTS, body);
    if (problem) return fail(problem);
    const done = await run({
      act: () => api('POST /api/claims/:id/code', { params, body }),
      success: 'Code sent',
      failure: 'The code was not sent',
      subject: 'The email address',
    });
    if (done) setSentTo(body.email);
    focusField();
  }

  async function enter(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const { code: problem } = describeErrors(checkBody(claimCode, { code }), CODE_TEXTS, { code });
    if (problem) return fail(problem);
    let isOwner = false;
    const done = await run({
      act: async () => {
        const { state } = await api('POST /api/claims/:id/prove', { params, body: { code } });
        isOwner = state === 'approved';
        if (!isOwner) return;
        session.update(await api('GET /api/accounts/:id', { params: { id: account.id } }));
      },
      failure: 'The code was not accepted',
      subject: 'The code',
    });
    if (!done) return focusField();
    showToast(
      'success',
      isOwner ? `You can now post jobs for ${name}` : 'You have proven your address',
    );
    if (isOwner) onDone();
    else onReview();
  }

  if (!sentTo) {
    return (
      <form
        ref={form}
        noValidate
        onSubmit={(event) => void send(event)}
        className="grid w-full justify-items-start gap-4"
      >
        <TextField
          key="email"
          label="Work email"
          name={`email-${fieldId}`}
          type="email"
          autoComplete="email"
          required
          maxLength={EMAIL_LENGTH}
          hint={`We send a code to an email address at ${claim.domaintext}, which proves that you work there.`}
          error={error}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Button type="submit" aria-disabled={busy}>
          Send code
        </Button>
      </form>
    );
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void enter(event)}
      className="grid w-full justify-items-start gap-4"
    >
      <TextField
        key="code"
        label="Code"
        name={`code-${fieldId}`}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        hint={`We have sent a code to ${sentTo}. It is valid for ten minutes.`}
        error={error}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={busy}>
          Enter code
        </Button>
        <Button
          variant="secondary"
          onClick={() => {
            setError(undefined);
            setCode('');
            setSentTo('');
            focusField();
          }}
        >
          Send another code
        </Button>
      </div>
    </form>
  );
}
