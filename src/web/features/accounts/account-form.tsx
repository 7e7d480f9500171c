import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ACCOUNT_NAME_LENGTH, BIO_LENGTH, EMAIL_LENGTH } from '#shared/constants/limits.ts';
import { ROLE_MESSAGES, TOASTS } from '#shared/constants/messages.ts';
import type { Account } from '#shared/contract/accounts.ts';
import { type Errors, errorsOf, failureInWords } from '#web/forms/errors.ts';
import { useSession } from '#web/session/use-session.ts';
import { TextAreaField, TextField } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { loadToaster } from '#web/ui/toast-region.tsx';

/** One's own account. Spec: "Account"; the limits are the contract's. */
export function AccountForm({ account }: { account: Account }) {
  const session = useSession();
  const form = useRef<HTMLFormElement>(null);
  /** What stands in the fields where nobody has typed. */
  const shown = useRef<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [notice, setNotice] = useState<string>();
  const roleMessage = ROLE_MESSAGES[account.role](account.companyname);

  useEffect(() => {
    // Preload: an offline failure must still show.
    void loadToaster();
  }, []);

  // What the server has stored, such as without spaces around it, or what another tab has saved,
  // which this one must not undo; what is being typed stays.
  useEffect(() => {
    const { name, email, bio } = account;
    for (const [key, value] of Object.entries({ name, email, bio })) {
      const field = form.current?.elements.namedItem(key);
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
        if (field.value === shown.current[key]) field.value = value;
      }
    }
    shown.current = { name, email, bio };
  }, [account]);

  useEffect(() => {
    const [first] = Object.keys(errors);
    const field = first && form.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  }, [errors]);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setNotice(undefined);
    const entered = new FormData(event.currentTarget);
    const text = (name: string) => String(entered.get(name) ?? '');
    try {
      const { id, role, company } = account;
      const saved = await session.api('PUT /api/accounts/:id', {
        params: { id },
        body: { id, name: text('name'), email: text('email'), bio: text('bio'), company, role },
      });
      setErrors({});
      shown.current = { name: text('name'), email: text('email'), bio: text('bio') };
      session.update(saved);
      showToast('success', TOASTS.updateAccount.success);
    } catch (error) {
      setErrors(errorsOf(error));
      setNotice(failureInWords(error));
      showToast('error', TOASTS.updateAccount.failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form ref={form} className="form" onSubmit={save} aria-busy={busy}>
      {roleMessage && <p>{roleMessage}</p>}
      <TextField label="User ID" name="id" defaultValue={account.id} readOnly />
      <TextField
        label="Name"
        name="name"
        defaultValue={account.name}
        maxLength={ACCOUNT_NAME_LENGTH}
        autoComplete="name"
        error={errors.name}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        defaultValue={account.email}
        maxLength={EMAIL_LENGTH}
        autoComplete="email"
        error={errors.email}
      />
      <TextAreaField
        label="Brief Bio of yourself"
        name="bio"
        defaultValue={account.bio}
        maxLength={BIO_LENGTH}
        rows={6}
        error={errors.bio}
      />
      {notice && (
        <p className="notice" role="alert">
          {notice}
        </p>
      )}
      <button type="submit" className="button" aria-disabled={busy}>
        Update Account
      </button>
    </form>
  );
}
