import type { Identity } from '#shared/contract/identities.ts';
import { formatDay } from '#shared/format/day.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { TOASTS } from '#web/messages.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { RemovableRow } from './removable-row.tsx';

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
            <IdentityRow
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

type RowProps = { identity: Identity; onRemoved: () => void };

function IdentityRow({ identity, onRemoved }: RowProps) {
  const { id, provider, email, since, lastused, removable } = identity;
  const name = email ? `${provider}, ${email}` : provider;
  return (
    <RemovableRow
      name={name}
      use={`Since ${formatDay(since)}, last used ${formatDay(lastused)}`}
      isRemovable={removable}
      question={`Remove ${name}?`}
      consequence="You can no longer sign in with it, unless it proves an email address that is still in the list. Devices that are signed in stay signed in until you sign out there."
      toasts={TOASTS.removeIdentity}
      remove={(api) => api('DELETE /api/identities/:id', { params: { id } })}
      onRemoved={onRemoved}
    />
  );
}
