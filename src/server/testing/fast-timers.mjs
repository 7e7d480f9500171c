/**
 * Loaded into a server and its workers before their own program: timers of a second or more run four times as fast. What
 * is given up after many seconds is then tested in a quarter of them, and processes that count each other's beats agree.
 */
const SECOND = 1_000;
const FACTOR = 4;

/** @param {number | undefined} delay ms */
const shorten = (delay = 0) => (delay >= SECOND ? delay / FACTOR : delay);

const { setInterval, setTimeout } = globalThis;

Object.assign(globalThis, {
  /** @type {(callback: () => void, delay?: number) => NodeJS.Timeout} */
  setInterval: (callback, delay) => setInterval(callback, shorten(delay)),
  /** @type {(callback: (...values: unknown[]) => void, delay?: number, ...values: unknown[]) => NodeJS.Timeout} */
  setTimeout: (callback, delay, ...values) => setTimeout(callback, shorten(delay), ...values),
});
