import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import { mayAddJobs } from '#shared/domain/permissions.ts';
import { formatCompactCount } from '#shared/format/count.ts';
import { DRAWER_PATHS } from '#shared/urls/drawer-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import { useAccount, useSession } from '#web/auth/use-session.ts';
import { setInboxCount, useInboxCount } from '#web/data/inbox-count.ts';
import { useAsync } from '#web/data/use-async.ts';
import { usePolling } from '#web/data/use-polling.ts';
import { PageLink } from '#web/ui/page-link.tsx';

/** How often the count is read while the inbox is not open (ms). The open inbox reads it itself. */
const INTERVAL = 60_000;

type Props = {
  /** The account; undefined until it is loaded. */
  account: Account | undefined;
  /** The bar shows what its person needs most: the inbox, or the dashboard. The drawer shows everything. */
  place: 'bar' | 'drawer';
  /** Called when a link of the drawer is followed. */
  onNavigate?: (() => void) | undefined;
};

/** The links for a signed-in person. Spec: "Pages". */
export function SignedInLinks({ account, place, onNavigate }: Props) {
  if (place === 'drawer') return <DrawerLinks account={account} onNavigate={onNavigate} />;
  if (account?.role === 'siteadmin') return <InboxLink key={account.id} />;
  if (account?.role !== 'companyadmin') return null;
  return (
    <PageLink
      href={DRAWER_PATHS.dashboard}
      activeOptions={ANY_QUERY}
      className="bar-link max-md:hidden"
    >
      Dashboard
    </PageLink>
  );
}

const ANY_QUERY = { exact: true, includeSearch: false };

function InboxLink() {
  const { api } = useSession();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const count = useInboxCount();
  // While the session is restored, there is no token yet.
  const isSignedIn = useAccount() !== undefined;
  const key = isSignedIn && path !== DRAWER_PATHS.inbox ? 'inbox count' : undefined;

  async function read(): Promise<void> {
    setInboxCount((await api('GET /api/admin/inbox', { query: { limit: '1' } })).total);
  }

  useAsync(key, read);
  usePolling(key, read, INTERVAL);
  useEffect(() => () => setInboxCount(undefined), []);
  return (
    <>
      <PageLink
        href={DRAWER_PATHS.inbox}
        activeOptions={ANY_QUERY}
        className="bar-link max-md:hidden"
      >
        <span>
          Inbox <Count count={count} />
        </span>
      </PageLink>
      {count ? (
        <span aria-hidden="true" className="menu-count md:hidden">
          {formatCompactCount(count)}
        </span>
      ) : null}
    </>
  );
}

function Count({ count }: { count: number | undefined }) {
  return count ? <span className="inbox-count">{formatCompactCount(count)}</span> : null;
}

function DrawerLinks({ account, onNavigate }: Omit<Props, 'place'>) {
  const session = useSession();
  const count = useInboxCount();
  const isSiteAdmin = account?.role === 'siteadmin';
  const links = [
    ['Inbox', isSiteAdmin && DRAWER_PATHS.inbox],
    ['Dashboard', mayAddJobs(account ?? {}) && DRAWER_PATHS.dashboard],
    ['Administration', isSiteAdmin && DRAWER_PATHS.admin],
    ['Account', pages.account()],
  ] as const;
  return (
    <>
      {links.map(
        ([label, href]) =>
          href && (
            <li key={label}>
              <PageLink
                href={href}
                activeOptions={ANY_QUERY}
                className="drawer-link"
                onClick={onNavigate}
              >
                {label} {label === 'Inbox' && <Count count={count} />}
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
