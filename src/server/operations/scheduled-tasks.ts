import type { FastifyBaseLogger } from 'fastify';
import type { UploadStorage } from '#server/content/storage/upload-storage.ts';
import type { Database } from '#server/db/client.ts';
import { deleteExpiredIdempotencyKeys } from '#server/http/api/idempotency-key.ts';
import { deleteExpiredCounts } from '#server/http/rate-limits/rate-limit-store.ts';
import { renderMissing } from '#server/modules/descriptions/commands.ts';
import { closeOverdueJobs } from '#server/modules/jobs/commands.ts';
import { refreshDictionary } from '#server/modules/search/dictionary.ts';
import { compactCounts } from '#server/modules/search/facet-counts.ts';
import { removeUnusedUploads } from '#server/modules/uploads/commands.ts';

const HOUR = 60 * 60 * 1_000;

/**
 * A job whose last day is over leaves the lists within as long. The counts are right all the time; settled,
 * they are quicker to read (ms).
 */
const OFTEN = 10_000;

export type ScheduledTasks = {
  /** Resolves once nothing of it runs any more. */
  stop(): Promise<void>;
};

/** What is done, by the name that it has in figures. */
export type Task =
  | 'unused_uploads'
  | 'idempotency_keys'
  | 'words'
  | 'overdue_jobs'
  | 'counts'
  | 'calls'
  | 'descriptions';

type Given = {
  db: Database;
  storage: UploadStorage;
  logger: FastifyBaseLogger;
  /** Hears how each chore has ended. */
  onTask?: ((chore: Task, succeeded: boolean) => void) | undefined;
};

/** What has had its time goes, and what is kept for the search is brought up to date. Each process may do so. */
export function startScheduledTasks({ db, storage, logger, onTask }: Given): ScheduledTasks {
  const told = { logger, onTask };
  const ending = new AbortController();
  const hourly = startTasks(told, HOUR, [
    ['unused_uploads', 'unused uploads were not removed', () => removeUnusedUploads(db, storage)],
    [
      'idempotency_keys',
      'old idempotency keys were not forgotten',
      () => deleteExpiredIdempotencyKeys(db),
    ],
    ['words', 'the words of the jobs were not learnt', () => refreshDictionary(db)],
    [
      'descriptions',
      'Descriptions not rendered; each is rendered when it is read',
      () => renderMissing(db, ending.signal),
    ],
  ]);
  const often = startTasks(told, OFTEN, [
    ['overdue_jobs', 'jobs whose last day is over were not closed', () => closeOverdueJobs(db)],
    ['counts', 'the counts were not settled', () => compactCounts(db)],
    ['calls', 'calls of earlier minutes were not forgotten', () => deleteExpiredCounts(db)],
  ]);
  return {
    async stop() {
      ending.abort();
      await Promise.all([hourly.stop(), often.stop()]);
    },
  };
}

/** Does the chores one after the other, at once and then in every interval (ms). */
function startTasks(
  { logger, onTask = () => {} }: Pick<Given, 'logger' | 'onTask'>,
  interval: number,
  chores: [name: Task, failure: string, chore: () => Promise<unknown>][],
): ScheduledTasks {
  async function tidy() {
    for (const [name, failure, chore] of chores) {
      try {
        await chore();
        onTask(name, true);
      } catch (error) {
        // The next time it may be possible.
        logger.warn({ err: error }, failure);
        onTask(name, false);
      }
    }
  }
  let running = tidy();
  const timer = setInterval(() => {
    running = running.then(tidy);
  }, interval);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}
