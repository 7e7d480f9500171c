/**
 * Preloaded into a server and its workers. Timers of a second or more run four times as fast, so that tests of long
 * timeouts take a quarter of the time. All processes must preload it, so that their heartbeats still match.
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
