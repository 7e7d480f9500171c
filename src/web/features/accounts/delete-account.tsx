import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { PersonalData } from '#shared/contract/personal-data.ts';
import { DELETION_WORD } from '#shared/domain/personal-data.ts';
import { ACCOUNT_DELETED_PAGE } from '#shared/urls/admin-paths.ts';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useSession } from '#web/auth/use-session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

/**
 * Lists the data that the deletion of the account deletes, and deletes the account after a confirmation. Spec:
 * "Account".
 */
export function DeleteAccount({ data }: { data: PersonalData }) {
  const { lastsiteadmin, soleowner } = data;
  return (
    <section aria-labelledby="deletion" className="mt-16">
      <h2 id="deletion" className="section-title">
        Delete my account
      </h2>
      <div className="mb-6 grid max-w-176 gap-4">
        <p>
          This deletes your account, your memberships, invitations and requests, your sessions and
          passkeys, and the emails to you. It signs you out everywhere, and cannot be undone.
        </p>
        <p>
          Jobs stay with their company. The record of changes stays, without your name. Backups keep
          your data for longer. After a restore, your account is deleted again if the operator still
          has the list of deleted accounts.
        </p>
        {soleowner.length > 0 && (
          <Alert>
            <p>
              You are the only owner of {soleowner.map(({ name }) => name).join(', ')}. Afterwards,
              nobody can manage its team and its jobs. You can make somebody else an owner first.
            </p>
          </Alert>
        )}
      </div>
      {lastsiteadmin ? (
        <p>
          You are the only site admin, so your account cannot be deleted. Make another person a site
          admin first.
        </p>
      ) : (
        <Confirmation data={data} />
      )}
    </section>
  );
}

function Confirmation({ data: { confirmation, email, codesent } }: { data: PersonalData }) {
  const { api } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const [isSent, setSent] = useState(codesent);
  const [text, setText] = useState('');
  const [moves, setMoves] = useState(0);
  const { busy, error, setError, run } = useInlineAction();
  const byCode = confirmation === 'code';

  useEffect(() => {
    if (moves > 0) form.current?.querySelector('input')?.focus();
  }, [moves]);

  /** Moves the focus to the field after the next rendering, so that screen readers read its hint and its error. */
  const focusField = () => setMoves((count) => count + 1);

  async function send(): Promise<void> {
    const done = await run({
      act: () => api('POST /api/personal-data/deletion-code', {}),
      success: 'Code sent',
      failure: 'The code was not sent',
    });
    if (!done) return;
    setSent(true);
    focusField();
  }

  async function confirm(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!text.trim()) {
      setError(byCode ? 'Enter the code.' : `Enter the word ${DELETION_WORD}.`);
      return focusField();
    }
    const done = await run({
      act: () =>
        api('POST /api/personal-data/deletion', { body: byCode ? { code: text } : { word: text } }),
      failure: 'Your account was not deleted',
      subject: byCode ? 'The code' : 'The word',
    });
    // Load a new page, because the session has ended and the data in this page's memory is outdated.
    if (done) window.location.assign(ACCOUNT_DELETED_PAGE);
    else focusField();
  }

  if (byCode && !isSent) {
    return (
      <div className="grid max-w-176 justify-items-start gap-4">
        <p className="wrap-anywhere">
          To confirm the deletion, enter a code that is sent to {email}. The code is valid for ten
          minutes.
        </p>
        {error && (
          <p role="alert" className="field-error">
            {error}
          </p>
        )}
        <Button variant="danger-secondary" aria-disabled={busy} onClick={() => void send()}>
          Email me the code
        </Button>
      </div>
    );
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void confirm(event)}
      className="grid max-w-176 justify-items-start gap-4"
      aria-busy={busy}
    >
      <TextField
        label={byCode ? 'Code' : 'Confirmation'}
        name="deletionconfirmation"
        inputMode={byCode ? 'numeric' : 'text'}
        autoComplete={byCode ? 'one-time-code' : 'off'}
        autoCapitalize={byCode ? 'none' : 'characters'}
        spellCheck={false}
        required
        hint={
          byCode
            ? `A code was sent to ${email}. It is valid for ten minutes.`
            : `Type ${DELETION_WORD} to confirm the deletion.`
        }
        error={error}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" aria-disabled={busy}>
          Delete my account
        </Button>
        {byCode && (
          <Button variant="secondary" aria-disabled={busy} onClick={() => void send()}>
            Email me a new code
          </Button>
        )}
      </div>
    </form>
  );
}
