import { LRUCache } from 'lru-cache';

/** The time constant with which the used time decays (ms): the period of which a network's share is known. */
const PERIOD = 2_000;

/** The number of networks whose time is known. */
const MAX_NETWORKS = 10_000;

/** A network that has used this share of the period is heavy. */
const HEAVY_SHARE = 1 / 8;

/** The time of the main thread that a network has used (ms), as decayed at a moment (monotonic clock, ms). */
type Usage = { time: number; at: number };

/**
 * Divides the time of the main thread among client networks. A request takes a turn before each long piece of work. One
 * turn is given in each round of the event loop, by start-time fair queuing: networks that take turns all the time get
 * equal shares of the time, and one that took none lately comes first. https://en.wikipedia.org/wiki/Fair_queuing
 */
export class TurnQueue {
  /** By network, the turns that wait, and the virtual time at which the first of them is due. */
  readonly #waiting = new Map<string, { due: number; turns: (() => void)[] }>();
  /** By network, the virtual time at which its next turn is due at the earliest. */
  readonly #next = new LRUCache<string, number>({ max: MAX_NETWORKS });
  readonly #usage = new LRUCache<string, Usage>({ max: MAX_NETWORKS });
  /** The virtual time: about when the last given turn was due. A network that starts to wait does not come before it. */
  #time = 0;
  #isRunning = false;
  readonly #clock: () => number;

  /** @param clock returns the time (ms) */
  constructor(clock = () => performance.now()) {
    this.#clock = clock;
  }

  /** Resolves when it is the network's turn. What runs then until the next wait is counted as its time. */
  take(network: string): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(network);
      if (waiting) waiting.turns.push(resolve);
      else this.#waiting.set(network, { due: this.#dueAt(network), turns: [resolve] });
      if (!this.#isRunning) this.#schedule();
    });
  }

  /** Whether the network has used so much time lately that it may be the cause of a late event loop. */
  isHeavy(network: string): boolean {
    return this.#usedBy(network, this.#clock()) >= PERIOD * HEAVY_SHARE;
  }

  #dueAt(network: string): number {
    return Math.max(this.#time, this.#next.get(network) ?? 0);
  }

  #usedBy(network: string, now: number): number {
    const usage = this.#usage.peek(network);
    return usage ? usage.time * Math.exp((usage.at - now) / PERIOD) : 0;
  }

  #schedule(): void {
    this.#isRunning = true;
    let network = '';
    let start = 0;
    // Both callbacks run in the same round of the event loop, and the promises that the first one resolves continue
    // between them. https://nodejs.org/en/learn/asynchronous-work/event-loop-timers-and-nexttick
    setImmediate(() => {
      network = this.#giveTurn();
      start = this.#clock();
    });
    setImmediate(() => {
      const now = this.#clock();
      this.#count(network, now - start, now);
      if (this.#waiting.size > 0) this.#schedule();
      else this.#isRunning = false;
    });
  }

  /** Gives a turn to the network whose turn is due first. */
  #giveTurn(): string {
    let [first = ''] = this.#waiting.keys();
    for (const [network, { due }] of this.#waiting) {
      if (due < (this.#waiting.get(first)?.due ?? 0)) first = network;
    }
    const { due = 0, turns = [] } = this.#waiting.get(first) ?? {};
    this.#time = Math.max(this.#time, due);
    turns.shift()?.();
    return first;
  }

  /** Counts the duration of a turn (ms). */
  #count(network: string, duration: number, now: number): void {
    const waiting = this.#waiting.get(network);
    const next = (waiting?.due ?? this.#time) + duration;
    this.#next.set(network, next);
    // Advance also while only new networks take turns. Otherwise, each would come before one that took a turn before.
    this.#time += duration / (this.#waiting.size + 1);
    this.#usage.set(network, { time: this.#usedBy(network, now) + duration, at: now });
    if (waiting) waiting.due = next;
    if (waiting?.turns.length === 0) this.#waiting.delete(network);
  }
}
