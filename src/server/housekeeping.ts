import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './db/client.ts';
import { forgetCalls } from './http/call-counts.ts';
import { forgetIdempotencyKeys } from './http/idempotency-key.ts';
import { closeOverdueJobs } from './modules/jobs/commands.ts';
import { removeUnusedUploads } from './modules/uploads/commands.ts';
import { settleCounts } from './search/count-found.ts';
import { learnWords } from './search/vocabulary.ts';
import type { UploadStorage } from './storage/upload-storage.ts';

const HOUR = 60 * 60 * 1_000;

/**
 * A job whose last day is over leaves the lists within as long. The counts are right all the time; settled,
 * they are quicker to read (ms).
 */
const OFTEN = 10_000;

export type Housekeeping = {
  /** Resolves once nothing of it runs any more. */
  stop(): Promise<void>;
};

type Given = { db: Database; storage: UploadStorage; logger: FastifyBaseLogger };

/** What has had its time goes, and what is kept for the search is brought up to date. Each process may do so. */
export function startHousekeeping({ db, storage, logger }: Given): Housekeeping {
  const hourly = startChores(logger, HOUR, {
    'unused uploads were not removed': () => removeUnusedUploads(db, storage),
    'old idempotency keys were not forgotten': () => forgetIdempotencyKeys(db),
    'the words of the jobs were not learnt': () => learnWords(db),
  });
  const often = startChores(logger, OFTEN, {
    'jobs whose last day is over were not closed': () => closeOverdueJobs(db),
    'the counts were not settled': () => settleCounts(db),
    'calls of earlier minutes were not forgotten': () => forgetCalls(db),
  });
  return {
    async stop() {
      await Promise.all([hourly.stop(), often.stop()]);
    },
  };
}

/** Does the chores one after the other, at once and then in every interval (ms). */
function startChores(
  logger: FastifyBaseLogger,
  interval: number,
  chores: Record<string, () => Promise<unknown>>,
): Housekeeping {
  async function tidy() {
    for (const [failure, chore] of Object.entries(chores)) {
      // The next time it may be possible.
      await chore().catch((error: unknown) => logger.warn({ err: error }, failure));
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
