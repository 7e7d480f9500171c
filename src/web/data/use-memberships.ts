import type { Account } from '#shared/contract/accounts.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from './use-async.ts';

/**
 * Loads the memberships of a person. If the person has joined a company since the session got the account, such as when
 * a site admin approved it, the session gets the account anew.
 */
export function useMemberships(account: Account) {
  const session = useSession();
  const { api } = session;
  const { status, value, retry } = useAsync('memberships', () => api('GET /api/memberships', {}));
  const memberships = value?.results;
  const isOutdated =
    account.role !== 'siteadmin' &&
    memberships !== undefined &&
    memberships.length > 0 &&
    !memberships.some((membership) => membership.company === account.company);
  useAsync(isOutdated ? account.id : undefined, async () =>
    session.update(await api('GET /api/accounts/:id', { params: { id: account.id } })),
  );
  return { status, memberships, retry };
}
