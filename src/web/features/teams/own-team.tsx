import type { Account } from '#shared/contract/accounts.ts';
import { useMemberships } from '#web/data/use-memberships.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Memberships } from './memberships.tsx';
import { Team } from './team.tsx';

type Props = {
  account: Account;
  /** The id of the company to which a link leads. Only site admins and its members see its team. */
  company: string | undefined;
};

/** The team of a company, and the companies to whose teams the person belongs. */
export function OwnTeam({ account, company: linked }: Props) {
  const { status, memberships, retry } = useMemberships(account);
  if (status === 'loading' && !memberships) return <Spinner />;
  if (!memberships) {
    return <LoadFailed message="Your companies could not be loaded." retry={retry} />;
  }
  const isSiteAdmin = account.role === 'siteadmin';
  const isKnown = isSiteAdmin || memberships.some((membership) => membership.company === linked);
  const company = (isKnown && linked) || account.company;
  const own = memberships.find((membership) => membership.company === company);
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
