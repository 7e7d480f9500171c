import type { Company, CompanyListItem } from '#shared/contract/companies.ts';
import type { CompanyListRow, CompanyRow } from './queries.ts';

/** With the whole description where the row brings it, else with the summary if that is wanted. */
export function presentCompanyListItem(row: CompanyListRow, summary: boolean): CompanyListItem {
  const { id, name, website, logo, description } = row;
  return {
    id,
    name,
    website,
    logo,
    description: description ?? (summary ? row.summary : ''),
    truncated: description === null && summary && row.summary_truncated,
  };
}

/** With the description as the row brings it. */
export function presentCompany({ id, name, description, website, logo }: CompanyRow): Company {
  return { id, name, description, website, logo };
}
