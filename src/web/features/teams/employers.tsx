import { Navigate, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import { useMemberships } from '#web/data/use-memberships.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

type Props = {
  account: Account;
  /** The id of a company to which a link leads. */
  company: string | undefined;
  /** Renders what follows for everyone but site admins. */
  children: (person: { hasCompanies: boolean; onOwner: () => void }) => ReactNode;
};

/** Says for which company a signed-in person posts jobs, and leads to their dashboard. */
export function Employers({ account, company, children }: Props) {
  const { status, memberships, retry } = useMemberships(account);
  const from = useRouterState({ select: ({ location }) => location.state.from });
  const isSiteAdmin = account.role === 'siteadmin';
  // The person was redirected here before they had signed in.
  if (from?.roles?.includes(account.role)) return <Navigate to={from.page} replace />;
  if (status === 'loading' && !memberships) return <Spinner />;
  if (!memberships)
    return <LoadFailed message="Your companies could not be loaded." retry={retry} />;
  // Mails and the pages of companies link to the team here.
  if (company && (isSiteAdmin || memberships.some((one) => one.company === company))) {
    return <Navigate to={adminPages.dashboard({ tab: 'team', company })} replace />;
  }
  const current = memberships.find((one) => one.current);
  return (
    <>
      {(isSiteAdmin || current) && (
        <section aria-labelledby="posting-for" className="mb-16">
          <h2 id="posting-for" className="section-title">
            {current && !isSiteAdmin ? (
              <>
                You post jobs for <bdi>{current.companyname}</bdi>
              </>
            ) : (
              'As a site admin, you post jobs for every company'
            )}
          </h2>
          <p className="flex flex-wrap gap-3">
            <ButtonLink href={pages.addJob()}>Add Job</ButtonLink>
            <ButtonLink href={adminPages.dashboard()} variant="secondary">
              Dashboard
            </ButtonLink>
          </p>
        </section>
      )}
      {!isSiteAdmin && children({ hasCompanies: memberships.length > 0, onOwner: retry })}
    </>
  );
}
