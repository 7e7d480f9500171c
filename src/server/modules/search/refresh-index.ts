import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { ALL_COMPANIES } from '#server/db/search-tables.ts';
import { compactCounts } from './facet-counts.ts';

/**
 * Leaves the search as quick as it will be: with the counts added up, and with what is new sorted in and known to
 * PostgreSQL, whose own housekeeping may come a minute later.
 */
export async function refreshIndex(db: Database): Promise<void> {
  await compactCounts(db);
  await sortIntoSearch(db);
  await analyzeWhereGrown(db);
}

/**
 * Plans that are kept were made for the tables as they were: ANALYZE has them made anew.
 * https://www.postgresql.org/docs/current/sql-prepare.html#SQL-PREPARE-NOTES
 */
async function analyzeWhereGrown(db: Database): Promise<void> {
  const { rows } = await db.execute<{ known: number; jobs: number }>(sql`
    select reltuples::float8 as known, (
      select coalesce(sum(jobs), 0)::float8 from job_counts where company_id = ${ALL_COMPANIES}
    ) as jobs
    from pg_class where oid = 'job_search'::regclass`);
  const [{ known, jobs } = { known: 0, jobs: 0 }] = rows;
  if (Math.abs(jobs - known) > GROWN * known) {
    await db.execute(sql`analyze job_search, jobs, companies, place_counts`);
  }
}

/** By such a part of all jobs; a table that was never analyzed has -1. */
const GROWN = 1 / 10;

/**
 * Sorts the last of what is new into the search's indexes, so that no search has to read through a list
 * of it. https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-ADMIN-INDEX
 */
async function sortIntoSearch(db: Database): Promise<void> {
  await db.execute(sql`
    select gin_clean_pending_list(indexrelid)
    from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where indrelid = 'job_search'::regclass and amname = 'gin'`);
}
