import { useState } from 'react';
import type { Identity } from '#shared/contract/identities.ts';
import { formatDay } from '#shared/format/day.ts';
import { showError } from '#web/actions/show-error.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { TOASTS } from '#web/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';

/**
 * Lists the email addresses and the other providers with which the person signs in, and removes them. Shows nothing if
 * the board's sign-in has no identities. Spec: "Account".
 */
export function Identities() {
  const { api } = useSession();
  const [heading, focusSection] = useFocusRequest<HTMLHeadingElement>();
  const { status, value, retry } = useAsync('identities', () => api('GET /api/identities', {}));

  if (status === 'loading' && !value) return <Spinner />;
  if (value?.results.length === 0) return null;
  return (
    <section aria-labelledby="identities" className="mt-16">
      <h2 id="identities" ref={heading} tabIndex={-1} className="section-title">
        How you sign in
      </h2>
      <p className="mb-6 max-w-176">
        You can sign in with each of these. One with a verified email address must remain.
      </p>
      {status === 'failed' && <LoadFailed message="The list could not be loaded." retry={retry} />}
      {value && (
        <ul className="divide-y divide-line border-y border-line">
          {value.results.map((identity) => (
            <Row
              key={identity.id}
              identity={identity}
              onRemoved={() => {
                focusSection();
                retry();
              }}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ identity, onRemoved }: { identity: Identity; onRemoved: () => void }) {
  const { api } = useSession();
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const { id, provider, email, since, lastused, removable } = identity;
  const name = email ? `${provider}, ${email}` : provider;

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await api('DELETE /api/identities/:id', { params: { id } });
      showToast('success', TOASTS.removeIdentity.success);
      setAsking(false);
      onRemoved();
    } catch (error) {
      showError(TOASTS.removeIdentity.failure, error);
      setAsking(false);
    }
    setBusy(false);
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-4 py-4">
      <p className="wrap-anywhere">
        <bdi>{name}</bdi>
        <span className="block text-sm text-muted">
          Since {formatDay(since)}, last used {formatDay(lastused)}
        </span>
      </p>
      {removable && (
        <Button variant="secondary" aria-label={`Remove: ${name}`} onClick={() => setAsking(true)}>
          Remove
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          question={`Remove ${name}?`}
          confirm="Remove"
          busy={busy}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        >
          You can no longer sign in with it, unless it proves an email address that is still in the
          list. Devices that are signed in stay signed in until you sign out there.
        </ConfirmDialog>
      )}
    </li>
  );
}
