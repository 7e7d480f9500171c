import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { StartupError } from './platform/errors.ts';

/** Messages of a worker to the primary: once when it accepts connections, then a heartbeat at this interval (ms). */
const READY = 'ready';
const HEARTBEAT = 'alive';
const HEARTBEAT_INTERVAL = 1_000;

/**
 * A worker that misses this many heartbeats in a row hangs. The limit counts the primary's own intervals rather than
 * time, because a machine that wakes from sleep wakes all processes together.
 */
const MAX_MISSED_HEARTBEATS = 15;

/** Minimum time between two starts of a worker (ms), so that one that keeps failing does not occupy a core. */
const RESTART_INTERVAL = 2_000;
/** Time limit for workers to complete their requests (ms). It leaves time to stop the database. */
const SHUTDOWN_TIMEOUT = 8_500;

type StartedWorker = {
  worker: Worker;
  ended: Promise<void>;
  /** Whether the worker has accepted connections. */
  isReady: boolean;
};

export type Workers = {
  /** The workers that accept connections. */
  serving(): Worker[];
  stop(): Promise<void>;
};

type Options = {
  count: number;
  /** The path of the program that each worker runs. */
  program: string;
  /** Environment variables of the workers that differ from the primary's. */
  settings: Record<string, string>;
  log: FastifyBaseLogger;
};

/**
 * Supervises worker processes that share a port, and replaces each one that ends. Workers also end with the primary,
 * however it ends. Resolves once all workers accept connections. https://nodejs.org/api/cluster.html
 * @throws StartupError if the first worker does not start; the worker itself has logged the reason.
 */
export async function startWorkers({ count, program, settings, log }: Options): Promise<Workers> {
  // Each worker accepts connections itself. With round-robin scheduling, a connection handed to a worker that hangs or
  // has been killed would wait forever. https://nodejs.org/api/cluster.html#clusterschedulingpolicy
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: program, args: [] });
  const workers = new Map<Worker, Promise<void>>();
  const serving = new Set<Worker>();
  const stopping = new AbortController();

  /** Starts a worker. Resolves once it accepts connections or has ended. */
  async function startWorker(): Promise<StartedWorker> {
    const worker = cluster.fork(settings);
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', () => resolve());
      worker.on('error', (error) => {
        log.error({ err: error }, 'Worker failed');
        // A worker that could not be spawned emits no `exit`.
        if (worker.process.pid === undefined) resolve();
      });
    });
    workers.set(worker, ended);
    void ended.then(() => {
      workers.delete(worker);
      serving.delete(worker);
    });
    const ready = new Promise<boolean>((resolve) => {
      worker.on('message', (message) => message === READY && resolve(true));
    });
    const isReady = await Promise.race([ready, ended.then(() => false)]);
    if (isReady) {
      serving.add(worker);
      killIfHanging(worker, ended);
    }
    return { worker, ended, isReady };
  }

  /** Kills the worker if it hangs, because connections that it has accepted would wait with it. */
  function killIfHanging(worker: Worker, ended: Promise<void>): void {
    let missed = 0;
    worker.on('message', (message) => {
      if (message === HEARTBEAT) missed = 0;
    });
    const timer = setInterval(() => {
      missed += 1;
      if (missed !== MAX_MISSED_HEARTBEATS) return;
      log.error({ worker: worker.process.pid }, 'Worker unresponsive; killed');
      worker.process.kill('SIGKILL');
    }, HEARTBEAT_INTERVAL).unref();
    void ended.then(() => clearInterval(timer));
  }

  /** Restarts the worker whenever it ends. */
  async function supervise(first: StartedWorker): Promise<void> {
    for (let current = first; ; ) {
      const startedAt = Date.now();
      await current.ended;
      if (stopping.signal.aborted) return;
      const { pid, exitCode, signalCode } = current.worker.process;
      log.error({ worker: pid, exitCode, signal: signalCode }, 'Worker ended; restarting');
      const delay = Math.max(0, startedAt + RESTART_INTERVAL - Date.now());
      await pause(delay, undefined, stopping).catch(() => {});
      if (stopping.signal.aborted) return;
      current = await startWorker();
      if (current.isReady) {
        log.info({ worker: current.worker.process.pid }, 'Worker restarted');
      }
    }
  }

  /**
   * Closes the primary's own handle on the port. The primary accepts no connections, so a client that connects after the
   * last worker has stopped listening would be reset. While a worker is still starting, it needs the handle.
   * https://nodejs.org/api/cluster.html#workerdisconnect
   */
  function releasePort(): void {
    if (serving.size < workers.size) return;
    for (const worker of serving) worker.disconnect();
  }

  async function stop(): Promise<void> {
    stopping.abort();
    releasePort();
    for (const worker of workers.keys()) worker.process.kill('SIGTERM');
    const killing = setTimeout(() => {
      for (const { process } of workers.keys()) {
        log.error({ worker: process.pid }, 'Worker did not stop in time; killed');
        process.kill('SIGKILL');
      }
    }, SHUTDOWN_TIMEOUT);
    await Promise.all(workers.values());
    clearTimeout(killing);
  }

  // One worker first: the others would fail for the same reason, and each would log it.
  const first = await startWorker();
  if (!first.isReady) throw new StartupError('No worker started; see the error above.');
  const others = await Promise.all(Array.from({ length: count - 1 }, startWorker));
  for (const started of [first, ...others]) void supervise(started);
  return { serving: () => [...serving], stop };
}

/** Tells the primary that this worker accepts connections, and sends heartbeats from then on. */
export function reportReady(): void {
  process.send?.(READY);
  // Send errors are ignored: if the primary has ended, this worker ends too.
  setInterval(() => {
    process.send?.(HEARTBEAT, undefined, undefined, () => {});
  }, HEARTBEAT_INTERVAL).unref();
}
