import { mayAddJobs } from '#shared/domain/permissions.ts';
import { DRAWER_PATHS } from '#shared/urls/drawer-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { useSession, useSessionState } from './use-session.ts';

/** The drawer's entries for a signed-in person: the screens of site admins, the dashboard of employers, the account and "Log out". Spec: "Pages". */
export function DrawerAccount({ onNavigate }: { onNavigate: () => void }) {
  const session = useSession();
  const state = useSessionState();
  if (state.status === 'unknown' || state.status === 'signed-out') return null;
  const { account } = state;
  const links = [
    ['Administration', account?.role === 'siteadmin' && DRAWER_PATHS.admin],
    ['Dashboard', mayAddJobs(account ?? {}) && DRAWER_PATHS.dashboard],
    ['Account', pages.account()],
  ] as const;
  return (
    <>
      {links.map(
        ([label, href]) =>
          href && (
            <li key={label}>
              <PageLink href={href} className="drawer-link" onClick={onNavigate}>
                {label}
              </PageLink>
            </li>
          ),
      )}
      <li>
        <button type="button" className="drawer-link" onClick={session.logOut}>
          Log out
        </button>
      </li>
    </>
  );
}
