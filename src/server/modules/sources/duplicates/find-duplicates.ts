import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { jobs, plainName } from '#server/db/schema.ts';
import { distinct_jobs, source_jobs } from '#server/db/source-tables.ts';
import { isSameText } from '../runs/find-reposts.ts';

/** How many pairs of jobs are offered for merging at a time, and how many candidates are compared to find them. */
const MAX_PAIRS = 100;
const MAX_CANDIDATES = 1_000;

export type LinkedJob = {
  id: string;
  title: string;
  location: string;
  date: string;
  /** The system from which the job comes; null for a job that a person has posted. */
  source: string | null;
};

export type DuplicatePair = { job: LinkedJob; other: LinkedJob };

/**
 * Finds open jobs of a source that seem to be duplicates: the company also has them from another source, or a person
 * has posted them. Both jobs of a pair have the same title and place, and almost the same text. Pairs that a person has
 * marked as different are left out.
 */
export async function findDuplicates(db: Database, sourceId: string): Promise<DuplicatePair[]> {
  const columns = (table: string) =>
    sql.raw(
      `jsonb_build_object('id', ${table}.id, 'title', ${table}.title, 'location', ${table}.location, 'date', ${table}.date, 'source', ${table}.source)`,
    );
  const { rows } = await db.execute<{
    job: LinkedJob;
    other: LinkedJob;
    description: string;
    other_description: string;
  }>(sql`
    select ${columns('job')} as job, ${columns('other')} as other,
      job.description, other.description as other_description
    from ${source_jobs} entry
    join ${jobs} job on job.id = entry.job_id and job.source_id = entry.external_id
    join ${jobs} other on other.company_id = job.company_id and other.id <> job.id
      and ${plainName(sql`other.title`)} = ${plainName(sql`job.title`)}
      and ${plainName(sql`other.location`)} = ${plainName(sql`job.location`)}
    where entry.source_id = ${sourceId} and job.closed_at is null and other.closed_at is null
      and not exists (select from ${source_jobs} own where own.source_id = ${sourceId}
        and own.job_id = other.id and own.external_id = other.source_id)
      and not exists (select from ${distinct_jobs} known
        where known.job_id = least(job.id, other.id) and known.other_id = greatest(job.id, other.id))
    order by job.title collate "C", job.id, other.id limit ${MAX_CANDIDATES}`);
  return rows
    .filter(({ description, other_description }) => isSameText(description, other_description))
    .slice(0, MAX_PAIRS)
    .map(({ job, other }) => ({ job, other }));
}

export async function countDuplicates(db: Database, sourceId: string): Promise<number> {
  return (await findDuplicates(db, sourceId)).length;
}
