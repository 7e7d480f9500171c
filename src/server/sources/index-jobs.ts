import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';

/** Jobs that were added in this transaction, by the first and the last of their ids. */
type AddedJobs = { source: string; companyId: string; first: string; last: string };

/**
 * Does what the trigger leaves to whoever adds many jobs (`board.indexed_later`): enters them into the
 * search. Finding a text's words takes PostgreSQL longer than all else about a job. The statement that
 * makes a table is the one that may share such work among processes and may stand in a transaction.
 * https://www.postgresql.org/docs/current/when-can-parallel-query-be-used.html
 */
export async function indexJobs(tx: Database, jobs: AddedJobs): Promise<void> {
  // However small the planner takes the work for.
  for (const setting of [
    'parallel_setup_cost',
    'parallel_tuple_cost',
    'min_parallel_table_scan_size',
    'min_parallel_index_scan_size',
  ]) {
    await tx.execute(sql`select set_config(${setting}, '0', true)`);
  }
  // Rows up to a page are not packed only to be unpacked at once.
  await tx.execute(sql`
    create temporary table found_words with (toast_tuple_target = 8160) on commit drop as
    select found.* from jobs, searchable(jobs) as found
    where jobs.id between ${jobs.first} and ${jobs.last}
      and jobs.company_id = ${jobs.companyId} and jobs.source = ${jobs.source}
      and jobs.closed_at is null`);
  await tx.execute(sql`insert into job_search table found_words`);
  await tx.execute(sql`drop table found_words`);
}
