import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

/** The minimum wait that is logged (ms). */
export const QUIET_MS = 3_000;

/** Thrown if an operation is not possible yet, but a retry can succeed. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** Waits before a retry. The number of retries has no limit, because recovery after a crash can take long. */
export type Wait = (reason: string, milliseconds: number) => Promise<void>;

/** Creates a wait function that logs a long wait only once. */
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
