import { useRef, useState } from 'react';
import type { Session } from '#shared/contract/sessions.ts';
import { formatDay } from '#shared/format/day.ts';
import { showError } from '#web/actions/show-error.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const NOT_SIGNED_OUT = 'Not signed out. Try again.';

/**
 * Lists where the person is signed in, and ends these sessions. Shows nothing for sessions of an external identity
 * provider, which has its own list. Spec: "Account".
 */
export function Sessions() {
  const session = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  const { status, value, retry } = useAsync('sessions', () => session.api('GET /api/sessions', {}));
  const [busy, setBusy] = useState(false);

  /** Runs an action. A failure shows a toast and does not change the list. */
  async function run(action: () => Promise<unknown>, next: () => void): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await action();
      next();
    } catch (error) {
      showError(NOT_SIGNED_OUT, error);
    }
    setBusy(false);
  }

  const signOut = ({ id, current }: Session) => {
    if (current) return session.logOut();
    void run(
      () => session.api('DELETE /api/sessions/:id', { params: { id } }),
      () => {
        // The button disappears, so the focus must move to another element.
        heading.current?.focus();
        retry();
      },
    );
  };
  const signOutEverywhere = () =>
    void run(() => session.api('DELETE /api/sessions', {}), session.logOut);

  if (status === 'loading' && !value) return <Spinner />;
  if (status === 'loaded' && value.results.length === 0) return null;
  return (
    <section aria-labelledby="sessions" className="mt-16">
      <h2 id="sessions" ref={heading} tabIndex={-1} className="section-title">
        Your sessions
      </h2>
      {status === 'failed' && (
        <LoadFailed message="Your sessions could not be loaded." retry={retry} />
      )}
      {value && (
        <>
          <ul className="mb-6 divide-y divide-line border-y border-line">
            {value.results.map((row) => (
              <li key={row.id} className="flex flex-wrap items-center justify-between gap-4 py-4">
                <p>
                  {nameOf(row)}
                  <span className="block text-sm text-muted">
                    {row.current ? 'This browser' : `Last used ${formatDay(row.lastused)}`}
                  </span>
                </p>
                <Button
                  variant="secondary"
                  aria-label={`Sign out: ${nameOf(row)}`}
                  aria-disabled={busy}
                  onClick={() => signOut(row)}
                >
                  Sign out
                </Button>
              </li>
            ))}
          </ul>
          <Button variant="danger-secondary" aria-disabled={busy} onClick={signOutEverywhere}>
            Sign out everywhere
          </Button>
        </>
      )}
    </section>
  );
}

function nameOf({ device }: Session): string {
  return device || 'Unknown browser';
}
