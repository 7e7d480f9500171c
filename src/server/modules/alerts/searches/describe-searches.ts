import { inArray } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { companies } from '#server/db/schema.ts';
import { isId } from '#server/http/api/cursor.ts';
import { oneLine } from '#server/mail/one-line.ts';
import { formatSearch } from '#shared/format/search.ts';
import { parseQuery, readJobSearch } from '#shared/urls/paths.ts';

/** The maximum length of a search in words (characters). */
const TITLE_LENGTH = 150;

/** The search of a stored query. */
export const searchOf = (query: string) => readJobSearch(parseQuery(query));

/** Finds the names of the companies of searches that are limited to one company, by the ids of the companies. */
export async function readCompanyNames(
  db: Database,
  queries: string[],
): Promise<Map<string, string>> {
  const ids = queries.flatMap((query) => companyOf(query) ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(inArray(companies.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The company to which a search is limited; undefined if it is not limited to one. */
export function companyOf(query: string): string | undefined {
  const { company } = searchOf(query);
  return typeof company === 'string' && isId(company) ? company.toLowerCase() : undefined;
}

/** A search in words, such as "Jobs matching “rust” in Berlin". */
export function describeSearch(query: string, names: Map<string, string>): string {
  const company = companyOf(query);
  return oneLine(formatSearch(searchOf(query), company && names.get(company)), TITLE_LENGTH);
}
