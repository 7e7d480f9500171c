import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import type { Role } from '#shared/domain/roles.ts';
import { pages } from '#shared/urls/paths.ts';
import { SessionPlaceholder } from './session-placeholder.tsx';
import { useSessionState } from './use-session.ts';

type Props = {
  /** The roles that may see the page. Default: every signed-in person. */
  roles?: readonly Role[];
  /** The path of the page to which other people are redirected. Default: the home page. */
  otherwise?: string;
  children: (account: Account) => ReactNode;
};

/**
 * Shows a page only to signed-in people, or only to people with certain roles. Other people are redirected once their
 * role is known. The server checks every API call again. Spec: "Permissions".
 */
export function RequireRole({ roles, otherwise = pages.home(), children }: Props) {
  const router = useRouter();
  const state = useSessionState();
  const isSettled = state.status === 'signed-in' || state.status === 'signed-out';
  const account = state.status === 'signed-in' ? state.account : undefined;
  const allowed = account && (roles?.includes(account.role) ?? true) ? account : undefined;
  const isRedirecting = isSettled && !allowed;

  useEffect(() => {
    if (!isRedirecting) return;
    const from = { page: router.state.location.href, roles };
    void router.navigate({ href: otherwise, replace: true, state: { from } });
  }, [isRedirecting, router, roles, otherwise]);

  if (allowed) return children(allowed);
  return <SessionPlaceholder />;
}
