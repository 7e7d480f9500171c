import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { Role } from '#shared/constants/roles.ts';
import type { Account } from '#shared/contract/accounts.ts';
import { pages } from '#shared/paths.ts';
import { useSessionState } from '#web/session/use-session.ts';
import { Spinner } from '#web/ui/spinner.tsx';

type Props = {
  /** Without it, everyone who is signed in. */
  roles?: readonly Role[];
  children: (account: Account) => ReactNode;
};

/**
 * A page that is not for everyone. It waits until the session is settled, then shows itself or sends
 * away; the server decides again at each call. Spec: "Permissions".
 */
export function Restricted({ roles, children }: Props) {
  const router = useRouter();
  const state = useSessionState();
  const settled = state.status === 'signed-in' || state.status === 'signed-out';
  const account = state.status === 'signed-in' ? state.account : undefined;
  const admitted = account && (roles?.includes(account.role) ?? true) ? account : undefined;
  const sentAway = settled && !admitted;

  useEffect(() => {
    if (sentAway) void router.navigate({ href: pages.home(), replace: true });
  }, [sentAway, router]);

  if (admitted) return children(admitted);
  return (
    <>
      {/* As tall as the window, so that the footer does not move when the page is there. */}
      <div className="needs-script min-h-dvh">
        <Spinner />
      </div>
      <p className="script-free page-width page-space">
        This page needs JavaScript, to sign you in.
      </p>
    </>
  );
}
