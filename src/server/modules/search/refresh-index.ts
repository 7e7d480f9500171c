import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { ALL_COMPANIES } from '#server/db/search-tables.ts';
import { compactCounts } from './facet-counts.ts';

/**
 * Makes searches fast again after an import: adds pending changes to the stored counts, and updates the planner's
 * statistics. PostgreSQL's autovacuum would do so only a minute later.
 */
export async function refreshIndex(db: Database): Promise<void> {
  await compactCounts(db);
  await analyzeIfChanged(db);
}

/**
 * Analyzes the tables if they have changed much. ANALYZE also makes PostgreSQL replace cached plans, which were made
 * for the earlier content. https://www.postgresql.org/docs/current/sql-prepare.html#SQL-PREPARE-NOTES
 */
async function analyzeIfChanged(db: Database): Promise<void> {
  const { rows } = await db.execute<{ known: number; jobs: number }>(sql`
    select reltuples::float8 as known, (
      select coalesce(sum(jobs), 0)::float8 from job_counts where company_id = ${ALL_COMPANIES}
    ) as jobs
    from pg_class where oid = 'job_search'::regclass`);
  const [{ known, jobs } = { known: 0, jobs: 0 }] = rows;
  if (Math.abs(jobs - known) > MAX_CHANGE * known) {
    await db.execute(sql`analyze job_search, jobs, companies, place_counts`);
  }
}

/**
 * New statistics are necessary if the number of jobs changes by at least this share. PostgreSQL reports -1 jobs for a
 * table without statistics.
 */
const MAX_CHANGE = 1 / 10;
