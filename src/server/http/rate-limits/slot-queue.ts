export type SlotLimits = {
  /**
   * The number of slots, in total and for one network. The second is lower, so that some slots remain for other
   * networks.
   */
  slots: number;
  slotsPerNetwork: number;
  /** The number of requests that may wait for a slot, in total and for one network. */
  waiting: number;
  waitingPerNetwork: number;
  /** How long a request waits for a slot before it is refused (ms). */
  maxWait: number;
};

type Waiter = { start: () => void; leave: () => void };

type NetworkQueue = { running: number; waiting: Waiter[] };

/**
 * Gives out a limited number of slots by fair queuing. If no slot is free, a request waits in the queue of its client
 * network. Networks take turns, so that a long queue of one network does not delay another.
 * https://en.wikipedia.org/wiki/Fair_queuing
 */
export class SlotQueue {
  readonly #limits: SlotLimits;
  /** The networks whose requests hold a slot or wait for one. The network whose turn is next comes first. */
  readonly #queues = new Map<string, NetworkQueue>();
  #running = 0;
  #waiting = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** The number of requests that hold a slot, and the number that wait for one. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting };
  }

  /**
   * Takes a slot.
   * @param gone a signal that aborts when the client has disconnected, so that its request needs no slot
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

  /** Waits for a slot. Resolves to whether the request got one. */
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
      // This network has had its turn, so move it behind all other networks.
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
