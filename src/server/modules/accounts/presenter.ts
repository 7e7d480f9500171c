import type { Account } from '#shared/contract/accounts.ts';
import type { AccountRow } from './queries.ts';

export function presentAccount(row: AccountRow): Account {
  const { id, name, email, role, bio, company_id, company_name } = row;
  return { id, name, email, role, bio, company: company_id ?? '', companyname: company_name ?? '' };
}
