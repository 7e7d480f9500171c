import { and, eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { source_runs, sources } from '#server/db/source-tables.ts';
import { ACTORS, withActor } from '#server/db/with-actor.ts';
import { FetchError } from '#server/job-feeds/fetch/fetch-error.ts';
import { UnreadableFeedError } from '#server/job-feeds/systems/system.ts';
import { findSystem } from '#server/job-feeds/systems/systems.ts';
import { createTaskQueue } from '#server/platform/task-queue.ts';
import { NO_COUNTS } from '#shared/domain/sources.ts';
import { notifyImport } from '../writes/import-notice.ts';
import { findRejection } from '../writes/rejected-data.ts';
import { applyRun, unmarkListed, WouldCloseTooManyError } from './apply-run.ts';
import { isRead, LEASE_SECONDS, renewLease, type SourceRow } from './lease.ts';
import { lockCompany } from './lock-company.ts';
import { addressOf, openFeedClient, type Reach } from './open-client.ts';
import {
  hasOldDetails,
  type KnownEntry,
  type ReadList,
  readLedger,
  readList,
} from './read-list.ts';
import { nextRunAfter, PAUSED_AFTER_FAILURES, retryAfterFailure } from './schedule.ts';

/** How often the progress of a run is stored (ms). */
const PROGRESS_INTERVAL = 1_000;

/** The maximum number of left-out entries that are stored with a run. */
const MAX_SKIPPED = 50;

export type RunOptions = {
  db: Database;
  reach: Reach;
  logger: FastifyBaseLogger;
  /**
   * Queues mails in the transaction. They tell people that they must decide whether the source may close many jobs
   * (`asks`), or that the source is paused after many failures (`fails`).
   */
  notify: (tx: Database, source: SourceRow, event: 'asks' | 'fails') => Promise<void>;
  clock?: () => Date;
  signal?: AbortSignal;
};

/** Thrown if a source was removed or paused, or another process runs it, so that the run must end. */
class RunEndedError extends Error {
  override name = 'RunEndedError';
}

type Ended = Pick<
  typeof source_runs.$inferInsert,
  'outcome' | 'counts' | 'open_before' | 'applied_at' | 'error' | 'skipped'
>;

/**
 * Runs a source whose lease this process holds: reads its list and applies it. Records the run with its outcome, and
 * sets the time of the next run. A run makes all its changes in one transaction, so a killed process leaves nothing
 * half done.
 */
export async function runSource(source: SourceRow, options: RunOptions): Promise<void> {
  const { db, logger, clock = () => new Date() } = options;
  const ending = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, ending.signal]) : ending.signal;
  const started = clock();
  const [run] = await db
    .insert(source_runs)
    .values({ source_id: source.id, started_at: started })
    .returning({ id: source_runs.id });
  if (!run) throw new Error('an inserted run has no row');
  const renewal = setInterval(
    () => {
      renewLease(db, source, clock()).then(
        (isHeld) => isHeld || ending.abort(new RunEndedError('the source was paused or removed')),
        (error: unknown) => logger.warn({ err: error }, 'Lease of a source not renewed'),
      );
    },
    (LEASE_SECONDS * 1_000) / 3,
  );
  renewal.unref();
  const log = logger.child({ source: source.id, system: source.system });
  try {
    await readAndApply(source, run.id, { ...options, clock, signal });
  } catch (error) {
    if (error instanceof RunEndedError || signal.aborted) {
      log.info('Run of a source ended early; its schedule continues');
      await endEarly(db, source, run.id, clock());
      return;
    }
    const reason = reasonOf(error);
    // The source did not cause the error: the database is unavailable, or the program has a defect. The next process
    // that claims the source marks the run as interrupted.
    if (reason === undefined) throw error;
    log.warn({ reason }, 'Run of a source failed');
    await recordFailure(source, run.id, { ...options, clock }, error, reason);
  } finally {
    clearInterval(renewal);
  }
}

type Running = Omit<RunOptions, 'clock' | 'signal'> & { clock: () => Date; signal: AbortSignal };

async function readAndApply(source: SourceRow, runId: number, options: Running): Promise<void> {
  const { db, reach, clock, signal } = options;
  const system = findSystem(source.system);
  if (!system) throw new UnreadableFeedError(`the board knows no system ${source.system}`);
  const address = addressOf(source, reach);
  const known = await readLedger(db, source);
  // If an entry must be read, send no validators, because the source must not answer that nothing has changed.
  const mustRead = [...known.values()].some(
    (entry) => entry.isDue || (!entry.isMissing && hasOldDetails(system, entry, clock())),
  );
  const validators = mustRead ? {} : source.validators;
  const client = openFeedClient(db, reach, { system, address, validators, signal });
  let requests = 0;
  let storedAt = Number.NEGATIVE_INFINITY;
  const usage = () => ({ requests, bytes: client.receivedBytes() });
  try {
    const counted = {
      get: (...parameters: Parameters<typeof client.get>) => {
        requests += 1;
        return client.get(...parameters);
      },
    };
    const list = await readList({
      ...{ system, address, client: counted, signal },
      known,
      now: clock(),
      async onProgress(listed) {
        if (performance.now() - storedAt < PROGRESS_INTERVAL) return;
        storedAt = performance.now();
        await db
          .update(source_runs)
          .set({ listed, ...usage() })
          .where(eq(source_runs.id, runId));
      },
    });
    const stored = list.isComplete && !list.hasUnread ? (client.validators() ?? {}) : {};
    await applyInTurn(source, runId, { ...options, list, validators: stored, usage: usage() });
  } catch (error) {
    await db.update(source_runs).set(usage()).where(eq(source_runs.id, runId));
    if (!(error instanceof FetchError && error.failure === 'unchanged')) throw error;
    const list = unchangedList(known);
    await applyInTurn(source, runId, { ...options, list, validators, usage: usage() });
  } finally {
    await client.close();
  }
}

type Listed = Running & {
  list: ReadList;
  validators: SourceRow['validators'];
  usage: { requests: number; bytes: number };
};

const inTurn = createTaskQueue();

/**
 * Applies the lists of this process one at a time. Each needs a connection and keeps PostgreSQL busy, which pages need,
 * too.
 */
function applyInTurn(source: SourceRow, runId: number, listed: Listed): Promise<void> {
  return inTurn(async () => {
    // The run may have been ended while it waited for its turn.
    listed.signal.throwIfAborted();
    await applyList(source, runId, listed);
  });
}

/** Applies the list, and ends the run, in one transaction. */
async function applyList(
  source: SourceRow,
  runId: number,
  { db, list, validators, usage, clock, notify }: Listed,
): Promise<void> {
  const now = clock();
  const end = (tx: Database, ended: Ended) =>
    tx
      .update(source_runs)
      .set({ ...ended, ...usage, listed: list.listed.size, ended_at: now })
      .where(eq(source_runs.id, runId));
  try {
    await withActor(db, ACTORS.source, async (tx) => {
      const current = await lockSource(tx, source.id);
      const applied = await applyRun(tx, current, list, now);
      const { counts, open, appliedAt, skipped, isSettled } = applied;
      await end(tx, {
        outcome: appliedAt || counts.missing > 0 ? 'applied' : 'unchanged',
        counts,
        open_before: open,
        applied_at: appliedAt,
        error: isSettled ? null : list.listed.size === 0 ? EMPTY : INCOMPLETE,
        skipped: [...list.skipped, ...skipped].slice(0, MAX_SKIPPED),
      });
      await tx
        .update(sources)
        .set({
          failures: 0,
          leased_until: null,
          next_run_at: nextRunAfter(current, now),
          // Only a complete list shows whether jobs are gone. Store no validators after an incomplete one. Otherwise, a
          // 304 to the next request would confirm all jobs, although the list lacked some.
          ...(list.isComplete ? { confirmed_at: now, validators } : { validators: {} }),
          ...(isSettled && { state: 'active', may_close: false }),
          ...emptiness(current, list, now),
        })
        .where(eq(sources.id, source.id));
    });
  } catch (error) {
    if (!(error instanceof WouldCloseTooManyError)) throw error;
    await db.transaction(async (tx) => {
      const current = await lockSource(tx, source.id);
      await unmarkListed(tx, current, list);
      await end(tx, {
        outcome: 'asked',
        counts: { ...NO_COUNTS, closed: error.closing },
        open_before: error.open,
        error: error.message,
        skipped: list.skipped.slice(0, MAX_SKIPPED),
      });
      await tx
        .update(sources)
        .set({
          ...emptiness(current, list, now),
          ...{ state: 'asking', leased_until: null, next_run_at: nextRunAfter(current, now) },
        })
        .where(eq(sources.id, source.id));
      // Send one mail when the source begins to ask, not one for each run.
      if (current.state !== 'asking') await notify(tx, current, 'asks');
      await notifyImport(tx, 'refused');
    });
  }
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

const EMPTY =
  'The list is empty. No job was closed, because an unknown customer has an empty list too.';
const INCOMPLETE = 'The list is incomplete. No job was closed.';

/**
 * Locks the source and its company, which may be a different one since the run began, because a merge of companies
 * moves sources.
 * @throws RunEndedError if the source was removed or paused meanwhile
 */
async function lockSource(tx: Database, id: string): Promise<SourceRow> {
  for (;;) {
    const [owner] = await tx
      .select({ company: sources.company_id })
      .from(sources)
      .where(eq(sources.id, id));
    await lockCompany(tx, owner?.company);
    const [source] = await tx
      .select()
      .from(sources)
      .where(and(eq(sources.id, id), isRead))
      .for('no key update');
    if (!source) throw new RunEndedError('the source was paused or removed');
    if (source.company_id === owner?.company) return source;
  }
}

/** The list to use if the source answers that nothing has changed: the ids of its latest complete list. */
function unchangedList(known: ReadonlyMap<string, KnownEntry>): ReadList {
  const present = [...known].filter(([, { isMissing }]) => !isMissing);
  return {
    listed: new Set(present.map(([id]) => id)),
    changed: [],
    skipped: [],
    isComplete: present.length > 0,
    isEmpty: false,
    hasUnread: false,
    company: undefined,
  };
}

/** The reason why a source could not be read; undefined if the source did not cause the failure. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof FetchError) return error.message;
  if (error instanceof UnreadableFeedError) return `It cannot be read: ${error.message}.`;
  const rejection = findRejection(error);
  return rejection && `It was refused: ${rejection}.`;
}

async function recordFailure(
  source: SourceRow,
  runId: number,
  { db, clock, notify }: Pick<Running, 'db' | 'clock' | 'notify'>,
  error: unknown,
  reason: string,
): Promise<void> {
  const now = clock();
  const failures = source.failures + 1;
  const isPaused = failures >= PAUSED_AFTER_FAILURES;
  const retryAt = error instanceof FetchError ? error.retryAt : undefined;
  await db.transaction(async (tx) => {
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
  });
}

/**
 * Ends a run without a result, because its process stops or its source is no longer read. If the process stops, the
 * source stays due.
 */
async function endEarly(db: Database, source: SourceRow, runId: number, now: Date): Promise<void> {
  await db
    .update(source_runs)
    .set({ outcome: 'interrupted', ended_at: now })
    .where(and(eq(source_runs.id, runId), eq(source_runs.outcome, 'running')));
  await db.update(sources).set({ leased_until: null }).where(eq(sources.id, source.id));
}
