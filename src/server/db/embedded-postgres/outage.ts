import { StartupError } from '#server/platform/errors.ts';
import type { Cluster } from './cluster.ts';
import { errorLine, explainFailure } from './failures.ts';
import { createRetry, type NotReady, QUIET_MS, type Wait } from './retry.ts';

/** Whom a member tells of what happens to it. */
export type Voice = {
  log: (message: string) => void;
  onLost: (error: StartupError) => void;
};

/** What is told of the time without PostgreSQL: each thing once, however often it is tried. */
export type Outage = {
  /** What kept one try from success. Obstacles tend to pass, and are told only where they stay. */
  tell(reason: NotReady | { displaced: StartupError }): void;
  tellFailure(error: unknown): void;
  tellEnd(): void;
  /** The waiting of one try, which has an end at `limit()` at the latest. */
  newWait(limit: () => number): Wait;
};

/** Begins with the line that the connection is lost. */
export function newOutage(cluster: Cluster, { log, onLost }: Voice, reason: string): Outage {
  const begin = Date.now();
  const told = new Set<string>();
  const once = (line: string, say: () => void) => {
    if (told.has(line)) return;
    told.add(line);
    say();
  };
  const logOnce = (line: string) => once(line, () => log(line));
  const stillAway = (line: string) => logOnce(`The embedded database is still away: ${line}`);

  log(`The embedded database was lost (${reason}); getting it back`);
  return {
    tell(reason) {
      if ('displaced' in reason) once(reason.displaced.message, () => onLost(reason.displaced));
      else if (Date.now() - begin > QUIET_MS) stillAway(reason.obstacle);
    },
    tellFailure(error) {
      const failure = explainFailure(error, cluster.dataFolder);
      // What is no StartupError comes of a PostgreSQL that went away once more, and tends to pass.
      if (failure instanceof StartupError || Date.now() - begin > QUIET_MS) {
        stillAway(errorLine(failure));
      }
    },
    tellEnd() {
      log(`The embedded database is back, after ${((Date.now() - begin) / 1000).toFixed(1)} s`);
    },
    newWait(limit) {
      const wait = createRetry(cluster, logOnce);
      return async (obstacle, milliseconds) => {
        if (Date.now() > limit()) throw new Error(`there was no time left (${obstacle})`);
        await wait(obstacle, milliseconds);
      };
    },
  };
}
