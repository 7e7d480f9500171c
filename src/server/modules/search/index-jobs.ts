import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';

/** Jobs that were added in this transaction, by the first and the last of their ids. */
type AddedJobs = { source: string; companyId: string; first: string; last: string };

const SETTINGS = Object.entries({
  // However small the planner takes the work for.
  parallel_setup_cost: '0',
  parallel_tuple_cost: '0',
  min_parallel_table_scan_size: '0',
  min_parallel_index_scan_size: '0',
  // More of the words than others sort in at once (client.ts): that takes a third less time, and is soon over.
  gin_pending_list_limit: '4MB',
}).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);

/**
 * Does what the trigger leaves to whoever adds many jobs (`board.indexed_later`): enters them into the
 * search. Finding a text's words takes PostgreSQL longer than all else about a job. The statement that
 * makes a table is the one that may share such work among processes and may stand in a transaction.
 * https://www.postgresql.org/docs/current/when-can-parallel-query-be-used.html
 */
export async function indexJobs(tx: Database, jobs: AddedJobs): Promise<void> {
  await tx.execute(sql`select ${sql.join(SETTINGS, sql`, `)}`);
  // Rows up to a page are not packed only to be unpacked at once. A condition on the company alone would have
  // the planner, which knows nothing yet of what was added just now, expect one row, to be found among all of
  // the company's by one process; of a `case` it expects that half of the rows meet it.
  await tx.execute(sql`
    create temporary table found_words with (toast_tuple_target = 8160) on commit drop as
    select found.* from jobs, searchable(jobs) as found
    where jobs.id between ${jobs.first} and ${jobs.last}
      and case when jobs.company_id = ${jobs.companyId} and jobs.closed_at is null
        then jobs.source = ${jobs.source} end`);
  await tx.execute(sql`insert into job_search table found_words`);
  await tx.execute(sql`drop table found_words`);
}
