import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '#server/db/client.ts';

/** Queries for rows of the index and for stored counts that do not agree with the jobs. */
const DIFFERENCES = {
  'rows of the search': sql`
    with expected as (select found.* from jobs, searchable(jobs) as found where closed_at is null)
    (select 'lost' as what, job_id::text as which from (table expected except table job_search) as lost)
    union all
    (select 'false', job_id::text from (table job_search except table expected) as untrue)`,
  'counts of jobs': sql`
    select coalesce(stored.company_id, told.company_id) || ' ' || coalesce(stored.type, told.type) || ' '
      || coalesce(stored.salary, told.salary) as which, salaries, stored.jobs as stored, told.jobs as told
    from (
      select company_id, type, salary, salaries, sum(jobs) as jobs
      from (table job_counts union all table job_count_changes) as figures
      group by 1, 2, 3, 4 having sum(jobs) <> 0
    ) as stored full join (
      select whose as company_id, type::text, salary::text, salaries, count(*) as jobs
      from job_search, unnest(array[company_id, '00000000-0000-0000-0000-000000000000']) as whose
      group by 1, 2, 3, 4
    ) as told using (company_id, type, salary, salaries)
    where stored.jobs is distinct from told.jobs`,
  'counts of places': sql`
    select coalesce(stored.place, told.place) as which, stored.jobs as stored, told.jobs as told
    from (
      select place, sum(jobs) as jobs
      from (table place_counts union all table place_count_changes) as figures
      group by 1 having sum(jobs) <> 0
    ) as stored full join (
      select place, count(*) as jobs
      from jobs, places_of(concat_ws('; ', location, more_places)) as place
      where closed_at is null group by 1
    ) as told using (place)
    where stored.jobs is distinct from told.jobs`,
};

/** Expects that the search index and the stored counts agree with the jobs. */
export async function expectIndexMatchesJobs(db: Database): Promise<void> {
  const found: Record<string, unknown[]> = {};
  for (const [what, statement] of Object.entries(DIFFERENCES)) {
    found[what] = (await db.execute(statement)).rows;
  }
  expect(found).toEqual(
    Object.fromEntries(Object.keys(DIFFERENCES).map((what): [string, unknown[]] => [what, []])),
  );
}
