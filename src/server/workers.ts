import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { StartupError } from './platform/errors.ts';

/**
 * The messages that a worker sends to the primary: `READY` once it accepts connections, and from then on `HEARTBEAT` at
 * this interval (ms).
 */
const READY = 'ready';
const HEARTBEAT = 'alive';
const HEARTBEAT_INTERVAL = 1_000;

/**
 * The number of missing heartbeats in a row after which a worker is considered to hang. The primary counts its own
 * intervals instead of measuring time, because all processes pause while the machine sleeps.
 */
const MAX_MISSED_HEARTBEATS = 15;

/**
 * The minimum time between two starts of a worker (ms), so that a worker that fails again and again does not occupy a
 * processor core.
 */
const RESTART_INTERVAL = 2_000;
/**
 * How long workers may take to complete their requests (ms). After that, enough of the time for the shutdown remains to
 * stop the database.
 */
const SHUTDOWN_TIMEOUT = 8_500;

type StartedWorker = {
  worker: Worker;
  ended: Promise<void>;
  /** Whether the worker accepts connections. If not, it has ended. */
  isReady: boolean;
};

export type Workers = {
  /** Returns the workers that accept connections. */
  serving(): Worker[];
  stop(): Promise<void>;
};

type Options = {
  count: number;
  /** The path of the program that workers run. */
  program: string;
  /** Environment variables of the workers, in addition to the primary's own. */
  settings: Record<string, string>;
  log: FastifyBaseLogger;
};

/**
 * Starts and supervises worker processes that share a port. Replaces each worker that ends. Workers also end when the
 * primary ends, for whatever reason. Resolves once all workers accept connections. https://nodejs.org/api/cluster.html
 * @throws StartupError if the first worker does not start. The worker itself has logged the reason.
 */
export async function startWorkers({ count, program, settings, log }: Options): Promise<Workers> {
  // Let workers accept connections themselves. With round-robin scheduling, the primary would hand connections to a
  // hanging or killed worker, where they would wait forever.
  // https://nodejs.org/api/cluster.html#clusterschedulingpolicy
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: program, args: [] });
  const workers = new Map<Worker, Promise<void>>();
  const serving = new Set<Worker>();
  const stopping = new AbortController();

  /** Starts a worker. Resolves when it accepts connections or has ended. */
  async function startWorker(): Promise<StartedWorker> {
    const worker = cluster.fork(settings);
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', () => resolve());
      worker.on('error', (error) => {
        log.error({ err: error }, 'Worker failed');
        // Resolve here if the process could not be started, because no `exit` event follows.
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

  /** Kills a worker that hangs, so that the connections that it has accepted are closed instead of waiting. */
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

  /** Starts a new worker whenever one ends. */
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
   * Closes the primary's own handle on the port. While this handle is open, clients can still connect after the last
   * worker has stopped listening. The primary does not accept these connections, so they are reset later. The handle
   * stays open as long as a worker is starting, which needs it. https://nodejs.org/api/cluster.html#workerdisconnect
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

  // Start only one worker first. If it fails, the others would fail for the same reason, and each would log it.
  const first = await startWorker();
  if (!first.isReady) throw new StartupError('No worker started; see the error above.');
  const others = await Promise.all(Array.from({ length: count - 1 }, startWorker));
  for (const started of [first, ...others]) void supervise(started);
  return { serving: () => [...serving], stop };
}

/** Tells the primary process that this worker accepts connections, and begins to send heartbeats. */
export function reportReady(): void {
  process.send?.(READY);
  // Ignore errors of sending: they mean that the primary has ended, so this worker ends, too.
  setInterval(() => {
    process.send?.(HEARTBEAT, undefined, undefined, () => {});
  }, HEARTBEAT_INTERVAL).unref();
}
