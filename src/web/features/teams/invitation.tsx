import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { formatDate } from '#shared/format/day.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { SessionPlaceholder } from '#web/auth/session-placeholder.tsx';
import { useSession, useSessionState } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { TEAM_ROLE_NAMES } from './team-role-names.ts';

/** Shows the invitation whose token is in the fragment of the URL. Nothing happens before the person accepts it. */
export function ReceivedInvitation() {
  const session = useSession();
  const state = useSessionState();
  const token = useToken();
  if (token === undefined || state.status === 'unknown' || state.status === 'restoring') {
    return <SessionPlaceholder />;
  }
  if (token === '') return <Unusable />;
  if (state.status === 'signed-out') {
    return (
      <>
        <p className="mb-6">Log in to see and accept your invitation.</p>
        <Button onPointerEnter={session.prepare} onClick={session.logIn}>
          Log in
        </Button>
      </>
    );
  }
  return <Invitation key={state.account.id} token={token} />;
}

/** The token in the fragment; empty if there is none, and undefined before hydration. */
function useToken(): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => setToken(window.location.hash.slice(1)), []);
  return token;
}

function Invitation({ token }: { token: string }) {
  const session = useSession();
  const router = useRouter();
  const { api } = session;
  const { busy, error, run } = useInlineAction();
  const { status, value, retry } = useAsync(token, () =>
    api('POST /api/invitations/read', { body: { token } }),
  );
  if (status === 'missing') return <Unusable />;
  if (status === 'failed') {
    return <LoadFailed message="The invitation could not be loaded." retry={retry} />;
  }
  if (!value) return <Spinner />;

  async function accept(companyname: string): Promise<void> {
    const done = await run({
      act: async () =>
        session.update(await api('POST /api/invitations/accept', { body: { token } })),
      success: `You are in the team of ${companyname}`,
      failure: 'You are not in the team yet',
    });
    if (done) await router.navigate({ href: adminPages.dashboard({ tab: 'team' }), replace: true });
  }

  const { companyname, role, requiredemail, expires } = value;
  return (
    <>
      <p className="mb-2 max-w-176 text-xl wrap-anywhere">
        <bdi>{companyname}</bdi> invites you to its team as an {TEAM_ROLE_NAMES[role].toLowerCase()}
        .
      </p>
      <p className="mb-6 max-w-176">
        You can then add, edit and close the company’s jobs
        {role === 'owner' && ', and manage its team'}. The invitation is valid until{' '}
        {formatDate(expires)}.
      </p>
      {error && (
        <div className="mb-6">
          <Alert role="alert">{error}</Alert>
        </div>
      )}
      {requiredemail ? (
        <Alert>
          <p>
            Only the person with the address {requiredemail} can become an owner. If it is yours,
            log out, open the link in the email again, and log in with this address. Otherwise, ask
            for an invitation of your own.
          </p>
          <Button variant="secondary" onClick={session.logOut}>
            Log out
          </Button>
        </Alert>
      ) : (
        <Button aria-disabled={busy} onClick={() => void accept(companyname)}>
          Accept
        </Button>
      )}
    </>
  );
}

function Unusable() {
  return (
    <>
      <p className="mb-6 max-w-176">
        This invitation was used, has expired or was withdrawn. Ask the person who invited you for a
        new one.
      </p>
      <ButtonLink href={pages.employers()} variant="secondary">
        Your companies
      </ButtonLink>
    </>
  );
}
