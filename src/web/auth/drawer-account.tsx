import { pages } from '#shared/urls/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { useSession, useSessionState } from './use-session.ts';

/** The drawer's entries for a signed-in person: the account and "Log out". Spec: "Pages". */
export function DrawerAccount({ onNavigate }: { onNavigate: () => void }) {
  const session = useSession();
  const { status } = useSessionState();
  if (status === 'unknown' || status === 'signed-out') return null;
  return (
    <>
      <li>
        <PageLink href={pages.account()} className="drawer-link" onClick={onNavigate}>
          Account
        </PageLink>
      </li>
      <li>
        <button type="button" className="drawer-link" onClick={session.logOut}>
          Log out
        </button>
      </li>
    </>
  );
}
