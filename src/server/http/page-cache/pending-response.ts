import type { IncomingMessage } from 'node:http';
import { type ChangeTopic, DISCONNECTED, EVERYTHING } from '#server/db/change-listener.ts';

/** A cacheable response that a request is making. */
export type PendingResponse = {
  /** Change topics that the response depends on: a change of any of them makes it stale. */
  topics: Set<ChangeTopic>;
  /**
   * The time until which the response is stale by less than a second (monotonic clock, ms). Set when one of its topics
   * changes after the response was started.
   */
  staleUntil: number | undefined;
  /** When a cached response expires (monotonic clock, ms). */
  expiresAt: number;
  /** Whether a hot response may be stale for up to a second while others write. */
  allowStale: boolean;
};

/** By the request that makes the response. */
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

/** The response that this request is making; undefined if it is not cacheable. */
export function pendingResponseOf(request: IncomingMessage): PendingResponse | undefined {
  return pendingResponses.get(request);
}

/** The change topic of one job. PostgreSQL accepts an id in upper and lower case, so the topic is in lower case. */
export function jobTopic(id: string): ChangeTopic {
  return `job:${id.toLowerCase()}`;
}

/** The change topic for a statement that changes many existing jobs at once. */
export const ALL_JOBS = 'job:*';

/** Whether a response that depends on `topics` becomes stale when the topic `changed` changes. */
export function affects(changed: ChangeTopic, topics: Set<ChangeTopic>): boolean {
  if (changed === EVERYTHING || changed === DISCONNECTED) return true;
  if (changed !== ALL_JOBS) return topics.has(changed);
  return [...topics].some((topic) => topic.startsWith('job:'));
}
