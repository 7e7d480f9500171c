const SECOND = 1_000;

/**
 * Makes timers of a second or more run faster, so that tests of long timeouts take a fraction of the time.
 * @param {number} factor how many times as fast
 * @returns a function that restores the timers
 */
export function shortenTimers(factor) {
  /** @param {number | undefined} delay ms */
  const shorten = (delay = 0) => (delay >= SECOND ? delay / factor : delay);
  const { setInterval, setTimeout } = globalThis;
  Object.assign(globalThis, {
    /** @type {(callback: () => void, delay?: number) => NodeJS.Timeout} */
    setInterval: (callback, delay) => setInterval(callback, shorten(delay)),
    /** @type {(callback: (...values: unknown[]) => void, delay?: number, ...values: unknown[]) => NodeJS.Timeout} */
    setTimeout: (callback, delay, ...values) => setTimeout(callback, shorten(delay), ...values),
  });
  return () => void Object.assign(globalThis, { setInterval, setTimeout });
}
