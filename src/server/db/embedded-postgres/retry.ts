import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

/** Waits shorter than this are not logged. */
export const QUIET_MS = 3_000;

/** An operation is not possible yet; a retry can succeed. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** Waits before a retry. There is no limit, because recovery after a crash can take long. */
export type Wait = (reason: string, milliseconds: number) => Promise<void>;

/** Creates a wait function that logs a long wait once. */
export function createRetry({ logFile }: Cluster, log: (message: string) => void): Wait {
  let startedAt: number | undefined;
  let isLogged = false;
  return async (reason, milliseconds) => {
    startedAt ??= Date.now();
    if (Date.now() - startedAt > QUIET_MS && !isLogged) {
      isLogged = true;
      log(`Waiting for the embedded database: ${reason}; its log is ${logFile}`);
    }
    await sleep(milliseconds);
  };
}
