import { FetchError } from './fetch-error.ts';

export type TimeLimits = {
  /** The maximum time for a whole response, from the connection to its last byte (ms). */
  total: number;
  /** The maximum time in which no data arrives (ms). */
  idle: number;
};

export type TimeLimit = {
  /**
   * Waits for a promise of the other host. The limit counts only these waits, and not the time in which this board
   * processes a body.
   * @throws FetchError (`too_slow`)
   */
  wait<T>(promise: Promise<T>): Promise<T>;
};

/**
 * Limits the time for which one host can occupy a run.
 * @param onExpired ends the request
 */
export function createTimeLimit(
  host: string,
  { total, idle }: TimeLimits,
  onExpired: (error: FetchError) => void,
): TimeLimit {
  let left = total;
  function expire(): FetchError {
    const error = new FetchError('too_slow', `${host} took too long to respond.`);
    onExpired(error);
    return error;
  }
  return {
    async wait(promise) {
      // Check the time that is left, because the timer below does not suffice: if data keeps arriving at short
      // intervals, each wait ends before its timer.
      if (left <= 0) {
        // The end of the request also rejects this promise. Without a handler, the rejection would end the process.
        promise.catch(() => {});
        throw expire();
      }
      const start = performance.now();
      let timer: NodeJS.Timeout | undefined;
      const expired = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(expire()), Math.min(left, idle));
      });
      try {
        return await Promise.race([promise, expired]);
      } finally {
        clearTimeout(timer);
        left -= performance.now() - start;
      }
    },
  };
}
