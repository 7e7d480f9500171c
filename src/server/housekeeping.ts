import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './db/client.ts';
import { forgetIdempotencyKeys } from './http/idempotency-key.ts';
import { removeUnusedUploads } from './modules/uploads/commands.ts';
import type { UploadStorage } from './storage/upload-storage.ts';

const INTERVAL = 60 * 60 * 1_000;

export type Housekeeping = {
  /** Resolves once nothing of it runs any more. */
  stop(): Promise<void>;
};

/** What has had its time goes: at once, and then every hour. Each process may do so. */
export function startHousekeeping({
  db,
  storage,
  logger,
}: {
  db: Database;
  storage: UploadStorage;
  logger: FastifyBaseLogger;
}): Housekeeping {
  const chores = {
    'unused uploads were not removed': () => removeUnusedUploads(db, storage),
    'old idempotency keys were not forgotten': () => forgetIdempotencyKeys(db),
  };
  async function tidy() {
    for (const [failure, chore] of Object.entries(chores)) {
      // The next time it may be possible.
      await chore().catch((error: unknown) => logger.warn({ err: error }, failure));
    }
  }
  let running = tidy();
  const timer = setInterval(() => {
    running = running.then(tidy);
  }, INTERVAL);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}
