import { workerData } from 'node:worker_threads';

/**
 * A watchdog thread: kills the process whose main thread is busy for too long without progress. It is a thread of that
 * process, because a regular expression or `JSON.parse` can be stopped only by killing the process, and because it must
 * also work when the process that has started this one is gone.
 *
 * @typedef {object} Watched
 * @property {number} pid
 * @property {number} limit how long the main thread may be busy without progress (ms)
 * @property {Int32Array} state shared with the main thread: the number of signs of life, and for how long the event loop
 *   had been busy without progress at the latest one (ms)
 */

const { pid, limit, state } = /** @type {Watched} */ (workerData);

/** The number of checks in the time limit. Counting them tolerates a machine that pauses, unlike comparing times. */
const CHECKS = 20;

let known = 0;
let silent = 0;
setInterval(() => {
  const signs = Atomics.load(state, 0);
  silent = signs === known ? silent + limit / CHECKS : 0;
  known = signs;
  if (Atomics.load(state, 1) + silent >= limit) process.kill(pid, 'SIGKILL');
}, limit / CHECKS);
