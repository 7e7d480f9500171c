import type { Account } from '#shared/contract/accounts.ts';
import { useMemberships } from '#web/data/use-memberships.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Memberships } from './memberships.tsx';
import { Team } from './team.tsx';

type Props = {
  account: Account;
  /** The id of the company whose team a site admin sees; undefined for the company of an employer. */
  company: string | undefined;
};

/** The team of a company, and the companies to whose teams the person belongs. */
export function OwnTeam({ account, company = account.company }: Props) {
  const { status, memberships, retry } = useMemberships(account);
  if (status === 'loading' && !memberships) return <Spinner />;
  if (!memberships) {
    return <LoadFailed message="Your companies could not be loaded." retry={retry} />;
  }
  const own = memberships.find((membership) => membership.company === company);
  const isSiteAdmin = account.role === 'siteadmin';
  return (
    <>
      {company && (
        <Team
          key={company}
          company={company}
          account={account.id}
          canManage={isSiteAdmin || own?.role === 'owner'}
          onOwnChange={retry}
        />
      )}
      {memberships.length > 0 && (
        <Memberships memberships={memberships} account={account} onChange={retry} />
      )}
    </>
  );
}
