import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { Role } from '#shared/domain/roles.ts';
import { pages } from '#shared/urls/paths.ts';
import { useSession, useSessionState } from '#web/auth/use-session.ts';
import { useSite } from '#web/data/use-site.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

/** The restricted page from which a person was redirected home. */
export type RedirectedFrom = {
  /** The path and query of the page. */
  page: string;
  /** The roles that may open it; undefined if every signed-in person may. */
  roles?: readonly Role[] | undefined;
};

declare module '@tanstack/react-router' {
  interface HistoryState {
    from?: RedirectedFrom;
  }
}

/**
 * Tells people why they were redirected home, and lets them log in. Leads them back to the page if they may open it.
 */
export function RedirectNotice({ page, roles }: RedirectedFrom) {
  const router = useRouter();
  const session = useSession();
  const state = useSessionState();
  const canSignIn = Boolean(useSite().signIn);
  const account = state.status === 'signed-in' ? state.account : undefined;
  const isAllowed = account !== undefined && (roles?.includes(account.role) ?? true);

  useEffect(() => {
    if (isAllowed) void router.navigate({ href: page, replace: true });
  }, [isAllowed, page, router]);

  if (!canSignIn) return null;
  if (state.status === 'signed-out') {
    return (
      <Notice>
        <p>Log in to open this page.</p>
        <Button onPointerEnter={session.prepare} onClick={session.logIn}>
          Log in
        </Button>
      </Notice>
    );
  }
  if (!account || isAllowed) return null;
  return (
    <Notice>
      <p>
        Your account cannot open this page.{' '}
        <PageLink href={pages.contactUs()} className="link">
          Contact us
        </PageLink>{' '}
        to change that.
      </p>
    </Notice>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="page-width pt-6">
      <Alert role="alert">{children}</Alert>
    </div>
  );
}
