import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { source_runs } from '#server/db/source-tables.ts';
import { ACTORS, withActor } from '#server/db/with-actor.ts';
import { FetchError } from '#server/job-feeds/fetch/fetch-error.ts';
import { UnreadableFeedError } from '#server/job-feeds/systems/system.ts';
import { createTaskQueue } from '#server/platform/task-queue.ts';
import type { SourceRow } from '../queries.ts';
import { findRejection } from '../writes/rejected-data.ts';
import { applyList, unmarkListed, WouldCloseTooManyError } from './apply-list.ts';
import { endApplied, endAsked, endFailed, endInterrupted, type Notify } from './end-run.ts';
import { holdLease, LeaseLostError } from './lease.ts';
import { lockSource } from './lock-source.ts';
import type { Reach } from './open-client.ts';
import { type ReadSource, readSource } from './read-source.ts';

export type RunOptions = {
  db: Database;
  reach: Reach;
  logger: FastifyBaseLogger;
  notify: Notify;
  clock?: () => Date;
  signal?: AbortSignal;
};

/**
 * Applies the lists of this process one at a time. Each needs a connection and keeps PostgreSQL busy, which pages need,
 * too.
 */
const inTurn = createTaskQueue();

/**
 * Runs a source that this process has claimed: reads its list, applies it, and records the outcome and the time of the
 * next run. A run makes all its changes in one transaction, so a killed process leaves nothing half done.
 */
export async function runSource(
  source: SourceRow,
  { db, reach, notify, clock = () => new Date(), ...options }: RunOptions,
): Promise<void> {
  const logger = options.logger.child({ source: source.id, system: source.system });
  const runId = await startRun(db, source, clock());
  const lease = holdLease(db, source, { clock, logger, signal: options.signal });
  try {
    const read = await readSource(source, {
      db,
      reach,
      clock,
      signal: lease.signal,
      async onProgress(progress) {
        await db.update(source_runs).set(progress).where(eq(source_runs.id, runId));
      },
    });
    await inTurn(async () => {
      // The lease may have been lost while the run waited for its turn.
      lease.signal.throwIfAborted();
      await applyOrAsk(db, { runId, sourceId: source.id, now: clock() }, read, notify);
    });
  } catch (error) {
    if (error instanceof LeaseLostError || lease.signal.aborted) {
      logger.info('Run of a source ended early; its schedule continues');
      await endInterrupted(db, { runId, source, now: clock() });
      return;
    }
    const reason = reasonOf(error);
    // The source did not cause the error: the database is unavailable, or the program has a defect. The next process
    // that claims the source marks the run as interrupted.
    if (reason === undefined) throw error;
    const { cause } = error instanceof Error ? error : {};
    logger.warn(
      { reason, ...(cause instanceof Error && { err: cause }) },
      'Run of a source failed',
    );
    const retryAt = error instanceof FetchError ? error.retryAt : undefined;
    const ending = { runId, source, now: clock() };
    await db.transaction((tx) => endFailed(tx, ending, { reason, retryAt }, notify));
  } finally {
    lease.release();
  }
}

async function startRun(db: Database, { id }: SourceRow, now: Date): Promise<number> {
  const [run] = await db
    .insert(source_runs)
    .values({ source_id: id, started_at: now })
    .returning({ id: source_runs.id });
  if (!run) throw new Error('an inserted run has no row');
  return run.id;
}

/**
 * Applies the list and ends the run in one transaction. If the list would close too many jobs, applies nothing, and ends
 * the run with a question.
 */
async function applyOrAsk(
  db: Database,
  { runId, sourceId, now }: { runId: number; sourceId: string; now: Date },
  read: ReadSource,
  notify: Notify,
): Promise<void> {
  try {
    await withActor(db, ACTORS.source, async (tx) => {
      const source = await lockSource(tx, sourceId);
      const applied = await applyList(tx, source, read.list, now);
      await endApplied(tx, { runId, source, now }, read, applied);
    });
  } catch (error) {
    if (!(error instanceof WouldCloseTooManyError)) throw error;
    await db.transaction(async (tx) => {
      const source = await lockSource(tx, sourceId);
      await unmarkListed(tx, source, read.list);
      await endAsked(tx, { runId, source, now }, read.list, error, notify);
    });
  }
}

/** The reason why a source could not be read; undefined if the source did not cause the failure. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof FetchError) return error.message;
  if (error instanceof UnreadableFeedError) return `It cannot be read: ${error.message}.`;
  const rejection = findRejection(error);
  return rejection && `It was refused: ${rejection}.`;
}
