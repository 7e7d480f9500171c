import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { ALL_COMPANIES } from '#server/db/search-tables.ts';
import { refreshDictionary } from './dictionary.ts';
import { compactCounts } from './facet-counts.ts';
import { refreshSuggestions } from './suggestions/refresh-suggestions.ts';

/**
 * Makes searches fast and complete again after an import. Refreshes the dictionary and the suggestions only if enough jobs
 * have changed. Otherwise, this takes longer than the import, and the next scheduled task does it.
 * @param changed the number of jobs that the import has added, updated or closed
 */
export async function refreshAfterImport(db: Database, changed: number): Promise<void> {
  if (changed === 0) return;
  const jobs = await refreshIndex(db);
  if (changed < MIN_CHANGE * jobs) return;
  await refreshDictionary(db);
  await refreshSuggestions(db);
}

/** The share of the open jobs that must have changed. */
const MIN_CHANGE = 1 / 100;

/**
 * Adds pending changes to the stored counts, and updates the planner's statistics. PostgreSQL's autovacuum would do so only
 * a minute later.
 * @returns the number of open jobs
 */
export async function refreshIndex(db: Database): Promise<number> {
  await compactCounts(db);
  return analyzeIfChanged(db);
}

/**
 * Analyzes the tables if they have changed much. ANALYZE also makes PostgreSQL replace cached plans, which were made
 * for the earlier content. https://www.postgresql.org/docs/current/sql-prepare.html#SQL-PREPARE-NOTES
 * @returns the number of open jobs
 */
async function analyzeIfChanged(db: Database): Promise<number> {
  const { rows } = await db.execute<{ known: number; jobs: number }>(sql`
    select reltuples::float8 as known, (
      select coalesce(sum(jobs), 0)::float8 from job_counts where company_id = ${ALL_COMPANIES}
    ) as jobs
    from pg_class where oid = 'job_search'::regclass`);
  const [{ known, jobs } = { known: 0, jobs: 0 }] = rows;
  if (Math.abs(jobs - known) > MAX_CHANGE * known) {
    await db.execute(sql`analyze job_search, jobs, companies, place_counts`);
  }
  return jobs;
}

/**
 * New statistics are necessary if the number of jobs changes by at least this share. PostgreSQL reports -1 jobs for a
 * table without statistics.
 */
const MAX_CHANGE = 1 / 10;
