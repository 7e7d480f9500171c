import { and, eq, sql } from 'drizzle-orm';
import { CHANNEL } from '#server/db/change-listener.ts';
import type { Database } from '#server/db/client.ts';
import { source_jobs, source_runs, sources } from '#server/db/source-tables.ts';
import { jobTopic } from '#server/http/page-cache/pending-response.ts';
import { toPlainDate } from '#shared/domain/plain-date.ts';
import { NO_COUNTS } from '#shared/domain/sources.ts';
import type { SourceRow } from '../queries.ts';
import { notifyImport } from '../writes/import-notice.ts';
import type { AppliedList, WouldCloseTooManyError } from './apply-list.ts';
import { isRead } from './lease.ts';
import type { ReadList } from './read-list.ts';
import type { ReadSource } from './read-source.ts';
import { nextRunAfter, PAUSED_AFTER_FAILURES, retryAfterFailure } from './schedule.ts';

/**
 * The ways in which a run ends: applied, asked, failed and interrupted. Each records the outcome of the run, gives back
 * the lease of the source, and sets the time of its next run.
 */

/** The maximum number of left-out entries that are stored with a run. */
const MAX_SKIPPED = 50;

const EMPTY =
  'The list is empty. No job was closed, because an unknown customer has an empty list too.';
const INCOMPLETE = 'The list is incomplete. No job was closed.';

/** The run that ends, its source, and the time. */
type Ending = { runId: number; source: SourceRow; now: Date };

/**
 * Queues mails in the transaction. They tell people that they must decide whether the source may close many jobs
 * (`asks`), or that the source is paused after many failures (`fails`).
 */
export type Notify = (tx: Database, source: SourceRow, event: 'asks' | 'fails') => Promise<void>;

/** Ends a run whose list was applied. */
export async function endApplied(
  tx: Database,
  { runId, source, now }: Ending,
  { list, validators }: ReadSource,
  { counts, open, appliedAt, skipped, isSettled }: AppliedList,
): Promise<void> {
  await tx
    .update(source_runs)
    .set({
      outcome: appliedAt || counts.missing > 0 ? 'applied' : 'unchanged',
      listed: list.listed.size,
      counts,
      open_before: open,
      applied_at: appliedAt,
      error: isSettled ? null : list.listed.size === 0 ? EMPTY : INCOMPLETE,
      skipped: [...list.skipped, ...skipped].slice(0, MAX_SKIPPED),
      ended_at: now,
    })
    .where(eq(source_runs.id, runId));
  if (list.isComplete && isFirstOfDay(source, now)) await tellChecked(tx, source);
  await tx
    .update(sources)
    .set({
      failures: 0,
      leased_until: null,
      next_run_at: nextRunAfter(source, now),
      // Only a complete list shows whether jobs are gone. Store no validators after an incomplete one. Otherwise, a 304
      // to the next request would confirm all jobs, although the list lacked some.
      ...(list.isComplete ? { confirmed_at: now, validators } : { validators: {} }),
      ...(isSettled && { state: 'active', may_close: false }),
      ...emptiness(source, list, now),
    })
    .where(eq(sources.id, source.id));
}

/** Whether no complete list was read before on this day, so that the jobs of the source get a new date of the last check. */
const isFirstOfDay = ({ confirmed_at }: SourceRow, now: Date) =>
  !confirmed_at || toPlainDate(confirmed_at) !== toPlainDate(now);

/** Makes the cached responses with the listed jobs of a source stale. The statement returns one row. */
async function tellChecked(tx: Database, { id }: SourceRow): Promise<void> {
  await tx.execute(sql`
    select count(pg_notify(${CHANNEL}, ${jobTopic('')} || job_id)) from ${source_jobs}
    where source_id = ${id} and job_id is not null and missing_since is null`);
}

/** Ends a run that would close so many jobs that a person must decide. */
export async function endAsked(
  tx: Database,
  { runId, source, now }: Ending,
  list: ReadList,
  error: WouldCloseTooManyError,
  notify: Notify,
): Promise<void> {
  await tx
    .update(source_runs)
    .set({
      outcome: 'asked',
      listed: list.listed.size,
      counts: { ...NO_COUNTS, closed: error.closing },
      open_before: error.open,
      error: error.message,
      skipped: list.skipped.slice(0, MAX_SKIPPED),
      ended_at: now,
    })
    .where(eq(source_runs.id, runId));
  await tx
    .update(sources)
    .set({
      ...emptiness(source, list, now),
      state: 'asking',
      leased_until: null,
      next_run_at: nextRunAfter(source, now),
    })
    .where(eq(sources.id, source.id));
  // Send one mail when the source begins to ask, not one for each run.
  if (source.state !== 'asking') await notify(tx, source, 'asks');
  await notifyImport(tx, 'refused');
}

/**
 * Ends a run that the source has made fail. Pauses the source after many failures in a row.
 * @param retryAt when the source may be read again, if its host said so
 */
export async function endFailed(
  tx: Database,
  { runId, source, now }: Ending,
  { reason, retryAt }: { reason: string; retryAt: Date | undefined },
  notify: Notify,
): Promise<void> {
  const failures = source.failures + 1;
  const isPaused = failures >= PAUSED_AFTER_FAILURES;
  await tx
    .update(source_runs)
    .set({ outcome: 'failed', error: reason, ended_at: now })
    .where(eq(source_runs.id, runId));
  const [paused] = await tx
    .update(sources)
    .set({
      failures,
      leased_until: null,
      next_run_at: retryAfterFailure({ ...source, failures }, now, retryAt),
      ...(isPaused && { state: 'paused', paused_by: 'failing' }),
    })
    .where(and(eq(sources.id, source.id), isRead))
    .returning();
  if (isPaused && paused) await notify(tx, paused, 'fails');
  await notifyImport(tx, 'refused');
}

/**
 * Ends a run without a result, because its process stops or its source is no longer read. If the process stops, the
 * source stays due.
 */
export async function endInterrupted(db: Database, { runId, source, now }: Ending): Promise<void> {
  await db
    .update(source_runs)
    .set({ outcome: 'interrupted', ended_at: now })
    .where(and(eq(source_runs.id, runId), eq(source_runs.outcome, 'running')));
  await db.update(sources).set({ leased_until: null }).where(eq(sources.id, source.id));
}

/**
 * The columns that record since when lists have been empty. When they begin to be empty, an open question and a permission
 * to close jobs end, because they are about a list with jobs.
 */
function emptiness({ empty_since }: SourceRow, { isEmpty, listed }: ReadList, now: Date) {
  if (listed.size > 0) return { empty_since: null };
  if (!isEmpty || empty_since) return {};
  return { empty_since: now, may_close: false, state: 'active' } as const;
}
