import { type SQL, sql } from 'drizzle-orm';
import { toOneLine } from '#server/content/text.ts';
import type { Database } from '#server/db/client.ts';
import { audit_events, jobs, plainName } from '#server/db/schema.ts';
import { source_jobs } from '#server/db/source-tables.ts';
import type { SourceJob } from '../systems/source-feed.ts';
import type { SourceRow } from './lease.ts';

/** For how long a job that has vanished can come back under another id. */
const MEMORY = '180 days';

/** The share of words that two descriptions of one job have in common. */
const SIMILARITY = 0.8;

/** A job that the list lacks now. */
type LackedJob = {
  external_id: string;
  job_id: string;
  title: string;
  location: string;
  description: string;
  /** Whether a person has deleted it. */
  is_deleted: boolean;
};

/** A new id for a job that the board has, or had until a person deleted it. */
export type Repost = { id: string; former: string; jobId: string; isDeleted: boolean };

/**
 * Finds new entries that are jobs which the list lacks now: the employer has posted them again, or the system has given
 * them new ids. They have the same title and place, and almost the same text. A job matches one entry at most.
 * @param lacks SQL: whether the list lacks a row of the ledger
 */
export async function findReposts(
  tx: Database,
  source: SourceRow,
  added: SourceJob[],
  lacks: SQL,
): Promise<Repost[]> {
  if (added.length === 0) return [];
  const titles = sql.param([...new Set(added.map(({ title }) => title))]);
  const sameTitle = (title: SQL) =>
    sql`${plainName(title)} in (select ${plainName(sql`title`)} from unnest(${titles}::text[]) title)`;
  const { rows } = await tx.execute<LackedJob>(sql`
    select ${source_jobs.external_id}, ${source_jobs.job_id}, ${jobs.title}, ${jobs.location},
      ${jobs.description}, false as is_deleted
    from ${source_jobs} join ${jobs} on ${jobs.id} = ${source_jobs.job_id}
      and ${jobs.source} = ${source.system} and ${jobs.source_id} = ${source_jobs.external_id}
    where ${source_jobs.source_id} = ${source.id} and ${lacks} and ${sameTitle(sql`${jobs.title}`)}
      and (${source_jobs.vanished_at} is null or ${source_jobs.vanished_at} > now() - ${MEMORY}::interval)
    union all
    select ${source_jobs.external_id}, ${source_jobs.job_id}, ${was('title')}, ${was('location')},
      ${was('description')}, true
    from ${source_jobs} join lateral (
      select before from ${audit_events}
      where ${audit_events.kind} = 'job' and ${audit_events.thing_id} = ${source_jobs.job_id}::text
        and ${audit_events.action} = 'delete'
      order by ${audit_events.id} desc limit 1
    ) ${audit_events} on true
    where ${source_jobs.source_id} = ${source.id} and ${lacks}
      and not exists (select from ${jobs} where ${jobs.id} = ${source_jobs.job_id})
      and ${sameTitle(was('title'))}
    order by external_id desc`);
  const free = new Map<string, LackedJob[]>();
  for (const row of rows) free.set(keyOf(row), [...(free.get(keyOf(row)) ?? []), row]);
  return added.flatMap((job) => {
    const candidates = free.get(keyOf(job)) ?? [];
    const found = candidates.findIndex((row) => isSameText(row.description, job.description));
    if (found < 0) return [];
    const [row] = candidates.splice(found, 1);
    return row
      ? [
          {
            id: job.sourceId,
            former: row.external_id,
            jobId: row.job_id,
            isDeleted: row.is_deleted,
          },
        ]
      : [];
  });
}

const was = (name: string): SQL => sql`${audit_events.before} ->> ${sql.raw(`'${name}'`)}`;

function keyOf({ title, location }: Pick<SourceJob, 'title' | 'location'>): string {
  return JSON.stringify([plain(title), plain(location)]);
}

/** A text without case, spaces and punctuation. */
const plain = (text: string) =>
  toOneLine(text)
    .toLowerCase()
    .replace(/[\p{P}\p{Z}]+/gu, '');

/**
 * Whether two descriptions are those of one job: they share most of their different words (Jaccard index).
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
