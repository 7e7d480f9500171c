import type { Account } from '#shared/contract/accounts.ts';
import type { Parameters } from './list/parameters.ts';

/** The props of every screen of site admins. */
export type AdminPageProps = {
  account: Account;
  /** The query parameters of the URL. */
  parameters: Parameters;
};
