import type { AdministeredCompany } from '#shared/contract/administered-companies.ts';
import { websiteText } from '../presenter.ts';
import type { AdministeredRow } from './queries.ts';

/** @param jobs the number of open jobs */
export function presentAdministered(row: AdministeredRow, jobs: number): AdministeredCompany {
  const { id, name, logo, website, owners, editors, claims, duplicates } = row;
  return {
    id,
    name,
    logo,
    website,
    ...websiteText(website),
    owners,
    editors,
    claims,
    duplicates,
    jobs,
    created: row.created_at.toISOString(),
    source: row.source ?? '',
  };
}

/** The columns of the CSV file. */
export const COMPANY_HEADER = [
  ...['ID', 'Name', 'Website', 'Created', 'Source', 'Open jobs', 'Owners', 'Editors', 'Claims'],
  'Possible duplicates',
] as const;

/** The cells of a company, in the order of `COMPANY_HEADER`. */
export function companyCells(row: AdministeredRow, jobs: number): string[] {
  const company = presentAdministered(row, jobs);
  return [
    ...[company.id, company.name, company.website, company.created, company.source, String(jobs)],
    company.owners.map(({ id, email }) => email || id).join('; '),
    ...[String(company.editors), String(company.claims)],
    company.duplicates.map(({ name, id }) => `${name} (${id})`).join('; '),
  ];
}
