import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';

/** How long a reader may be busy without progress (ms). */
const STALL = 10_000;

/** How often the main thread gives a sign of life (ms). */
const SIGN_INTERVAL = STALL / 50;

/** The maximum memory of a reader (bytes), which is several times what the largest list needs. */
const MEMORY = 768 * 1024 * 1024;

/** The number of bytes that count as progress. */
const PROGRESS_BYTES = 64 * 1024;

export type Progress = {
  /** Reports bytes that were read. */
  onBytes(count: number): void;
  /** Reports a step: an entry that was read, or the beginning of a task. */
  onStep(): void;
};

/**
 * Lets a watchdog kill this process if it uses too much memory, or if its event loop is busy for 10 seconds without
 * progress. The time in which it waits
 * for a site does not count, because requests have limits of their own.
 */
export function watchProgress(): Progress {
  const state = new Int32Array(new SharedArrayBuffer(8));
  let since = performance.eventLoopUtilization();
  let bytes = 0;
  const onStep = () => {
    since = performance.eventLoopUtilization();
    bytes = 0;
    Atomics.store(state, 1, 0);
    Atomics.add(state, 0, 1);
  };
  setInterval(() => {
    Atomics.store(state, 1, performance.eventLoopUtilization(since).active);
    Atomics.add(state, 0, 1);
  }, SIGN_INTERVAL).unref();
  const workerData = { pid: process.pid, memory: MEMORY, limit: STALL, state };
  // The build copies the program of the thread to the folder of the bundle.
  new Worker(join(import.meta.dirname, 'watchdog.mjs'), { workerData, execArgv: [] }).unref();
  return {
    onStep,
    onBytes(count) {
      bytes += count;
      if (bytes >= PROGRESS_BYTES) onStep();
    },
  };
}
