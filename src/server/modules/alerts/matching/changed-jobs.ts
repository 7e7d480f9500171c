import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { NecessaryTerms } from '#server/db/alert-tables.ts';
import { conditionsOf, matchesRow, where } from '#server/modules/search/filters.ts';
import type { ParsedSearch } from '#server/modules/search/search-jobs.ts';
import { widestTerms } from '#server/modules/search/widest-terms.ts';
import { createJobSets, type JobSets } from './job-sets.ts';

/**
 * The changed jobs of a run as tables of one session, which have the names of the tables of the board. The search engine
 * writes its statements for these names, so the same statements search only the changed jobs: temporary tables come first
 * in the search path. https://www.postgresql.org/docs/current/runtime-config-client.html#GUC-SEARCH-PATH
 *
 * `job_search` has the rows of the open jobs, and their former rows with ids of their own. A search newly shows a job if it
 * matches the row and not the former row.
 */
export type ChangedJobs = {
  /** Whether none of the jobs is open, so that no search newly shows any. */
  isEmpty: boolean;
  /** The ids of the open jobs that fulfill a condition. */
  withTerms(necessary: NecessaryTerms): string[];
  /** Finds which of its possible jobs each of the searches newly shows. */
  findNew(searches: { search: ParsedSearch; possible: string[] }[]): Promise<string[][]>;
};

/** Up to this number of possible jobs, their rows are compared one by one. Otherwise, the index finds them. */
const FEW = 100;

/** The number of jobs whose terms are read at a time. Between them, the process serves requests. */
const READ_JOBS = 50;

/** SQL: the id that the former row of a job has. */
const formerId = (id: string) => sql.raw(`md5(${id}::text)::uuid`);

/** Fills the tables of the session. Other sessions do not see them. */
export async function openChangedJobs(client: pg.Client, ids: string[]): Promise<ChangedJobs> {
  const session = drizzle(client);
  const jobs = sql.param(ids);
  await session.execute(sql`drop table if exists pg_temp.job_search, pg_temp.jobs`);
  await session.execute(
    sql`create temporary table job_search (like public.job_search including indexes including storage)`,
  );
  await session.execute(
    sql`create temporary table jobs (id uuid primary key, description text not null)`,
  );
  await session.execute(sql`insert into pg_temp.job_search
    select (before).* from public.alert_changes where job_id = any(${jobs}::uuid[]) and before is not null`);
  await session.execute(sql`update pg_temp.job_search set job_id = ${formerId('job_id')}`);
  await session.execute(sql`insert into pg_temp.job_search
    select * from public.job_search where job_id = any(${jobs}::uuid[])`);
  await session.execute(sql`insert into pg_temp.jobs
    select id, description from public.jobs where id = any(${jobs}::uuid[])
    union all select ${formerId('id')}, coalesce(changed.description, jobs.description)
      from public.alert_changes as changed join public.jobs on id = job_id
      where job_id = any(${jobs}::uuid[]) and before is not null`);
  await session.execute(sql`analyze pg_temp.job_search`);
  const { rows: former } = await session.execute<{ id: string; former: string }>(
    sql`select job_id as id, ${formerId('job_id')} as former from unnest(${jobs}::uuid[]) as job_id`,
  );
  const formerOf = new Map(former.map((row) => [row.id, row.former]));
  const { sets, order } = await readTerms(session, ids);
  return {
    isEmpty: order.length === 0,

    withTerms: (necessary) => sets.find(necessary).map((number) => order[number] ?? ''),

    async findNew(searches) {
      const statements = searches.flatMap(({ search, possible }, number) => {
        const isFew = possible.length <= FEW;
        const conditions = conditionsOf(search, isFew ? matchesRow : undefined);
        if (!conditions || possible.length === 0) return [];
        const rows = possible.flatMap((id) => [id, formerOf.get(id) ?? id]);
        if (isFew) conditions.push(sql`job_search.job_id = any(${sql.param(rows)}::uuid[])`);
        return [
          sql`select ${sql.raw(String(number))} as number, job_search.job_id as id from job_search${where(conditions)}`,
        ];
      });
      if (statements.length === 0) return searches.map(() => []);
      const { rows } = await session.execute<{ number: number; id: string }>(
        sql.join(statements, sql` union all `),
      );
      const found = searches.map(() => new Set<string>());
      for (const { number, id } of rows) found[number]?.add(id);
      return searches.map(({ possible }, number) =>
        possible.filter(
          (id) => found[number]?.has(id) && !found[number].has(formerOf.get(id) ?? ''),
        ),
      );
    },
  };
}

/** Reads the terms of the open jobs, and those of their companies. */
async function readTerms(
  session: NodePgDatabase,
  ids: string[],
): Promise<{ sets: JobSets; order: string[] }> {
  const sets = createJobSets(ids.length);
  const order: string[] = [];
  for (let start = 0; start < ids.length; start += READ_JOBS) {
    const { rows } = await session.execute<{
      id: string;
      terms: string[];
      words: string[];
      name: string;
    }>(
      sql`select job_id as id, tsvector_to_array(all_words(heading, body, exact)) as terms,
          tsvector_to_array(name_words(name)) as words, name
        from pg_temp.job_search join public.companies on companies.id = company_id
        where job_id = any(${sql.param(ids.slice(start, start + READ_JOBS))}::uuid[])`,
    );
    for (const { id, ...row } of rows) {
      order.push(id);
      sets.add(widestTerms(row));
    }
  }
  return { sets, order };
}
