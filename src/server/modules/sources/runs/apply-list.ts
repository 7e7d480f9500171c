import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { jobs } from '#server/db/schema.ts';
import { type SkippedEntry, source_jobs, sources } from '#server/db/source-tables.ts';
import type { FeedJob } from '#server/job-feeds/systems/feed-job.ts';
import { findSystem } from '#server/job-feeds/systems/systems.ts';
import { NO_COUNTS, type RunCounts } from '#shared/domain/sources.ts';
import { formatDateTime } from '#shared/format/moment.ts';
import { BATCH } from '../files/feed.ts';
import type { SourceRow } from '../queries.ts';
import { closesTooMany } from '../writes/closing-limit.ts';
import { notifyImport } from '../writes/import-notice.ts';
import { outdatedReason, REMOVED, writeJobs } from '../writes/write-jobs.ts';
import { identifyJobs, lackedBy } from './identify-jobs.ts';
import { lockCompany } from './lock-source.ts';
import type { ChangedEntry, ReadList } from './read-list.ts';

/** How long complete lists must lack a job before it is closed, from the first list that lacked it (ms). */
const MISSING_FOR = 60 * 60 * 1_000;

/** Thrown if a run would close so many jobs that a person must decide. Nothing is applied. */
export class WouldCloseTooManyError extends Error {
  override name = 'WouldCloseTooManyError';
  readonly closing: number;
  readonly open: number;

  constructor(closing: number, open: number) {
    super(`It would close ${closing} of ${open} open jobs. The list may be incomplete.`);
    this.closing = closing;
    this.open = open;
  }
}

export type AppliedList = {
  counts: RunCounts;
  /** The number of open jobs of the source before the run. */
  open: number;
  /** The time of the run's audit events; null if no job has changed. */
  appliedAt: string | null;
  /** The entries that are left out, in addition to those that could not be converted, and remarks about added jobs. */
  skipped: SkippedEntry[];
  /** Whether the list leaves nothing for a person to decide. */
  isSettled: boolean;
};

/**
 * Applies the list of a source to the board: adds, updates and reopens its jobs, and closes jobs that complete lists
 * have lacked for an hour. If lists have been empty for an hour and a person allows it, closes all jobs. Does not touch
 * what people have edited, closed, deleted or moved. Runs in the caller's transaction.
 * @throws WouldCloseTooManyError unless `source.may_close`
 */
export async function applyList(
  tx: Database,
  source: SourceRow,
  list: ReadList,
  now: Date,
): Promise<AppliedList> {
  const company = { id: source.company_id, feed: null };
  await lockCompany(tx, company.id);
  if (!source.confirmed_at) await adoptJobs(tx, source);
  const { entries, left, removed, skipped, reposted } = await identifyJobs(tx, source, list, now);
  const open = await countOpen(tx, source);
  const isEmptied = list.isEmpty && hasLongBeenEmpty(source, now);
  const closing = list.isComplete || isEmptied ? await findClosing(tx, source, list, now) : [];
  // An empty list always asks before it closes jobs.
  const mustAsk = closesTooMany(closing.length, open) || (isEmptied && closing.length > 0);
  if (mustAsk && !source.may_close) throw new WouldCloseTooManyError(closing.length, open);

  const remarks: SkippedEntry[] = [];
  const counts = { ...NO_COUNTS, reposted };
  const closedBefore = await findClosed(tx, source, entries);
  for (const batch of batchesOf(entries)) {
    const written = await writeJobs(tx, source.system, company, batch);
    counts.added += written.added;
    counts.changed += written.updated;
    for (const job of written.removed) {
      removed.add(job);
      skipped.push({ job, reason: REMOVED });
    }
    for (const { job, closes } of written.outdated) {
      remarks.push({ job, reason: outdatedReason(closes), isAdded: true });
    }
    await storeStated(tx, source, written.edited);
  }
  counts.reopened = await countReopened(tx, closedBefore);
  counts.changed -= counts.reopened;
  // Store the entries of jobs that a person has deleted without their digests. If the person restores such a job, the
  // next run then reads its entry.
  const stored = [...entries, ...left].map((entry) =>
    removed.has(entry.id) ? { ...entry, digest: null } : entry,
  );
  await storeEntries(tx, source, stored, now);
  if (list.isComplete) counts.missing = await markMissing(tx, source, list.listed, now);
  // An empty list that closes jobs marks them as missing at the same time.
  else if (closing.length > 0) await markMissing(tx, source, list.listed, now);
  counts.closed = await closeJobs(tx, source, closing, now);
  counts.skipped = list.skipped.length + skipped.length;
  counts.unchanged = Math.max(
    0,
    list.listed.size - counts.added - counts.changed - counts.reopened - counts.skipped,
  );
  const updated = counts.changed + counts.reopened;
  const hasChanged = counts.added + updated + counts.closed + counts.reposted > 0;
  if (hasChanged) {
    await notifyImport(tx, { added: counts.added, updated, closed: counts.closed });
  }
  return {
    counts,
    open,
    skipped: [...skipped, ...remarks],
    appliedAt: hasChanged ? await timeOfEvents(tx) : null,
    isSettled: list.isComplete || isEmptied,
  };
}

/** Whether the lists of the source have had no jobs for as long as complete lists must lack a job before it is closed. */
function hasLongBeenEmpty({ empty_since }: SourceRow, now: Date): boolean {
  return empty_since !== null && now.getTime() - empty_since.getTime() >= MISSING_FOR;
}

/** SQL: the job of a row of the ledger, if the job still comes from that source. */
const ownJob = ({ system, company_id }: SourceRow) =>
  sql`${jobs.id} = ${source_jobs.job_id} and ${jobs.company_id} = ${company_id}
    and ${jobs.source} = ${system} and ${jobs.source_id} = ${source_jobs.external_id}`;

/**
 * Adds the open jobs that the company already has from this system, such as jobs imported from a file, to the ledger of
 * the source. Their `date` becomes the time at which they were first seen.
 */
async function adoptJobs(tx: Database, source: SourceRow): Promise<void> {
  const prefix = findSystem(source.system)?.idScope === 'tenant' ? `${source.tenant}/` : '';
  await tx.execute(sql`
    insert into ${source_jobs} (source_id, external_id, job_id, first_seen_at)
    select ${source.id}, ${jobs.source_id}, ${jobs.id}, ${jobs.date} from ${jobs}
    where ${jobs.company_id} = ${source.company_id} and ${jobs.source} = ${source.system}
      and ${jobs.feed} is null and ${jobs.closed_at} is null
      and starts_with(${jobs.source_id}, ${prefix})
      and not exists (select from ${source_jobs} other where other.job_id = ${jobs.id})
    on conflict do nothing`);
}

/** Counts the open jobs that come from the source. */
async function countOpen(tx: Database, source: SourceRow): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::integer as count from ${source_jobs} join ${jobs} on ${ownJob(source)}
    where ${source_jobs.source_id} = ${source.id} and ${jobs.closed_at} is null`);
  return rows[0]?.count ?? 0;
}

/**
 * Finds the open jobs that complete lists have lacked for an hour, or all open jobs if the list is empty. A job that was
 * reposted has several ids, which must all be missing. Leaves out jobs that an admin has reopened, and jobs that a
 * different source lists.
 */
async function findClosing(
  tx: Database,
  source: SourceRow,
  { listed, isEmpty }: ReadList,
  now: Date,
): Promise<string[]> {
  const until = sql`${new Date(now.getTime() - MISSING_FOR).toISOString()}::timestamptz`;
  const isMissing = isEmpty ? sql`true` : sql`${source_jobs.missing_since} <= ${until}`;
  const isOwn = isEmpty ? sql`false` : sql`other.source_id = ${source.id}`;
  const isOther = sql`other.source_id <> ${source.id} and ${sources.state} in ('active', 'asking')`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select ${jobs.id} as id from ${source_jobs} join ${jobs} on ${ownJob(source)}
    where ${source_jobs.source_id} = ${source.id} and ${lackedBy(listed)} and ${isMissing}
      and ${jobs.closed_at} is null and not ${jobs.kept_open}
      and not exists (
        select from ${source_jobs} other join ${sources} on ${sources.id} = other.source_id
        where other.job_id = ${jobs.id} and (other.missing_since is null or other.missing_since > ${until})
          and (${isOwn} or ${isOther}))`);
  return rows.map(({ id }) => id);
}

/**
 * Says why a run that may close jobs has closed none, if the source lacks jobs that must be missing for longer.
 * @returns undefined if nothing waits to be closed
 */
export async function explainWaiting(db: Database, source: SourceRow): Promise<string | undefined> {
  const { rows } = await db.execute<{ count: number; since: string | null }>(sql`
    select count(distinct ${jobs.id})::integer as count, max(missing_since)::text as since
    from ${source_jobs} join ${jobs} on ${ownJob(source)}
    where ${source_jobs.source_id} = ${source.id} and ${jobs.closed_at} is null
      and ${source_jobs.missing_since} is not null`);
  const [missing] = rows;
  const since = source.empty_since ?? (missing?.since ? new Date(missing.since) : undefined);
  if (!since) return undefined;
  const count = source.empty_since ? await countOpen(db, source) : (missing?.count ?? 0);
  if (count === 0) return undefined;
  const from = new Date(since.getTime() + MISSING_FOR);
  const jobsText = count === 1 ? '1 open job is' : `${count} open jobs are`;
  return `${jobsText} not in the list. A job closes only if lists have lacked it for an hour. Run this again after ${formatDateTime(from.toISOString())}.`;
}

async function closeJobs(
  tx: Database,
  source: SourceRow,
  ids: string[],
  now: Date,
): Promise<number> {
  if (ids.length === 0) return 0;
  const closed = await tx
    .update(jobs)
    .set({ closed_at: now, updated_at: sql`now()` })
    .where(inArray(jobs.id, ids))
    .returning({ id: jobs.id });
  await tx
    .update(source_jobs)
    .set({ vanished_at: now })
    .where(and(eq(source_jobs.source_id, source.id), inArray(source_jobs.job_id, ids)));
  return closed.length;
}

/**
 * Marks the entries that the list lacks for the first time. Returns how many open jobs are missing for the first time. A
 * job that was reposted has several ids, and is missing if the list lacks all of them.
 */
async function markMissing(
  tx: Database,
  { id, system, company_id }: SourceRow,
  listed: ReadonlySet<string>,
  now: Date,
): Promise<number> {
  const lacks = lackedBy(listed);
  const { rows } = await tx.execute<{ count: number }>(sql`
    with marked as (
      update ${source_jobs} set missing_since = ${now.toISOString()}::timestamptz
      where source_id = ${id} and missing_since is null and ${lacks}
      returning job_id
    ), listed_elsewhere as (
      -- Another source that lists the same job reads it again, and takes it over.
      update source_jobs other set digest = null from marked
      where other.job_id = marked.job_id and other.source_id <> ${id}
    )
    select count(distinct ${jobs.id})::integer as count from marked join ${jobs} on ${jobs.id} = marked.job_id
    where ${jobs.company_id} = ${company_id} and ${jobs.source} = ${system} and ${jobs.closed_at} is null
      and not exists (select from ${source_jobs}
        where ${source_jobs.job_id} = ${jobs.id} and ${source_jobs.source_id} = ${id} and not ${lacks})`);
  return rows[0]?.count ?? 0;
}

/**
 * Unmarks the missing entries that a list has again. A run that asks a person applies nothing else, but its list shows
 * which jobs are there. If the person then allows the run to close jobs, these jobs are not among them. The next run
 * reads these entries again, even if they have not changed, because a job may have been closed for another source.
 */
export async function unmarkListed(
  tx: Database,
  source: SourceRow,
  { listed }: ReadList,
): Promise<void> {
  await tx.execute(sql`
    update ${source_jobs} set missing_since = null, digest = null
    where source_id = ${source.id} and missing_since is not null and vanished_at is null
      and external_id = any(${sql.param([...listed])}::text[])`);
}

/** Finds the closed jobs to which entries belong. Returns the ids of these jobs. */
async function findClosed(
  tx: Database,
  source: SourceRow,
  entries: ChangedEntry[],
): Promise<string[]> {
  const ids = sql.param(entries.map(({ id }) => id));
  const rows = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.company_id, source.company_id),
        eq(jobs.source, source.system),
        sql`${jobs.source_id} = any(${ids}::text[])`,
        sql`${jobs.closed_at} is not null`,
      ),
    );
  return rows.map(({ id }) => id);
}

async function countReopened(tx: Database, closedBefore: string[]): Promise<number> {
  if (closedBefore.length === 0) return 0;
  return tx.$count(jobs, and(inArray(jobs.id, closedBefore), sql`${jobs.closed_at} is null`));
}

function jobsOf(entries: ChangedEntry[]): FeedJob[] {
  return entries.flatMap(({ outcome }) => ('job' in outcome ? [outcome.job] : []));
}

function* batchesOf(entries: ChangedEntry[]): Generator<FeedJob[]> {
  let batch: FeedJob[] = [];
  let characters = 0;
  for (const job of jobsOf(entries)) {
    batch.push(job);
    characters += job.description.length;
    if (batch.length < BATCH.jobs && characters < BATCH.characters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/** An entry as the ledger stores it. If its digest is null, the next run that finds it in the list reads it again. */
type StoredEntry = Omit<ChangedEntry, 'digest'> & { digest: string | null };

/** Stores the entries in the ledger, with the ids of their jobs. */
async function storeEntries(
  tx: Database,
  source: SourceRow,
  entries: StoredEntry[],
  now: Date,
): Promise<void> {
  if (entries.length === 0) return;
  const column = <Value>(value: (entry: StoredEntry) => Value) => sql.param(entries.map(value));
  await tx.execute(sql`
    insert into ${source_jobs} as entry
      (source_id, external_id, job_id, digest, reason, first_seen_at, detailed_at)
    select ${source.id}, listed.id, ${jobs.id}, listed.digest, listed.reason,
      ${now.toISOString()}::timestamptz, listed.detailed_at
    from unnest(
      ${column(({ id }) => id)}::text[], ${column(({ digest }) => digest)}::text[],
      ${column(({ outcome }) => ('reason' in outcome ? outcome.reason : null))}::text[],
      ${column(({ detailedAt }) => detailedAt?.toISOString() ?? null)}::timestamptz[]
    ) as listed (id, digest, reason, detailed_at)
    left join ${jobs} on ${jobs.company_id} = ${source.company_id}
      and ${jobs.source} = ${source.system} and ${jobs.source_id} = listed.id
    on conflict (source_id, external_id) do update set
      job_id = coalesce(excluded.job_id, entry.job_id), digest = excluded.digest,
      reason = excluded.reason, detailed_at = excluded.detailed_at,
      missing_since = null, vanished_at = null`);
}

/** For fields that people have edited, stores the values at the source, so that people can compare both. */
async function storeStated(
  tx: Database,
  source: SourceRow,
  edited: Map<string, Record<string, unknown>>,
): Promise<void> {
  for (const [id, stated] of edited) {
    await tx.execute(sql`
      insert into ${source_jobs} (source_id, external_id, stated)
      values (${source.id}, ${id}, ${JSON.stringify(stated)}::jsonb)
      on conflict (source_id, external_id) do update set stated = excluded.stated`);
  }
}

/** The time of the audit events of this transaction, to the microsecond. */
async function timeOfEvents(tx: Database): Promise<string> {
  const { rows } = await tx.execute<{ at: string }>(
    sql`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
  );
  if (!rows[0]) throw new Error('now() has no row');
  return rows[0].at;
}
