import type { Company, CompanyListItem } from '#shared/contract/companies.ts';
import type { CompanyListRow, CompanyRow } from './queries.ts';

/** Presents a company of a list, with its description if the row has it, else with its summary if requested. */
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

/** Presents a company, with the description in the row's form. */
export function presentCompany({ id, name, description, website, logo }: CompanyRow): Company {
  return { id, name, description, website, logo };
}
