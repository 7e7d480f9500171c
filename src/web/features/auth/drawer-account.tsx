import { pages } from '#shared/paths.ts';
import { useSession, useSessionState } from '#web/session/use-session.ts';
import { PageLink } from '#web/ui/page-link.tsx';

/** In the drawer, for who is signed in: the way to the account, and out. Spec: "Pages". */
export function DrawerAccount({ onLeave }: { onLeave: () => void }) {
  const session = useSession();
  const { status } = useSessionState();
  if (status === 'unknown' || status === 'signed-out') return null;
  return (
    <>
      <li>
        <PageLink href={pages.account()} className="drawer-link" onClick={onLeave}>
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
