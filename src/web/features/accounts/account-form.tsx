import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import { ACCOUNT_NAME_LENGTH, BIO_LENGTH, EMAIL_LENGTH } from '#shared/limits.ts';
import { useSession } from '#web/auth/use-session.ts';
import { type Errors, errorMessage, errorsOf } from '#web/forms/errors.ts';
import { ROLE_MESSAGES, TOASTS } from '#web/messages.ts';
import { TextAreaField, TextField } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import { loadToaster } from '#web/ui/toast/toast-region.tsx';

/** The form for the person's own account, with the contract's limits. Spec: "Account". */
export function AccountForm({ account }: { account: Account }) {
  const session = useSession();
  const form = useRef<HTMLFormElement>(null);
  /** The stored values, which the fields show until someone types. */
  const stored = useRef<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [message, setMessage] = useState<string>();
  const roleMessage = ROLE_MESSAGES[account.role](account.companyname);

  useEffect(() => {
    // Preload: an offline failure must still show.
    void loadToaster();
  }, []);

  // A field that nobody has edited follows the stored account: the server trims values, and another tab may save
  // newer ones. An edited field keeps its text.
  useEffect(() => {
    const { name, email, bio } = account;
    for (const [key, value] of Object.entries({ name, email, bio })) {
      const field = form.current?.elements.namedItem(key);
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
        if (field.value === stored.current[key]) field.value = value;
      }
    }
    stored.current = { name, email, bio };
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
    setMessage(undefined);
    const formData = new FormData(event.currentTarget);
    const text = (name: string) => String(formData.get(name) ?? '');
    try {
      const { id, role, company } = account;
      const saved = await session.api('PUT /api/accounts/:id', {
        params: { id },
        body: { id, name: text('name'), email: text('email'), bio: text('bio'), company, role },
      });
      setErrors({});
      stored.current = { name: text('name'), email: text('email'), bio: text('bio') };
      session.update(saved);
      showToast('success', TOASTS.updateAccount.success);
    } catch (error) {
      setErrors(errorsOf(error));
      setMessage(errorMessage(error));
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
      {message && (
        <p className="alert" role="alert">
          {message}
        </p>
      )}
      <button type="submit" className="button" aria-disabled={busy}>
        Update Account
      </button>
    </form>
  );
}
