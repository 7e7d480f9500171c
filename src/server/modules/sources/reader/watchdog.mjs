import { workerData } from 'node:worker_threads';

/**
 * A watchdog thread: kills its process if the main thread is busy for too long without progress, or if the process uses too
 * much memory. A regular expression or `JSON.parse` can be stopped only by killing the process. A limit of the heap would
 * not cover memory outside the heap, and a small one makes V8 collect garbage more often.
 *
 * @typedef {object} Watched
 * @property {number} pid
 * @property {number} memory the maximum memory of the process (bytes)
 * @property {number} limit how long the main thread may be busy without progress (ms)
 * @property {Int32Array} state shared with the main thread: the number of signs of life, and for how long the event loop
 *   had been busy without progress at the latest one (ms)
 */

const { pid, memory, limit, state } = /** @type {Watched} */ (workerData);

/** The number of checks within the time limit. Counting them tolerates a machine that pauses, unlike comparing times. */
const CHECKS = 50;

let known = 0;
let silent = 0;
const checking = setInterval(() => {
  const signs = Atomics.load(state, 0);
  silent = signs === known ? silent + limit / CHECKS : 0;
  known = signs;
  const isStalled = Atomics.load(state, 1) + silent >= limit;
  if (!isStalled && process.memoryUsage.rss() <= memory) return;
  clearInterval(checking);
  process.kill(pid, 'SIGKILL');
}, limit / CHECKS);
