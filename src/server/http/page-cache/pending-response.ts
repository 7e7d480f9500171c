import type { IncomingMessage } from 'node:http';
import { type ChangeTopic, DISCONNECTED, EVERYTHING } from '#server/db/change-listener.ts';

/** An answer in the making, that may be kept. */
export type PendingResponse = {
  /** What the answer shows: a change of any of it makes the answer old. */
  topics: Set<ChangeTopic>;
  /** Set when something that it shows has changed since it was read: until when it is no older than a second. */
  staleUntil: number | undefined;
  /** Until when it may be kept, by the monotonic clock. */
  until: number;
  /** Where many ask for it, it may be up to a second old while others write. */
  allowStale: boolean;
};

/** By the request that each is made for. */
const fills = new WeakMap<IncomingMessage, PendingResponse>();

export function newPendingResponse(): PendingResponse {
  return {
    topics: new Set(),
    staleUntil: undefined,
    until: Number.POSITIVE_INFINITY,
    allowStale: false,
  };
}

export function startPendingResponse(request: IncomingMessage, fill: PendingResponse): void {
  fills.set(request, fill);
}

/** The answer that is being made by this request, where it may be kept. */
export function pendingResponseOf(request: IncomingMessage): PendingResponse | undefined {
  return fills.get(request);
}

/** The topic of one job. However the database takes an id to be written, it is the same. */
export function jobTopic(id: string): ChangeTopic {
  return `job:${id.toLowerCase()}`;
}

/** Many of those that stood already. */
export const MANY_JOBS = 'job:*';

/** Whether a change of `changed` concerns what shows `shown`. */
export function concerns(changed: ChangeTopic, shown: Set<ChangeTopic>): boolean {
  if (changed === EVERYTHING || changed === DISCONNECTED) return true;
  if (changed !== MANY_JOBS) return shown.has(changed);
  return [...shown].some((topic) => topic.startsWith('job:'));
}
