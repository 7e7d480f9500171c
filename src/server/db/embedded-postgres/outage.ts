import { StartupError } from '#server/platform/errors.ts';
import type { Cluster } from './cluster.ts';
import { errorLine, explainFailure } from './failures.ts';
import { createRetry, type NotReady, QUIET_MS, type Wait } from './retry.ts';

/** Callbacks that report a member's state. */
export type Reporter = {
  log: (message: string) => void;
  onLost: (error: StartupError) => void;
};

/** Reports an outage of PostgreSQL. Each message is reported once, however often an attempt fails with it. */
export type Outage = {
  /** Reports why an attempt did not succeed. A temporary reason is logged only if it persists. */
  report(reason: NotReady | { displaced: StartupError }): void;
  reportFailure(error: unknown): void;
  reportEnd(): void;
  /** Creates the wait function of one attempt, which ends at `limit()` (ms since 1970) at the latest. */
  newWait(limit: () => number): Wait;
};

/** Starts an outage and logs that the connection is lost. */
export function startOutage(cluster: Cluster, { log, onLost }: Reporter, reason: string): Outage {
  const startedAt = Date.now();
  const reported = new Set<string>();
  const once = (line: string, report: () => void) => {
    if (reported.has(line)) return;
    reported.add(line);
    report();
  };
  const logOnce = (line: string) => once(line, () => log(line));
  const logUnavailable = (line: string) => logOnce(`Embedded database still unavailable: ${line}`);

  log(`Embedded database lost (${reason}); recovering`);
  return {
    report(reason) {
      if ('displaced' in reason) once(reason.displaced.message, () => onLost(reason.displaced));
      else if (Date.now() - startedAt > QUIET_MS) logUnavailable(reason.notReady);
    },
    reportFailure(error) {
      const failure = explainFailure(error, cluster.dataFolder);
      // Any other error means that PostgreSQL went away again, which is usually temporary.
      if (failure instanceof StartupError || Date.now() - startedAt > QUIET_MS) {
        logUnavailable(errorLine(failure));
      }
    },
    reportEnd() {
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      log(`Embedded database available again after ${seconds} s`);
    },
    newWait(limit) {
      const wait = createRetry(cluster, logOnce);
      return async (reason, milliseconds) => {
        if (Date.now() > limit()) throw new Error(`the time limit was exceeded (${reason})`);
        await wait(reason, milliseconds);
      };
    },
  };
}
