import type { Account } from '#shared/contract/accounts.ts';
import type { Parameters } from './list/parameters.ts';

/** What every screen of site admins gets. */
export type AdminPageProps = {
  account: Account;
  /** The query parameters of the URL. */
  parameters: Parameters;
};
