import { type FormEvent, useState } from 'react';
import type { Passkey } from '#shared/contract/passkeys.ts';
import { formatDay } from '#shared/format/day.ts';
import { PASSKEY_NAME_LENGTH } from '#shared/limits.ts';
import { ApiError } from '#web/api/errors.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { PASSKEY_ERRORS, TOASTS } from '#web/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { RemovableRow } from './removable-row.tsx';

/**
 * Lists the person's passkeys, adds and removes them. Shows nothing if the board's sign-in has no passkeys. Spec:
 * "Account".
 */
export function Passkeys() {
  const { api } = useSession();
  const [heading, focusSection] = useFocusRequest<HTMLHeadingElement>();
  const { status, value, retry } = useAsync('passkeys', () => api('GET /api/passkeys', {}));

  if (status === 'loading' && !value) return <Spinner />;
  if (value && !value.available) return null;
  return (
    <section aria-labelledby="passkeys" className="mt-16">
      <h2 id="passkeys" ref={heading} tabIndex={-1} className="section-title">
        Passkeys
      </h2>
      <p className="mb-6 max-w-176">
        With a passkey, you sign in with your fingerprint, your face or the lock of your device, and
        need no code. If you lose the passkey, you can still sign in with a code.
      </p>
      {status === 'failed' && (
        <LoadFailed message="Your passkeys could not be loaded." retry={retry} />
      )}
      {value && value.results.length > 0 && (
        <ul className="mb-6 divide-y divide-line border-y border-line">
          {value.results.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRemoved={() => {
                focusSection();
                retry();
              }}
            />
          ))}
        </ul>
      )}
      {value && <AddPasskey key={value.results.length} onAdded={retry} />}
    </section>
  );
}

function PasskeyRow({ passkey, onRemoved }: { passkey: Passkey; onRemoved: () => void }) {
  const { id, name, since, lastused } = passkey;
  const lastUse = lastused ? `last used ${formatDay(lastused)}` : 'not used yet';
  return (
    <RemovableRow
      name={name}
      use={`Added ${formatDay(since)}, ${lastUse}`}
      isRemovable
      question={`Remove the passkey “${name}”?`}
      consequence="You can no longer sign in with it. Your device may still list it until you delete it there."
      toasts={TOASTS.removePasskey}
      remove={(api) => api('DELETE /api/passkeys/:id', { params: { id } })}
      onRemoved={onRemoved}
    />
  );
}

function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const { api } = useSession();
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function add(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      const { browserSupportsWebAuthn, startRegistration } = await import(
        '@simplewebauthn/browser'
      );
      if (!browserSupportsWebAuthn()) {
        setError(PASSKEY_ERRORS.unsupported);
      } else {
        const { options } = await api('POST /api/passkeys/options', {});
        const credential = await startRegistration({ optionsJSON: options });
        await api('POST /api/passkeys', { body: { name, credential } });
        showToast('success', TOASTS.addPasskey.success);
        onAdded();
      }
    } catch (failure) {
      setError(messageOf(failure));
    }
    setBusy(false);
  }

  return (
    <form
      className="grid max-w-176 justify-items-start gap-4"
      aria-busy={busy}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!busy) void add();
      }}
    >
      <TextField
        label="Name of the new passkey"
        name="passkeyname"
        hint="Optional, such as Laptop at work"
        value={name}
        maxLength={PASSKEY_NAME_LENGTH}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      {error && (
        <p role="alert" className="field-error">
          {error}
        </p>
      )}
      <Button type="submit" variant="secondary" aria-disabled={busy}>
        Add a passkey
      </Button>
    </form>
  );
}

/** The message for a passkey that was not added. */
function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof Error) {
    // Browsers do not report whether the person has cancelled or was too slow.
    if (error.name === 'NotAllowedError') return PASSKEY_ERRORS.cancelled;
    if (error.name === 'InvalidStateError') return PASSKEY_ERRORS.exists;
  }
  reportError(error);
  return PASSKEY_ERRORS.failed;
}
