import { renderHtml } from '#server/markdown/render-html.ts';
import type { Company, CompanyInList } from '#shared/contract/companies.ts';
import type { CompanyListRow, CompanyRow } from './queries.ts';

/** With the whole description where the row brings it, else with the summary if that is wanted. */
export function presentCompanyInList(row: CompanyListRow, summary: boolean): CompanyInList {
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

export function presentCompany(
  { id, name, description, website, logo }: CompanyRow,
  form: 'markdown' | 'html',
): Company {
  return {
    id,
    name,
    description: form === 'html' ? renderHtml(description) : description,
    website,
    logo,
  };
}
