import { FetchError } from '../systems/system.ts';

export type TimeLimits = {
  /** For all of a response, from the connection to its last byte (ms). */
  total: number;
  /** Without any data (ms). */
  idle: number;
};

export type TimeLimit = {
  /** Waits for the other host. Only this time counts, not the time in which the reader of a body does its work. */
  wait<T>(promise: Promise<T>): Promise<T>;
};

/**
 * Limits the time for which one host can occupy a run.
 * @param onExpired ends the request, so that the promise that is waited for is rejected with the error
 */
export function createTimeLimit(
  host: string,
  { total, idle }: TimeLimits,
  onExpired: (error: FetchError) => void,
): TimeLimit {
  let left = total;
  return {
    async wait(promise) {
      const start = performance.now();
      const expire = () =>
        onExpired(new FetchError('too_slow', `${host} took too long to respond.`));
      const timer = setTimeout(expire, Math.max(0, Math.min(left, idle)));
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        left -= performance.now() - start;
      }
    },
  };
}
