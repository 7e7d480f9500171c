import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';

/**
 * The minimum number of jobs that are indexed in parallel processes. For fewer jobs, starting the processes takes
 * longer than it saves.
 */
const PARALLEL_JOBS = 200;

/** Settings that let the planner use parallel workers, even if it expects little work. */
const PARALLEL_SETTINGS = Object.entries({
  parallel_setup_cost: '0',
  parallel_tuple_cost: '0',
  min_parallel_table_scan_size: '0',
  min_parallel_index_scan_size: '0',
}).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);

/** Adds the open ones of these jobs to the search index. Jobs that are already in it stay unchanged. */
export async function indexJobs(tx: Database, ids: string[]): Promise<void> {
  const rows = sql`
    select indexed.* from jobs, searchable(jobs) as indexed
    where jobs.id = any(${sql.param(ids)}::uuid[]) and jobs.closed_at is null`;
  if (ids.length < PARALLEL_JOBS) {
    await tx.execute(sql`insert into job_search ${rows} on conflict do nothing`);
    return;
  }
  // Parsing the texts is the most expensive part of storing a job. CREATE TABLE AS is the only statement that can parse
  // them in parallel workers within a transaction.
  // https://www.postgresql.org/docs/current/when-can-parallel-query-be-used.html
  await tx.execute(sql`select ${sql.join(PARALLEL_SETTINGS, sql`, `)}`);
  // Do not compress rows that fit into a page, because the next statement reads them at once.
  await tx.execute(sql`
    create temporary table indexed_jobs with (toast_tuple_target = 8160) on commit drop as ${rows}`);
  await tx.execute(sql`insert into job_search table indexed_jobs on conflict do nothing`);
  await tx.execute(sql`drop table indexed_jobs`);
}
