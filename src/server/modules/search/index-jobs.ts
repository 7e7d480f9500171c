import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';

/** The jobs of a company that this transaction has inserted, by their first and last id. */
type InsertedJobs = { source: string; companyId: string; first: string; last: string };

const SETTINGS = Object.entries({
  // Makes the planner use parallel workers however small it estimates the work.
  parallel_setup_cost: '0',
  parallel_tuple_cost: '0',
  min_parallel_table_scan_size: '0',
  min_parallel_index_scan_size: '0',
  // A larger pending list than in other sessions (pools.ts) takes a third less time; it is merged soon afterwards.
  gin_pending_list_limit: '4MB',
}).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);

/**
 * Adds many inserted jobs to the search index, which the trigger leaves to the importer (`board.indexed_later`). Parsing
 * the texts is the most expensive part of storing a job. CREATE TABLE AS is the one statement that can parse them in
 * parallel workers inside a transaction.
 * https://www.postgresql.org/docs/current/when-can-parallel-query-be-used.html
 */
export async function indexJobs(tx: Database, jobs: InsertedJobs): Promise<void> {
  await tx.execute(sql`select ${sql.join(SETTINGS, sql`, `)}`);
  // Rows of up to a page are not compressed, because they are decompressed at once. The planner has no statistics of
  // the new rows: for a plain condition on the company, it expects one row and starts no workers; for CASE, it expects
  // half of the rows.
  await tx.execute(sql`
    create temporary table indexed_jobs with (toast_tuple_target = 8160) on commit drop as
    select indexed.* from jobs, searchable(jobs) as indexed
    where jobs.id between ${jobs.first} and ${jobs.last}
      and case when jobs.company_id = ${jobs.companyId} and jobs.closed_at is null
        then jobs.source = ${jobs.source} end`);
  await tx.execute(sql`insert into job_search table indexed_jobs`);
  await tx.execute(sql`drop table indexed_jobs`);
}
