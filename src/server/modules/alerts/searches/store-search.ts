import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { alert_searches } from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';
import type { SearchParameters } from '#server/modules/search/filters.ts';
import { jobSearch } from '#shared/contract/jobs.ts';
import {
  type JobSearch,
  parseQuery,
  queryString,
  readJobSearch,
  valuesOf,
} from '#shared/urls/paths.ts';

/**
 * The canonical query string of an alert's search. It has no order and no mentions: an alert matches the jobs at the place
 * and the remote jobs, and never those that only mention the words.
 */
export function alertQuery(search: JobSearch): string {
  const { sort, mentions, part, level, type, company, ...rest } = readJobSearch(search);
  const sorted = { level, type, company };
  const values = Object.entries(sorted).map(([name, value]) => [name, valuesOf(value).sort()]);
  return queryString(
    readJobSearch({
      ...rest,
      ...Object.fromEntries(values),
      ...(part !== 'mention' && { part }),
    }),
  );
}

/** The parameters of a stored search. */
export function readAlertQuery(query: string): SearchParameters {
  return jobSearch.parse(readJobSearch(parseQuery(query)));
}

/** Stores a search of an alert once, however many alerts have it. Returns its id. */
export async function storeSearch(tx: Database, search: JobSearch): Promise<string> {
  const query = alertQuery(search);
  await tx
    .insert(alert_searches)
    // The matcher derives the necessary terms of searches with another version.
    .values({ id: uuidv7(), query, necessary: { all: [] }, version: '' })
    .onConflictDoNothing();
  const [stored] = await tx
    .select({ id: alert_searches.id })
    .from(alert_searches)
    .where(sql`md5(${alert_searches.query}) = md5(${query}) and ${eq(alert_searches.query, query)}`)
    .for('key share');
  if (!stored) throw new Error('The search was deleted while it was stored');
  return stored.id;
}
