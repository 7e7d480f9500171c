import { Registry } from 'prom-client';
import type { QueryEnd } from '#server/db/timed-client.ts';
import type { Chore } from '#server/housekeeping.ts';
import { measureChores } from './measured-chores.ts';
import { measureProcess } from './measured-process.ts';
import { measureQueries } from './measured-queries.ts';
import { measureRequests, type RequestMeter } from './measured-requests.ts';
import { measureSignIns, type SignInOutcome } from './measured-sign-ins.ts';

/** What one process counts of itself, and what those call who have something to count. */
export type BoardMetrics = {
  registry: Registry;
  requests: RequestMeter;
  onQuery(query: QueryEnd): void;
  onChore(chore: Chore, succeeded: boolean): void;
  onSignIn(outcome: SignInOutcome): void;
};

/** Each with figures of its own: two boards in one process do not count together. */
export function createMetrics(): BoardMetrics {
  const registry = new Registry();
  measureProcess(registry);
  return {
    registry,
    requests: measureRequests(registry),
    onQuery: measureQueries(registry),
    onChore: measureChores(registry),
    onSignIn: measureSignIns(registry),
  };
}
