import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { audit_events, jobs } from '#server/db/schema.ts';
import { type SkippedEntry, source_jobs } from '#server/db/source-tables.ts';
import type { SourceRow } from '../queries.ts';
import { BY_PERSON } from '../writes/human-changes.ts';
import { REMOVED } from '../writes/write-jobs.ts';
import { findReposts } from './find-reposts.ts';
import type { ChangedEntry, ReadList } from './read-list.ts';

const SAME_JOB = 'it is the same job as one that comes from elsewhere';
const UNDECIDED =
  'it may be a job that this incomplete list lacks, so a complete list decides whether it is new';

export type IdentifiedEntries = {
  /** The entries whose jobs the run may add or change. */
  entries: ChangedEntry[];
  /** The entries whose jobs the run must not change. */
  left: ChangedEntry[];
  /** The ids of jobs that people have deleted or moved. */
  removed: Set<string>;
  skipped: SkippedEntry[];
  /** The number of jobs that have a new id. */
  reposted: number;
};

/**
 * Finds the job of each entry. A job can have several ids, because it was posted again with a new id, its system has
 * changed all ids, or it was merged with another job. The job takes the id that is listed, and stays the same job with
 * its dates. Only a complete list shows that the former id is gone.
 */
export async function identifyJobs(
  tx: Database,
  source: SourceRow,
  { changed, listed, isComplete }: Pick<ReadList, 'changed' | 'listed' | 'isComplete'>,
  now: Date,
): Promise<IdentifiedEntries> {
  const result: IdentifiedEntries = {
    entries: [],
    left: [],
    skipped: [],
    removed: new Set(),
    reposted: 0,
  };
  const leave = (entry: ChangedEntry, reason: string) => {
    result.left.push(entry);
    result.skipped.push({ job: entry.id, reason });
    if (reason === REMOVED) result.removed.add(entry.id);
  };
  const lacks = lackedBy(listed);
  const known = await findKnown(tx, source, changed, lacks);
  const taken: NewId[] = [];
  const unknown: ChangedEntry[] = [];
  for (const entry of changed) {
    const job = known.get(entry.id);
    if (!job) unknown.push(entry);
    else if (job.is_removed) leave(entry, REMOVED);
    else if (job.is_own) result.entries.push(entry);
    else if (!isComplete || !job.is_free || taken.some(({ jobId }) => jobId === job.job_id)) {
      leave(entry, SAME_JOB);
    } else {
      taken.push({ id: entry.id, jobId: job.job_id });
      result.entries.push(entry);
    }
  }
  const reposts = new Map(
    (await findReposts(tx, source, unknown, { listed, isComplete, now })).map((repost) => [
      repost.id,
      repost,
    ]),
  );
  const linked: NewId[] = [];
  for (const entry of unknown) {
    const repost = reposts.get(entry.id);
    if (!repost) result.entries.push(entry);
    else if (!isComplete) result.skipped.push({ job: entry.id, reason: UNDECIDED });
    else if (repost.isRemoved) {
      linked.push(repost);
      leave(entry, REMOVED);
    } else {
      taken.push(repost);
      result.entries.push(entry);
    }
  }
  await linkIds(tx, source, linked, { areReposts: false });
  await linkIds(tx, source, taken, { areReposts: true });
  await takeIds(tx, source, taken);
  result.reposted = taken.length;
  return result;
}

/**
 * SQL: whether the list lacks the id of a row of the ledger. In this form, PostgreSQL hashes the listed ids, so that
 * the comparison is fast, however many there are.
 */
export function lackedBy(listed: ReadonlySet<string>): SQL {
  return sql`${source_jobs.external_id} not in (select unnest(${sql.param([...listed])}::text[]))`;
}

type KnownJob = {
  id: string;
  job_id: string;
  /** Whether the entry's id is the current id of the job, or the job no longer exists and may be added again. */
  is_own: boolean;
  /** Whether a person has deleted the job. */
  is_removed: boolean;
  /** Whether the current id of the job is no longer listed, neither here nor at the source from which the job comes. */
  is_free: boolean;
};

/** Finds the jobs to which the ids of the entries belonged in earlier runs. */
async function findKnown(
  tx: Database,
  source: SourceRow,
  changed: ChangedEntry[],
  lacks: SQL,
): Promise<Map<string, KnownJob>> {
  const { id, system, company_id } = source;
  const ids = sql.param(changed.map((entry) => entry.id));
  const { rows } = await tx.execute<KnownJob>(sql`
    select entry.external_id as id, entry.job_id,
      job.id is null or (job.source, job.source_id) is not distinct from (${system}, entry.external_id) as is_own,
      job.id is null and coalesce((
        select ${audit_events.action} = 'delete' and ${BY_PERSON} from ${audit_events}
        where ${audit_events.kind} = 'job' and ${audit_events.thing_id} = entry.job_id::text
          and ${audit_events.action} in ('create', 'delete')
        order by ${audit_events.id} desc limit 1), false) as is_removed,
      job.company_id = ${company_id} and exists (
        select from ${source_jobs} where ${source_jobs.job_id} = job.id
          and ${source_jobs.external_id} = job.source_id
          and case when ${source_jobs.source_id} = ${id} then ${lacks}
            else ${source_jobs.missing_since} is not null end
      ) and not exists (${jobWithId(source, sql`entry.external_id`)}) as is_free
    from ${source_jobs} entry left join ${jobs} job on job.id = entry.job_id
    where entry.source_id = ${id} and entry.external_id = any(${ids}::text[])
      and entry.job_id is not null`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** SQL: selects the company's job that has the given id in the source's system. */
function jobWithId({ system, company_id }: SourceRow, id: SQL): SQL {
  return sql`select from ${jobs} where ${jobs.company_id} = ${company_id}
    and ${jobs.source} = ${system} and ${jobs.source_id} = ${id}`;
}

type NewId = { id: string; jobId: string };

const pairsOf = (ids: NewId[]) => sql`unnest(${sql.param(ids.map(({ id }) => id))}::text[],
    ${sql.param(ids.map(({ jobId }) => jobId))}::uuid[]) as pair (id, job_id)`;

/**
 * Stores in the ledger that these ids belong to these jobs, with the data that the ledger already has on each job. The
 * former ids of the jobs stay in the ledger.
 */
async function linkIds(
  tx: Database,
  { id }: SourceRow,
  ids: NewId[],
  { areReposts }: { areReposts: boolean },
): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    insert into ${source_jobs} as entry (source_id, external_id, job_id, stated, first_seen_at, reposts)
    select distinct on (pair.id) ${id}, pair.id, pair.job_id, own.stated, own.first_seen_at,
      own.reposts + ${areReposts ? 1 : 0}
    from ${pairsOf(ids)} join ${source_jobs} own on own.job_id = pair.job_id
    left join ${jobs} job on job.id = pair.job_id
    order by pair.id, own.external_id = job.source_id desc nulls last, own.reposts desc
    on conflict (source_id, external_id) do update set job_id = excluded.job_id, stated = excluded.stated,
      first_seen_at = least(entry.first_seen_at, excluded.first_seen_at), reposts = excluded.reposts,
      digest = null`);
}

/** Gives the jobs these ids. */
async function takeIds(tx: Database, { system }: SourceRow, ids: NewId[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    update ${jobs} set source = ${system}, source_id = pair.id, feed = null, version = jobs.version + 1
    from ${pairsOf(ids)} where jobs.id = pair.job_id`);
}
