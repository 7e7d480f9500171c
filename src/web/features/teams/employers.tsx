import type { ReactNode } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import { pages } from '#shared/urls/paths.ts';
import { SessionPlaceholder } from '#web/auth/session-placeholder.tsx';
import { useSession, useSessionState } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { useSite } from '#web/data/use-site.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Memberships } from './memberships.tsx';
import { Team } from './team.tsx';

type Person = {
  account: Account;
  /** The id of a company that the person may claim. */
  company: string | undefined;
  hasCompanies: boolean;
  onOwner: () => void;
};

type Props = {
  /** The id of a company: one whose team a site admin sees, or one that the person may claim. */
  company: string | undefined;
  /** Renders the requests of a person to act for companies. */
  renderClaims: (person: Person) => ReactNode;
};

/** The companies and teams of the signed-in person, and the ways to act for a further company. */
export function Employers(props: Props) {
  const session = useSession();
  const state = useSessionState();
  const canSignIn = Boolean(useSite().signIn);
  if (state.status === 'signed-in') {
    return <Companies key={state.account.id} account={state.account} {...props} />;
  }
  if (state.status !== 'signed-out') return <SessionPlaceholder />;
  if (!canSignIn) return null;
  return (
    <>
      <p className="mb-6">Log in to post jobs for your company, and to see its team.</p>
      <Button onPointerEnter={session.prepare} onClick={session.logIn}>
        Log in
      </Button>
    </>
  );
}

function Companies({ account, company, renderClaims }: Props & { account: Account }) {
  const session = useSession();
  const { api } = session;
  const { status, value, retry } = useAsync('memberships', () => api('GET /api/memberships', {}));
  const memberships = value?.results ?? [];
  const isSiteAdmin = account.role === 'siteadmin';
  // The person joined a company after this page got the account, such as when a site admin approved the company.
  const isOutdated =
    !isSiteAdmin &&
    memberships.length > 0 &&
    !memberships.some((membership) => membership.company === account.company);
  useAsync(isOutdated ? account.id : undefined, async () =>
    session.update(await api('GET /api/accounts/:id', { params: { id: account.id } })),
  );
  if (status === 'loading' && !value) return <Spinner />;
  if (status === 'failed') {
    return <LoadFailed message="Your companies could not be loaded." retry={retry} />;
  }
  const shown = (isSiteAdmin && company) || account.company || memberships[0]?.company;
  const own = memberships.find((membership) => membership.company === shown);
  return (
    <>
      {memberships.length > 0 ? (
        <Memberships memberships={memberships} account={account} onChange={retry} />
      ) : (
        <NoCompany isSiteAdmin={isSiteAdmin} />
      )}
      {!isSiteAdmin &&
        renderClaims({
          account,
          company: memberships.some((one) => one.company === company) ? undefined : company,
          hasCompanies: memberships.length > 0,
          onOwner: retry,
        })}
      {shown && (
        <Team
          key={shown}
          company={shown}
          account={account.id}
          canManage={isSiteAdmin || own?.role === 'owner'}
          onOwnChange={retry}
        />
      )}
    </>
  );
}

function NoCompany({ isSiteAdmin }: { isSiteAdmin: boolean }) {
  if (isSiteAdmin) {
    return (
      <p className="max-w-176">
        As a site admin, you can post jobs for every company. Open a{' '}
        <PageLink href={pages.companies()} className="link">
          company
        </PageLink>{' '}
        to see its team.
      </p>
    );
  }
  return (
    <p className="mb-10 max-w-176">
      You are not on a company’s team yet. Ask an owner of your company to invite you, or find your
      company here.
    </p>
  );
}
