import type { IncomingMessage } from 'node:http';
import { type ChangeTopic, DISCONNECTED, EVERYTHING } from '#server/db/change-listener.ts';

/** A cacheable response that is being generated for a request. */
export type PendingResponse = {
  /** The change topics that the response depends on. A change of any of them makes the response stale. */
  topics: Set<ChangeTopic>;
  /**
   * The latest time at which the response may be served although it is stale (monotonic clock, ms); undefined if no
   * topic has changed since its generation started.
   */
  staleUntil: number | undefined;
  /** When the response expires in the cache (monotonic clock, ms). */
  expiresAt: number;
  /** Whether the response may be up to a second stale while it is hot and others write. */
  allowStale: boolean;
};

/** Pending responses by the request for which they are generated. */
const pendingResponses = new WeakMap<IncomingMessage, PendingResponse>();

export function newPendingResponse(): PendingResponse {
  return {
    topics: new Set(),
    staleUntil: undefined,
    expiresAt: Number.POSITIVE_INFINITY,
    allowStale: false,
  };
}

export function registerPendingResponse(request: IncomingMessage, pending: PendingResponse): void {
  pendingResponses.set(request, pending);
}

/** The response that is being generated for this request; undefined if it is not cacheable. */
export function pendingResponseOf(request: IncomingMessage): PendingResponse | undefined {
  return pendingResponses.get(request);
}

/** Lets the response expire in the cache at the latest after this time (ms). */
export function limitLifetime(pending: PendingResponse | undefined, lifetime: number): void {
  if (pending) pending.expiresAt = Math.min(pending.expiresAt, performance.now() + lifetime);
}

/** The change topic of one job. It is in lower case, because PostgreSQL accepts an id in upper and lower case. */
export function jobTopic(id: string): ChangeTopic {
  return `job:${id.toLowerCase()}`;
}

/** The change topic of a statement that changes many jobs at once. */
export const ALL_JOBS = 'job:*';

/** Whether a change of the topic `changed` makes a response that depends on `topics` stale. */
export function affects(changed: ChangeTopic, topics: Set<ChangeTopic>): boolean {
  if (changed === EVERYTHING || changed === DISCONNECTED) return true;
  if (changed !== ALL_JOBS) return topics.has(changed);
  return [...topics].some((topic) => topic.startsWith('job:'));
}
