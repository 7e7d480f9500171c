import { AsyncLocalStorage } from 'node:async_hooks';
import { type ChangeTopic, EVERYTHING } from '#server/db/change-notices.ts';

/** An answer in the making, that may be kept. */
export type AnswerFill = {
  /** What the answer shows: a change of any of it makes the answer old. */
  topics: Set<ChangeTopic>;
  /** Whether something that it shows has changed since it was read. */
  stale: boolean;
  /** Until when it may be kept, by the monotonic clock. */
  until: number;
};

const fills = new AsyncLocalStorage<AnswerFill>();

export function newFill(): AnswerFill {
  return { topics: new Set(), stale: false, until: Number.POSITIVE_INFINITY };
}

/** Whatever `step` leads to, also the calls of the API that a page makes, belongs to this answer. */
export function runFill(fill: AnswerFill, step: () => void): void {
  fills.run(fill, step);
}

/**
 * To be called when no answer is under way: while it follows what belongs to which, Node takes a tenth
 * longer for every request. https://nodejs.org/api/async_context.html#asynclocalstoragedisable
 */
export function restFills(): void {
  fills.disable();
}

/**
 * Tells what the answer under way shows. To be called before it is read: what changes after that is told
 * of, and makes the answer old.
 */
export function answerShows(topics: ChangeTopic[]): void {
  const fill = fills.getStore();
  for (const topic of topics) fill?.topics.add(topic);
}

/** The answer under way depends on the clock: keeps it for at most so long (ms). */
export function keepAnswerFor(life: number): void {
  const fill = fills.getStore();
  if (fill) fill.until = Math.min(fill.until, performance.now() + life);
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
