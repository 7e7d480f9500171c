import { inArray } from 'drizzle-orm';
import { categories } from '#server/db/category-tables.ts';
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

/**
 * Finds the names in searches: those of companies by their ids, for searches that are limited to one company, and those of
 * categories by their slugs.
 */
export async function readNames(db: Database, queries: string[]): Promise<Map<string, string>> {
  const ids = queries.flatMap((query) => companyOf(query) ?? []);
  const slugs = queries.flatMap((query) => searchOf(query).category ?? []);
  const ofCompanies =
    ids.length > 0
      ? await db
          .select({ key: companies.id, name: companies.name })
          .from(companies)
          .where(inArray(companies.id, ids))
      : [];
  const ofCategories =
    slugs.length > 0
      ? await db
          .select({ key: categories.slug, name: categories.name })
          .from(categories)
          .where(inArray(categories.slug, slugs))
      : [];
  return new Map([...ofCompanies, ...ofCategories].map(({ key, name }) => [key, name]));
}

/** The company to which a search is limited; undefined if it is not limited to one. */
export function companyOf(query: string): string | undefined {
  const { company } = searchOf(query);
  return typeof company === 'string' && isId(company) ? company.toLowerCase() : undefined;
}

/** A search in words, such as "Jobs matching “rust” in Berlin". */
export function describeSearch(query: string, names: Map<string, string>): string {
  const search = searchOf(query);
  const nameOf = (key: string | undefined) => key && names.get(key);
  const title = formatSearch(search, nameOf(companyOf(query)), nameOf(search.category));
  return oneLine(title, TITLE_LENGTH);
}
