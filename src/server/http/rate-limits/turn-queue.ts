import { LRUCache } from 'lru-cache';

/** The time constant with which the used time decays (ms). Networks are compared over about this period. */
const PERIOD = 2_000;

/** The number of networks whose used time is remembered. */
const MAX_NETWORKS = 10_000;

/** Networks that have used less than this in the period are idle (ms). */
const IDLE = 1;

/** The time of the main thread that a network has used (ms), as decayed at a moment (monotonic clock, ms). */
type Usage = { time: number; at: number };

/**
 * Divides the time of the main thread among client networks. A request takes a turn before each long piece of work. One
 * turn is given in each round of the event loop, to the network that has used the least time lately, so that a network
 * that renders pages all the time hardly delays another one. https://en.wikipedia.org/wiki/Fair_queuing
 */
export class TurnQueue {
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #usage = new LRUCache<string, Usage>({ max: MAX_NETWORKS });
  #isRunning = false;
  /** The mean used time of the networks that are not idle, and when it was calculated. */
  #mean: Usage = { time: 0, at: Number.NEGATIVE_INFINITY };

  /** Resolves when it is the network's turn. What runs then until the next wait is counted as its time. */
  take(network: string): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(network);
      if (waiting) waiting.push(resolve);
      else this.#waiting.set(network, [resolve]);
      if (!this.#isRunning) this.#schedule();
    });
  }

  /** Whether the network has used at least as much time as others use on average. */
  isHeavy(network: string): boolean {
    const now = performance.now();
    const used = this.#usedBy(network, now);
    if (used < IDLE) return false;
    if (now - this.#mean.at > PERIOD / 20) {
      const active = [...this.#usage.keys()]
        .map((other) => this.#usedBy(other, now))
        .filter((time) => time >= IDLE);
      const total = active.reduce((sum, time) => sum + time, 0);
      this.#mean = { time: total / Math.max(1, active.length), at: now };
    }
    return used >= this.#mean.time;
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
      start = performance.now();
      network = this.#giveTurn(start);
    });
    setImmediate(() => {
      const now = performance.now();
      this.#usage.set(network, { time: this.#usedBy(network, now) + now - start, at: now });
      if (this.#waiting.size > 0) this.#schedule();
      else this.#isRunning = false;
    });
  }

  /** Gives a turn to the network that has used the least time. */
  #giveTurn(now: number): string {
    let [least = ''] = this.#waiting.keys();
    if (this.#waiting.size > 1) {
      let leastTime = Number.POSITIVE_INFINITY;
      for (const network of this.#waiting.keys()) {
        const time = this.#usedBy(network, now);
        if (time < leastTime) [least, leastTime] = [network, time];
      }
    }
    const waiting = this.#waiting.get(least) ?? [];
    const start = waiting.shift();
    if (waiting.length === 0) this.#waiting.delete(least);
    start?.();
    return least;
  }
}
