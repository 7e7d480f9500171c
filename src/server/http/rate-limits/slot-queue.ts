export type SlotLimits = {
  /** Slots in total, and for one network, so that others find slots too. */
  slots: number;
  slotsPerNetwork: number;
  /** Requests that may wait for a slot, in total and for one network. */
  waiting: number;
  waitingPerNetwork: number;
  /** How long a request waits (ms). */
  maxWait: number;
};

type Waiter = { start: () => void; leave: () => void };

type NetworkQueue = { running: number; waiting: Waiter[] };

/**
 * Fair queuing: hands out a limited number of slots. A request without a free slot waits in the queue of its client
 * network. Networks take turns, so that a long queue of one does not delay another.
 * https://en.wikipedia.org/wiki/Fair_queuing
 */
export class SlotQueue {
  readonly #limits: SlotLimits;
  /** The networks that hold or await a slot; the one whose turn is next comes first. */
  readonly #queues = new Map<string, NetworkQueue>();
  #running = 0;
  #waiting = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** The number of requests that hold a slot, and of those that wait for one. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting };
  }

  /**
   * Takes a slot.
   * @param gone aborts when the client no longer waits for the slot
   * @returns a function that releases the slot; undefined if the queue is full or no slot is free in time
   */
  async take(network: string, gone?: AbortSignal): Promise<(() => void) | undefined> {
    const { slots, slotsPerNetwork, waiting, waitingPerNetwork, maxWait } = this.#limits;
    const queue = this.#queues.get(network) ?? { running: 0, waiting: [] };
    this.#queues.set(network, queue);
    const isFree = this.#running < slots && queue.running < slotsPerNetwork;
    if (!isFree) {
      if (this.#waiting >= waiting || queue.waiting.length >= waitingPerNetwork || gone?.aborted) {
        this.#removeIfEmpty(network, queue);
        return undefined;
      }
      if (!(await this.#wait(network, queue, maxWait, gone))) return undefined;
    } else {
      this.#start(queue);
    }
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#running -= 1;
      queue.running -= 1;
      this.#removeIfEmpty(network, queue);
      this.#startNext();
    };
  }

  #start(queue: NetworkQueue): void {
    queue.running += 1;
    this.#running += 1;
  }

  /** Resolves to whether the request got a slot. */
  #wait(
    network: string,
    queue: NetworkQueue,
    maxWait: number,
    gone?: AbortSignal,
  ): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isStarted: boolean) => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', waiter.leave);
        queue.waiting.splice(queue.waiting.indexOf(waiter), 1);
        this.#waiting -= 1;
        this.#removeIfEmpty(network, queue);
        resolve(isStarted);
      };
      const waiter: Waiter = {
        start: () => {
          this.#start(queue);
          end(true);
        },
        leave: () => end(false),
      };
      const timer = setTimeout(waiter.leave, maxWait);
      gone?.addEventListener('abort', waiter.leave);
      queue.waiting.push(waiter);
      this.#waiting += 1;
    });
  }

  #startNext(): void {
    const { slots, slotsPerNetwork } = this.#limits;
    for (const [network, queue] of this.#queues) {
      if (this.#running >= slots) return;
      const [first] = queue.waiting;
      if (!first || queue.running >= slotsPerNetwork) continue;
      // The network moves behind all other networks.
      this.#queues.delete(network);
      this.#queues.set(network, queue);
      first.start();
      return;
    }
  }

  #removeIfEmpty(network: string, queue: NetworkQueue): void {
    if (queue.running === 0 && queue.waiting.length === 0) this.#queues.delete(network);
  }
}
