import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
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
  /** The terms of the open jobs. */
  sets: JobSets;
  /** Finds the jobs that each of the searches newly shows. */
  findNew(searches: ParsedSearch[]): Promise<string[][]>;
};

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
  return {
    sets: await readTerms(session, ids),

    async findNew(searches) {
      const statements = searches.flatMap((search, number) => {
        const conditions = conditionsOf(search, matchesRow);
        return conditions
          ? [
              sql`select ${sql.raw(String(number))} as number, job_search.job_id as id from job_search${where(conditions)}`,
            ]
          : [];
      });
      if (statements.length === 0) return searches.map(() => []);
      const { rows } = await session.execute<{ number: number; id: string }>(
        sql.join(statements, sql` union all `),
      );
      const found = searches.map(() => new Set<string>());
      for (const { number, id } of rows) found[number]?.add(id);
      return found.map((matched) =>
        ids.filter((id) => matched.has(id) && !matched.has(formerOf.get(id) ?? '')),
      );
    },
  };
}

/** Reads the terms of the open jobs, and those of their companies. */
async function readTerms(session: NodePgDatabase, ids: string[]): Promise<JobSets> {
  const sets = createJobSets(ids.length);
  for (let start = 0; start < ids.length; start += READ_JOBS) {
    const { rows } = await session.execute<{ terms: string[]; words: string[]; letters: string }>(
      sql`select tsvector_to_array(all_words(heading, body, exact)) as terms,
          tsvector_to_array(name_words(name)) as words, name_letters(name) as letters
        from public.job_search join public.companies on companies.id = company_id
        where job_id = any(${sql.param(ids.slice(start, start + READ_JOBS))}::uuid[])`,
    );
    for (const row of rows) sets.add(widestTerms(row));
  }
  return sets;
}
