import type { SavedSearch } from '#shared/contract/alerts.ts';
import type { AlertRow } from './queries.ts';
import { companyOf } from './searches/describe-searches.ts';

/** @param names the names of companies by their ids */
export function presentSavedSearch(
  { id, query, frequency, typed, seen_at, created_at }: AlertRow,
  newjobs: number,
  names: Map<string, string>,
): SavedSearch {
  const company = companyOf(query);
  const companyname = company && names.get(company);
  return {
    id,
    query,
    frequency,
    ...(typed !== null && { typed }),
    ...(companyname && { companyname }),
    newjobs,
    seen: seen_at.toISOString(),
    created: created_at.toISOString(),
  };
}
