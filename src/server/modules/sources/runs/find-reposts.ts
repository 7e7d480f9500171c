import { type SQL, sql } from 'drizzle-orm';
import { toOneLine } from '#server/content/text.ts';
import type { Database } from '#server/db/client.ts';
import { audit_events, jobs, plainName } from '#server/db/schema.ts';
import { source_jobs } from '#server/db/source-tables.ts';
import type { FeedJob } from '#server/job-feeds/systems/feed-job.ts';
import type { SourceRow } from '../queries.ts';
import { BY_PERSON, findValuesBeforeEdits } from '../writes/human-changes.ts';
import type { ChangedEntry, ReadList } from './read-list.ts';

/** How long after it vanished a job can be recognized if it comes back with a new id. */
const MEMORY = '180 days';

/** The minimum share of words that two descriptions of the same job have in common. */
const SIMILARITY = 0.8;

/** The columns by which a job is recognized. */
const RECOGNIZED = ['title', 'location', 'description'] as const;

type Recognized = Record<(typeof RECOGNIZED)[number], string>;

/** A job that the list now lacks. */
type LackedJob = Recognized & {
  job_id: string;
  /** The values that the source states for fields that people have edited. */
  stated: Partial<Recognized> | null;
  /** Whether a person has deleted it or moved it to another company. */
  is_removed: boolean;
};

/** An entry with a new id, whose job the board already has, or had until a person removed it. */
export type Repost = { id: string; jobId: string; isRemoved: boolean };

/**
 * Finds reposts: entries with new ids whose jobs the list now lacks under their former ids. Either the employer has
 * posted the jobs again, or the system has given them new ids. Such an entry and its job have the same title and place,
 * and almost the same text. A job matches at most one entry of a complete list. The comparison ignores people's edits,
 * because the source does not have them.
 */
export async function findReposts(
  tx: Database,
  source: SourceRow,
  entries: ChangedEntry[],
  { listed, isComplete, now }: Pick<ReadList, 'listed' | 'isComplete'> & { now: Date },
): Promise<Repost[]> {
  const added = entries.flatMap(({ outcome }) => ('job' in outcome ? [outcome.job] : []));
  if (added.length === 0) return [];
  const lacked = await findLackedJobs(tx, source, added, { listed, now });
  if (lacked.length === 0) return [];
  const edited = await findValuesBeforeEdits(
    tx,
    lacked.map(({ job_id }) => job_id),
    RECOGNIZED,
  );
  const candidates = new Map<string, LackedJob[]>();
  for (const row of lacked) {
    const job = { ...row, ...edited.get(row.job_id), ...row.stated };
    const key = keyOf(job);
    candidates.set(key, [...(candidates.get(key) ?? []), job]);
  }
  return added.flatMap((job) => {
    const same = candidates.get(keyOf(job)) ?? [];
    const found = same.findIndex((row) => isSameText(row.description, job.description));
    if (found < 0) return [];
    // If several entries could be the job, an incomplete list does not show which of them it is, so each stands for the
    // job.
    const [row] = isComplete ? same.splice(found, 1) : same.slice(found);
    return row ? [{ id: job.sourceId, jobId: row.job_id, isRemoved: row.is_removed }] : [];
  });
}

/** Finds jobs that may have come back, those that have been missing for the shortest time first. */
async function findLackedJobs(
  tx: Database,
  source: SourceRow,
  added: FeedJob[],
  { listed, now }: { listed: ReadonlySet<string>; now: Date },
): Promise<LackedJob[]> {
  const titles = sql.param([...new Set(added.map(({ title }) => title))]);
  const ids = sql.param([...listed]);
  // A person may have edited the title, so also compare jobs that people have edited.
  const mayMatch = (title: SQL) => sql`(${plainName(title)} in
      (select ${plainName(sql`title`)} from unnest(${titles}::text[]) title)
    or exists (select from ${audit_events} where ${audit_events.kind} = 'job'
      and ${audit_events.thing_id} = entry.job_id::text and ${audit_events.action} = 'update' and ${BY_PERSON}))`;
  const { rows } = await tx.execute<LackedJob>(sql`
    with lacked as materialized (
      select job_id, case when bool_and(missing_since is not null) then max(missing_since) end as lacked_since
      from ${source_jobs} where source_id = ${source.id} and job_id is not null
      group by job_id having not bool_or(external_id in (select unnest(${ids}::text[])))
    ), entry as (
      select ${source_jobs}.*, lacked_since from lacked join ${source_jobs} using (job_id) where source_id = ${source.id}
    ), candidate as (
      select entry.*, job.title, job.location, job.description,
        job.company_id <> ${source.company_id} as is_removed
      from entry join ${jobs} job on job.id = entry.job_id and job.source = ${source.system}
        and job.source_id = entry.external_id
      where (job.closed_at is null or job.closed_by is not null or entry.vanished_at is null
          or entry.vanished_at > ${now.toISOString()}::timestamptz - ${MEMORY}::interval)
        and ${mayMatch(sql`job.title`)}
      union all
      select entry.*, ${was('title')}, ${was('location')}, ${was('description')}, true
      from entry join lateral (
        select * from ${audit_events}
        where ${audit_events.kind} = 'job' and ${audit_events.thing_id} = entry.job_id::text
          and ${audit_events.action} in ('create', 'delete')
        order by ${audit_events.id} desc limit 1
      ) ${audit_events} on ${audit_events.action} = 'delete' and ${BY_PERSON}
        and ${was('source_id')} = entry.external_id
      where not exists (select from ${jobs} where ${jobs.id} = entry.job_id) and ${mayMatch(was('title'))}
    )
    select job_id, stated, title, location, description, is_removed from candidate
    order by lacked_since desc nulls first, external_id desc`);
  return rows;
}

const was = (name: string): SQL => sql`${audit_events.before} ->> ${sql.raw(`'${name}'`)}`;

function keyOf({ title, location }: Pick<FeedJob, 'title' | 'location'>): string {
  return JSON.stringify([plain(title), plain(location)]);
}

/** The words of a text in one form: without case, spaces and punctuation. */
const plain = (text: string) =>
  toOneLine(text)
    .toLowerCase()
    .replace(/[\p{P}\p{Z}]+/gu, '');

/**
 * Whether two descriptions belong to the same job, because most words occur in both (Jaccard index).
 * https://en.wikipedia.org/wiki/Jaccard_index
 */
export function isSameText(one: string, other: string): boolean {
  if (one === other) return true;
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const shared = [...words].filter((word) => others.has(word)).length;
  const all = words.size + others.size - shared;
  return all > 0 && shared / all >= SIMILARITY;
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
