import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '#server/platform/errors.ts';
import type { Cluster } from './cluster.ts';

/** What is over sooner is not worth a line. */
export const QUIET_MS = 3_000;
/** Recovery after a crash can take a while, yet it goes on without us: trying again is cheap. */
const LIMIT_MS = 2 * 60_000;

/** Why something is not possible now, though it will be. */
export type NotReady = { obstacle: string };

/** Waits a moment because of `obstacle`; rejects once all the waiting has taken too long. */
export type Wait = (obstacle: string, milliseconds: number) => Promise<void>;

/** Waiting that tells the user once why it takes long, and has an end. */
export function createRetry(
  { dataFolder, logFile }: Cluster,
  log: (message: string) => void,
): Wait {
  let begin: number | undefined;
  let hasTold = false;
  return async (obstacle, milliseconds) => {
    begin ??= Date.now();
    const waited = Date.now() - begin;
    if (waited > LIMIT_MS) {
      throw new StartupError(
        `The database in ${dataFolder} is still not ready after ${LIMIT_MS / 60_000} minutes (${obstacle}): look into ${logFile}, and start again.`,
      );
    }
    if (waited > QUIET_MS && !hasTold) {
      hasTold = true;
      log(`Waiting for the embedded database: ${obstacle}`);
    }
    await sleep(milliseconds);
  };
}
