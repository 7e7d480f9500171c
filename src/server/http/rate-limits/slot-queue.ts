export type SlotLimits = {
  /** Slots in total, and for one network, so that it leaves slots to others. */
  slots: number;
  slotsPerNetwork: number;
  /** Requests that may wait for a slot, in total and of one network. */
  waiting: number;
  waitingPerNetwork: number;
  /** How long a request waits (ms). */
  maxWait: number;
};

type Waiter = { start: () => void; leave: () => void };

type Line = { running: number; waiting: Waiter[] };

/**
 * Hands out a bounded number of slots. Who finds none free waits in a line of its network; networks take turns, so that
 * a long line of one does not delay another.
 * https://en.wikipedia.org/wiki/Fair_queuing
 */
export class SlotQueue {
  readonly #limits: SlotLimits;
  /** By network, the one whose turn is next first. Only those that hold or await a slot. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #waiting = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** How many requests hold a slot, and how many wait for one. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting };
  }

  /**
   * Takes a slot, which `release` gives back.
   * @param gone aborted when nobody waits for the slot any more
   * @returns undefined where the line is full, or no slot has come free in time
   */
  async take(network: string, gone?: AbortSignal): Promise<(() => void) | undefined> {
    const { slots, slotsPerNetwork, waiting, waitingPerNetwork, maxWait } = this.#limits;
    const line = this.#lines.get(network) ?? { running: 0, waiting: [] };
    this.#lines.set(network, line);
    const isFree = this.#running < slots && line.running < slotsPerNetwork;
    if (!isFree) {
      if (this.#waiting >= waiting || line.waiting.length >= waitingPerNetwork || gone?.aborted) {
        this.#removeIfEmpty(network, line);
        return undefined;
      }
      if (!(await this.#wait(network, line, maxWait, gone))) return undefined;
    } else {
      this.#start(line);
    }
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#running -= 1;
      line.running -= 1;
      this.#removeIfEmpty(network, line);
      this.#startNext();
    };
  }

  #start(line: Line): void {
    line.running += 1;
    this.#running += 1;
  }

  #wait(network: string, line: Line, maxWait: number, gone?: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isStarted: boolean) => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', waiter.leave);
        line.waiting.splice(line.waiting.indexOf(waiter), 1);
        this.#waiting -= 1;
        this.#removeIfEmpty(network, line);
        resolve(isStarted);
      };
      const waiter: Waiter = {
        start: () => {
          this.#start(line);
          end(true);
        },
        leave: () => end(false),
      };
      const timer = setTimeout(waiter.leave, maxWait);
      gone?.addEventListener('abort', waiter.leave);
      line.waiting.push(waiter);
      this.#waiting += 1;
    });
  }

  #startNext(): void {
    const { slots, slotsPerNetwork } = this.#limits;
    for (const [network, line] of this.#lines) {
      if (this.#running >= slots) return;
      const [first] = line.waiting;
      if (!first || line.running >= slotsPerNetwork) continue;
      // The network goes to the end, behind all others that wait.
      this.#lines.delete(network);
      this.#lines.set(network, line);
      first.start();
      return;
    }
  }

  #removeIfEmpty(network: string, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(network);
  }
}
