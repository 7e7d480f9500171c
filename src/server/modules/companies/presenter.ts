import { renderHtml } from '#server/markdown/render-html.ts';
import type { Company } from '#shared/contract/companies.ts';
import type { PublicCompanyRow } from './queries.ts';

export function presentCompany(
  { id, name, description, website, logo }: PublicCompanyRow,
  form: 'markdown' | 'html' | 'none' = 'markdown',
): Company {
  const forms = {
    markdown: () => description,
    html: () => renderHtml(description),
    none: () => '',
  };
  return { id, name, description: forms[form](), website, logo };
}
