import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './db/client.ts';
import { forgetCalls } from './http/call-counts.ts';
import { forgetIdempotencyKeys } from './http/idempotency-key.ts';
import { renderMissing } from './modules/descriptions/commands.ts';
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

/** What is done, by the name that it has in figures. */
export type Chore =
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
  onChore?: ((chore: Chore, succeeded: boolean) => void) | undefined;
};

/** What has had its time goes, and what is kept for the search is brought up to date. Each process may do so. */
export function startHousekeeping({ db, storage, logger, onChore }: Given): Housekeeping {
  const told = { logger, onChore };
  const ending = new AbortController();
  const hourly = startChores(told, HOUR, [
    ['unused_uploads', 'unused uploads were not removed', () => removeUnusedUploads(db, storage)],
    [
      'idempotency_keys',
      'old idempotency keys were not forgotten',
      () => forgetIdempotencyKeys(db),
    ],
    ['words', 'the words of the jobs were not learnt', () => learnWords(db)],
    [
      'descriptions',
      'Descriptions not rendered; each is rendered when it is read',
      () => renderMissing(db, ending.signal),
    ],
  ]);
  const often = startChores(told, OFTEN, [
    ['overdue_jobs', 'jobs whose last day is over were not closed', () => closeOverdueJobs(db)],
    ['counts', 'the counts were not settled', () => settleCounts(db)],
    ['calls', 'calls of earlier minutes were not forgotten', () => forgetCalls(db)],
  ]);
  return {
    async stop() {
      ending.abort();
      await Promise.all([hourly.stop(), often.stop()]);
    },
  };
}

/** Does the chores one after the other, at once and then in every interval (ms). */
function startChores(
  { logger, onChore = () => {} }: Pick<Given, 'logger' | 'onChore'>,
  interval: number,
  chores: [name: Chore, failure: string, chore: () => Promise<unknown>][],
): Housekeeping {
  async function tidy() {
    for (const [name, failure, chore] of chores) {
      try {
        await chore();
        onChore(name, true);
      } catch (error) {
        // The next time it may be possible.
        logger.warn({ err: error }, failure);
        onChore(name, false);
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
