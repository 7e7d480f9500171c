import { isInDemand } from './answer-demand.ts';
import type { KeptAnswer } from './kept-answer.ts';

/** How long an answer is served on that a change has made old, while the new one is made (ms). */
const GRACE = 100;

/** However many write, what is in demand is made anew once in so long (ms). */
const PACE = 200;

/** The same for one that may lag behind, and that no writer waits for (ms). */
const LAG = 700;

export type StaleAnswers = {
  /**
   * A change has just made it old: where many ask for it, it is served on for a while.
   * @param until when what it shows may be older than a second (monotonic clock, ms)
   */
  retire(address: string, answer: KeptAnswer, until: number): void;
  /** One that became old while it was made. */
  add(address: string, answer: KeptAnswer, until: number): void;
  /** `due`: it is time to make it anew. */
  get(address: string, now: number): { answer: KeptAnswer; due: boolean } | undefined;
  delete(address: string): void;
  clear(): void;
  /** Resolves when none is served any more of those that are here now, but for those that may lag behind. */
  gone(): Promise<void>;
};

type Stale = {
  answer: KeptAnswer;
  /** When it is made anew at the earliest. */
  from: number;
  until: number;
  timer: NodeJS.Timeout;
  gone: () => void;
};

/**
 * What is in demand, from when a change makes it old until it has been made anew: one request makes it, the
 * others get the old one meanwhile instead of waiting for it, so that a flow of writes does not stop those
 * who read. https://www.rfc-editor.org/rfc/rfc5861#section-3
 */
export function createStaleAnswers(): StaleAnswers {
  const stale = new Map<string, Stale>();
  const awaited = new Set<Promise<void>>();

  function remove(address: string): void {
    const found = stale.get(address);
    if (!found) return;
    stale.delete(address);
    clearTimeout(found.timer);
    found.gone();
  }

  function put(address: string, answer: KeptAnswer, from: number, until: number): void {
    remove(address);
    let gone = () => {};
    if (!answer.mayLag) {
      const promise = new Promise<void>((resolve) => {
        gone = resolve;
      }).finally(() => awaited.delete(promise));
      awaited.add(promise);
    }
    const timer = setTimeout(() => remove(address), until - performance.now()).unref();
    stale.set(address, { answer, from, until, timer, gone });
  }

  return {
    retire(address, answer, until) {
      const now = performance.now();
      if (!isInDemand(answer.demand, now)) return;
      const from = Math.max(now, answer.finished + PACE);
      const last = from + (answer.mayLag ? LAG : GRACE);
      put(address, answer, from, Math.min(until, answer.until, last));
    },
    add(address, answer, until) {
      put(address, answer, performance.now(), until);
    },
    get(address, now) {
      const found = stale.get(address);
      if (!found || now >= found.until) return undefined;
      return { answer: found.answer, due: now >= found.from };
    },
    delete: remove,
    clear() {
      for (const address of [...stale.keys()]) remove(address);
    },
    async gone() {
      await Promise.all(awaited);
    },
  };
}
