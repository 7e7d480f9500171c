import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';

/** How long a reader may be busy without progress (ms). */
const STALL = 10_000;

/** A step that takes longer is slow (ms). An entry or 64 KB of an honest site take milliseconds. */
const SLOW_STEP = STALL / 10;

/** The maximum time of all slow steps (ms). Otherwise, a site could make each step last almost as long as it may. */
const SLOW_TIME = 3 * STALL;

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
 * progress, or for 30 with slow progress. The time in which it waits for a site does not count, because requests have
 * limits of their own.
 */
export function watchProgress(): Progress {
  const state = new Int32Array(new SharedArrayBuffer(8));
  let since = performance.eventLoopUtilization();
  let bytes = 0;
  let slowTime = 0;
  const sign = (busy: number) => {
    Atomics.store(state, 1, slowTime > SLOW_TIME ? STALL : busy);
    Atomics.add(state, 0, 1);
  };
  const onStep = () => {
    const { active } = performance.eventLoopUtilization(since);
    if (active > SLOW_STEP) slowTime += active;
    since = performance.eventLoopUtilization();
    bytes = 0;
    sign(0);
  };
  setInterval(() => sign(performance.eventLoopUtilization(since).active), SIGN_INTERVAL).unref();
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
