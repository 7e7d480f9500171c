/**
 * Preloaded into a server: its shutdown may take a minute instead of ten seconds, so that a busy machine, on which
 * PostgreSQL takes seconds to stop, does not turn a clean shutdown into a failed one. A shutdown that hangs still fails
 * the test. The factor applies to `SHUTDOWN_TIMEOUT` in src/server/main.ts, by its value.
 */
const SHUTDOWN_TIMEOUT = 10_000;
const FACTOR = 6;

const { setTimeout } = globalThis;

Object.assign(globalThis, {
  /** @type {(callback: (...values: unknown[]) => void, delay?: number, ...values: unknown[]) => NodeJS.Timeout} */
  setTimeout: (callback, delay, ...values) =>
    setTimeout(callback, delay === SHUTDOWN_TIMEOUT ? delay * FACTOR : delay, ...values),
});
