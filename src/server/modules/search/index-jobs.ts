import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';

/** The jobs that this transaction has inserted for a company. `first` and `last` are their lowest and highest ids. */
type InsertedJobs = { source: string; companyId: string; first: string; last: string };

const SETTINGS = Object.entries({
  // Let the planner use parallel workers, even if it expects little work.
  parallel_setup_cost: '0',
  parallel_tuple_cost: '0',
  min_parallel_table_scan_size: '0',
  min_parallel_index_scan_size: '0',
  // Use a larger pending list of the GIN index than other sessions do (see `pools.ts`), so that inserting takes a third
  // less time. The list is merged soon afterwards.
  gin_pending_list_limit: '4MB',
}).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);

/**
 * Adds many inserted jobs to the search index. The trigger leaves this to the importer if `board.indexed_later` is set.
 * Parsing the texts is the most expensive part of storing a job. CREATE TABLE AS is the only statement that can parse
 * them in parallel workers within a transaction.
 * https://www.postgresql.org/docs/current/when-can-parallel-query-be-used.html
 */
export async function indexJobs(tx: Database, jobs: InsertedJobs): Promise<void> {
  await tx.execute(sql`select ${sql.join(SETTINGS, sql`, `)}`);
  // Do not compress rows that fit into a page, because the next statement reads them at once. The planner has no
  // statistics of the new rows. For a plain condition on the company, it would expect one row and start no workers. For
  // a condition with CASE, it expects half of the rows.
  await tx.execute(sql`
    create temporary table indexed_jobs with (toast_tuple_target = 8160) on commit drop as
    select indexed.* from jobs, searchable(jobs) as indexed
    where jobs.id between ${jobs.first} and ${jobs.last}
      and case when jobs.company_id = ${jobs.companyId} and jobs.closed_at is null
        then jobs.source = ${jobs.source} end`);
  await tx.execute(sql`insert into job_search table indexed_jobs`);
  await tx.execute(sql`drop table indexed_jobs`);
}
