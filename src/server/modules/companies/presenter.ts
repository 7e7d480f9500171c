import type { Company, CompanyListItem } from '#shared/contract/companies.ts';
import type { CompanyListRow, CompanyRow } from './queries.ts';

/**
 * Presents a company in a list. If the row has a description, the result contains it; otherwise, it contains the
 * summary if requested.
 */
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

/** Presents a company with the description that the row contains. */
export function presentCompany({ id, name, description, website, logo }: CompanyRow): Company {
  return { id, name, description, website, logo };
}
