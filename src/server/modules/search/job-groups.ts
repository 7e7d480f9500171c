import { type SQL, sql } from 'drizzle-orm';
import type { BoardDatabase } from '#server/db/client.ts';
import { job_search } from '#server/db/search-tables.ts';
import { named } from '#server/db/statement-name.ts';
import { MAX_GROUP_SIZE, MAX_OTHER_PLACES } from '#shared/limits.ts';
import { conditionsOf, matchesRow, otherConditions, type Search, where } from './filters.ts';

/**
 * A grouped list shows the postings of one job (see `groupOf`) once: the first of those that the search finds, in the
 * order of the list. Whether a posting is the first depends neither on the page nor on the cursor, so no group is on two
 * pages.
 */

/**
 * SQL: the condition that a job is the first posting of its group in a list.
 * @param found the conditions of all jobs that the search finds
 * @param precedes the condition that the other posting (`job_search`) precedes the job (`listed`)
 */
export function isFirstOfGroup(found: SQL[], precedes: SQL): SQL {
  const conditions = [sql`${job_search.group_id} = listed.group_id`, ...found, precedes];
  // Within the subquery, `job_search` is the other posting. With the subquery in this form, the planner looks up each
  // group instead of joining all jobs.
  return sql`(${job_search.group_id} is null or not exists (
    select from (
      select ${job_search.group_id}, ${job_search.middle}, ${job_search.date}, ${job_search.job_id}
    ) as listed, job_search${where(conditions)} limit 1
  ))`;
}

/** The conditions that another posting precedes `listed`: the first in lists by date, the second in lists by pay. */
export const isNewer = sql`(${job_search.date}, ${job_search.job_id}) > (listed.date, listed.job_id)`;
export const isPaidMore = sql`(${job_search.middle}, ${job_search.date}, ${job_search.job_id})
  > (listed.middle, listed.date, listed.job_id)`;

/**
 * SQL: what tells the locations of two postings apart: the known places, so that "Oslo" and "Oslo, Norway" are one, or
 * otherwise the text.
 */
const place = sql.raw(
  "coalesce(nullif(jsonb_path_query_array(job_facts.places, '$[*].id')::text, '[]'), lower(location))",
);

/**
 * The other postings of a listed job, as far as the search finds them: their number, the number of other locations, and
 * the newest posting of each, sorted by location.
 */
export type OtherPostings = {
  total: number;
  places: number;
  results: { id: string; location: string }[];
};

/** Reads the other postings of the listed jobs. Jobs without other postings are missing. */
export async function readOtherPostings(
  db: BoardDatabase,
  search: Search,
  ids: string[],
): Promise<Map<string, OtherPostings>> {
  const found = conditionsOf(search, matchesRow);
  if (!found || ids.length === 0) return new Map();
  const conditions = [
    sql`${job_search.group_id} = listed.group_id`,
    sql`${job_search.job_id} <> listed.job_id`,
    ...found,
  ];
  const statement = sql`select listed.job_id as id, other.total, other.places, other.results
    from (
      select job_id, job_search.group_id, ${place} as place from job_search join jobs on jobs.id = job_id
      left join job_facts using (job_id)
      where job_id = any(${sql.param(ids)}::uuid[]) and job_search.group_id is not null offset 0
    ) as listed cross join lateral (
      with postings as materialized (
        select jobs.id, jobs.location, jobs.date, ${place} as place from (
          select ${job_search.job_id} as job_id from job_search${where(conditions)}
          order by ${job_search.date} desc, ${job_search.job_id} desc limit ${sql.raw(String(MAX_GROUP_SIZE))}
        ) as counted join jobs on jobs.id = counted.job_id left join job_facts using (job_id)
      ), places as materialized (
        select distinct on (place) * from postings
        where place <> listed.place
        order by place, date desc, id desc
      )
      select (select count(*) from postings)::integer as total, (select count(*) from places)::integer as places, (
        select coalesce(
          json_agg(json_build_object('id', id, 'location', location) order by lower(location), id), '[]'
        ) from (
          select * from places order by date desc, id desc limit ${sql.raw(String(MAX_OTHER_PLACES))}
        ) as newest
      ) as results
    ) as other where other.total > 0`;
  const rows = await (otherConditions(search.filters).length === 0
    ? db.reads.run<OtherPostings & { id: string }>('other_postings', statement)
    : db.reads.planned(
        async (reader) =>
          (await reader.execute<OtherPostings & { id: string }>(named('other_postings', statement)))
            .rows,
      ));
  return new Map(rows.map(({ id, ...others }) => [id, others]));
}

/** The number of jobs in the rows of a grouped list, including their other postings. */
export function countJobsIn(rows: { also?: OtherPostings | undefined }[]): number {
  return rows.reduce((sum, { also }) => sum + 1 + (also?.total ?? 0), 0);
}
