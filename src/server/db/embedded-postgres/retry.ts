import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '#server/platform/errors.ts';
import type { Cluster } from './cluster.ts';

/** Waits shorter than this are not logged. */
export const QUIET_MS = 3_000;
/** Total time limit. It is generous, because recovery after a crash can take long and polling is cheap. */
const LIMIT_MS = 2 * 60_000;

/** An operation is not possible yet; a retry can succeed. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** Waits before a retry. Rejects once the total time limit is exceeded. */
export type Wait = (reason: string, milliseconds: number) => Promise<void>;

/** Creates a wait function with a total time limit that logs a long wait. */
export function createRetry(
  { dataFolder, logFile }: Cluster,
  log: (message: string) => void,
): Wait {
  let startedAt: number | undefined;
  let isLogged = false;
  return async (reason, milliseconds) => {
    startedAt ??= Date.now();
    const waited = Date.now() - startedAt;
    if (waited > LIMIT_MS) {
      throw new StartupError(
        `The database in ${dataFolder} is still not ready after ${LIMIT_MS / 60_000} minutes (${reason}); read ${logFile}, then start again.`,
      );
    }
    if (waited > QUIET_MS && !isLogged) {
      isLogged = true;
      log(`Waiting for the embedded database: ${reason}`);
    }
    await sleep(milliseconds);
  };
}
