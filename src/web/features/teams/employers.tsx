import { useRouteContext } from '@tanstack/react-router';
import type { Account } from '#shared/contract/accounts.ts';
import { pages } from '#shared/urls/paths.ts';
import { SessionPlaceholder } from '#web/auth/session-placeholder.tsx';
import { useSession, useSessionState } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Memberships } from './memberships.tsx';
import { Team } from './team.tsx';

/** The companies and teams of the signed-in person. `company` is the id of another company, for site admins. */
export function Employers({ company }: { company: string | undefined }) {
  const session = useSession();
  const state = useSessionState();
  const canSignIn = useRouteContext({
    from: '__root__',
    select: ({ site }) => Boolean(site.signIn),
  });
  if (state.status === 'signed-in') {
    return <Companies key={state.account.id} account={state.account} company={company} />;
  }
  if (state.status !== 'signed-out') return <SessionPlaceholder />;
  if (!canSignIn) return null;
  return (
    <>
      <p className="mb-6">Log in to see your companies and their teams.</p>
      <Button onPointerEnter={session.prepare} onClick={session.logIn}>
        Log in
      </Button>
    </>
  );
}

type Props = { account: Account; company: string | undefined };

function Companies({ account, company }: Props) {
  const { api } = useSession();
  const result = useAsync('memberships', () => api('GET /api/memberships', {}));
  const { status, value, retry } = result;
  if (status === 'loading' && !value) return <Spinner />;
  if (status === 'failed') {
    return (
      <>
        <p className="mb-4">Your companies could not be loaded.</p>
        <Button onClick={retry}>Try again</Button>
      </>
    );
  }
  const memberships = value?.results ?? [];
  const isSiteAdmin = account.role === 'siteadmin';
  const shown = (isSiteAdmin && company) || account.company || memberships[0]?.company;
  const own = memberships.find((membership) => membership.company === shown);
  return (
    <>
      {memberships.length > 0 ? (
        <Memberships memberships={memberships} account={account} onChange={retry} />
      ) : (
        <NoCompany isSiteAdmin={isSiteAdmin} />
      )}
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
        As a site admin, you post jobs for every company. Open a{' '}
        <PageLink href={pages.companies()} className="link">
          company
        </PageLink>{' '}
        to see its team.
      </p>
    );
  }
  return (
    <>
      <p className="mb-6 max-w-176">
        You are in no company’s team yet. Ask an owner of your company to invite you. If your
        company is not on this site, contact us.
      </p>
      <ButtonLink href={pages.contactUs()} variant="secondary">
        Contact us
      </ButtonLink>
    </>
  );
}
