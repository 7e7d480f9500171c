import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type ChangeTopic, EVERYTHING } from '#server/db/change-notices.ts';

/** An answer in the making, that may be kept. */
export type AnswerFill = {
  /** What the answer shows: a change of any of it makes the answer old. */
  topics: Set<ChangeTopic>;
  /** Set when something that it shows has changed since it was read: until when it is no older than a second. */
  staleUntil: number | undefined;
  /** Until when it may be kept, by the monotonic clock. */
  until: number;
  /** Where many ask for it, it may be up to a second old while others write. */
  mayLag: boolean;
};

/** By the request that each is made for, and by the name that its parts go by. */
const fills = new WeakMap<IncomingMessage, AnswerFill>();
const named = new Map<string, AnswerFill>();

/**
 * The request header by which a call of the API that a page makes belongs to the page's answer. Its value is known to
 * nobody else. (`AsyncLocalStorage` would tell without it, and makes every other request slower, also when
 * it is no longer used. https://nodejs.org/api/async_context.html)
 */
const PART_OF = 'x-part-of';

export function newFill(): AnswerFill {
  return {
    topics: new Set(),
    staleUntil: undefined,
    until: Number.POSITIVE_INFINITY,
    mayLag: false,
  };
}

export function startFill(request: IncomingMessage, fill: AnswerFill): void {
  fills.set(request, fill);
}

/** The answer that is being made by this request, or that this request is a part of; where it may be kept. */
export function fillOf(request: IncomingMessage): AnswerFill | undefined {
  const part = request.headers[PART_OF];
  return fills.get(request) ?? (typeof part === 'string' ? named.get(part) : undefined);
}

/** Whether this answer is the request's own, and not one that it is a part of. */
export function isOwnFill(request: IncomingMessage, fill: AnswerFill): boolean {
  return fills.get(request) === fill;
}

/** Runs what calls the API for an answer, with the headers by which its calls belong to it. */
export async function withParts<Result>(
  request: IncomingMessage,
  step: (headers: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  const fill = fillOf(request);
  if (!fill) return step({});
  const name = randomUUID();
  named.set(name, fill);
  try {
    return await step({ [PART_OF]: name });
  } finally {
    named.delete(name);
  }
}

/** The topic of one job. However the database takes an id to be written, it is the same. */
export function jobTopic(id: string): ChangeTopic {
  return `job:${id.toLowerCase()}`;
}

/** Many of those that stood already. */
export const MANY_JOBS = 'job:*';

/** Whether a change of `changed` concerns what shows `shown`. */
export function concerns(changed: ChangeTopic, shown: Set<ChangeTopic>): boolean {
  if (changed === EVERYTHING) return true;
  if (changed !== MANY_JOBS) return shown.has(changed);
  return [...shown].some((topic) => topic.startsWith('job:'));
}
