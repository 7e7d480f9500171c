import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { StartupError } from './platform/errors.ts';

/** What a worker tells the process that started it: once it lets people in, and then every so often (ms). */
const READY = 'ready';
const ALIVE = 'alive';
const BEAT = 1_000;

/**
 * A worker that has said nothing in so many beats of ours hangs, and does not come to itself. Beats are counted and
 * not time: a machine that has slept wakes all of its processes together.
 */
const MOST_MISSED = 15;

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;
/** What they are answering they are to finish in so long (ms); there has to be time left to stop the database. */
const STOPPING_TIME = 8_500;
/** A worker that ran for less (ms) was no success, and is not followed by another at once. */
const CALM = 60_000;

type Started = {
  worker: Worker;
  ended: Promise<void>;
  /** Whether it let people in before it ended. */
  isReady: boolean;
};

export type Workers = {
  /** Those that let people in now. */
  serving(): Worker[];
  stop(): Promise<void>;
};

type Options = {
  count: number;
  /** The program that each of them runs. */
  program: string;
  /** Settings of theirs that differ from ours. */
  settings: Record<string, string>;
  log: FastifyBaseLogger;
};

/**
 * Keeps so many processes that share a port, and puts another in the place of one that ends. They end with this
 * one, however that ends. Resolves once all let people in. https://nodejs.org/api/cluster.html
 * @throws StartupError where the first does not come up: it has said why.
 */
export async function startWorkers({ count, program, settings, log }: Options): Promise<Workers> {
  // Each takes in who comes by itself: who is handed to a worker that hangs or is killed meanwhile would wait forever.
  // https://nodejs.org/api/cluster.html#clusterschedulingpolicy
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: program, args: [] });
  const workers = new Map<Worker, Promise<void>>();
  const serving = new Set<Worker>();
  const stopping = new AbortController();

  /** Resolves once it lets people in, or has ended before. */
  async function begin(): Promise<Started> {
    const worker = cluster.fork(settings);
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', () => resolve());
      worker.on('error', (error) => {
        log.error({ err: error }, 'a worker failed');
        // What could not even be started never exits.
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
      watch(worker, ended);
    }
    return { worker, ended, isReady };
  }

  /** Kills it where it hangs: people who come to it would wait for as long. */
  function watch(worker: Worker, ended: Promise<void>): void {
    let missed = 0;
    worker.on('message', (message) => {
      if (message === ALIVE) missed = 0;
    });
    const watching = setInterval(() => {
      missed += 1;
      if (missed !== MOST_MISSED) return;
      log.error({ worker: worker.process.pid }, 'a worker hangs, and is killed');
      worker.process.kill('SIGKILL');
    }, BEAT).unref();
    void ended.then(() => clearInterval(watching));
  }

  /** Waits for the worker to end, and for each that follows it. */
  async function keep(first: Started): Promise<void> {
    let delay = 0;
    for (let current = first; ; ) {
      const begun = Date.now();
      await current.ended;
      if (stopping.signal.aborted) return;
      const { pid, exitCode, signalCode } = current.worker.process;
      log.error({ worker: pid, exitCode, signal: signalCode }, 'a worker has ended');
      if (Date.now() - begun > CALM) delay = 0;
      await pause(delay, undefined, stopping).catch(() => {});
      if (stopping.signal.aborted) return;
      delay = Math.min(Math.max(2 * delay, FIRST_PAUSE), LONGEST_PAUSE);
      current = await begin();
      if (current.isReady) {
        log.info({ worker: current.worker.process.pid }, 'another has taken its place');
      }
    }
  }

  /**
   * This process holds the port too, but lets nobody in: who came after the last worker has stopped to listen would be
   * reset. Whoever is still to listen has to ask this process for the port.
   * https://nodejs.org/api/cluster.html#workerdisconnect
   */
  function letGoOfPort(): void {
    if (serving.size < workers.size) return;
    for (const worker of serving) worker.disconnect();
  }

  async function stop(): Promise<void> {
    stopping.abort();
    letGoOfPort();
    for (const worker of workers.keys()) worker.process.kill('SIGTERM');
    const killing = setTimeout(() => {
      for (const { process } of workers.keys()) {
        log.error({ worker: process.pid }, 'a worker does not stop, and is killed');
        process.kill('SIGKILL');
      }
    }, STOPPING_TIME);
    await Promise.all(workers.values());
    clearTimeout(killing);
  }

  // The others would fail for the same reason, and say it as often.
  const first = await begin();
  if (!first.isReady) throw new StartupError('No worker has started.');
  const others = await Promise.all(Array.from({ length: count - 1 }, begin));
  for (const started of [first, ...others]) void keep(started);
  return { serving: () => [...serving], stop };
}

/** Tells the process that started this one that people are let in, and from then on that this one lives. */
export function reportReady(): void {
  process.send?.(READY);
  // Where that one has just gone, this one ends too: there is nobody to tell.
  setInterval(() => process.send?.(ALIVE, undefined, undefined, () => {}), BEAT).unref();
}
