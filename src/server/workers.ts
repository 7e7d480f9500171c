import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { StartupError } from './startup-error.ts';

/** What a worker tells the process that started it, once it lets people in. */
const READY = 'ready';

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;
/** A worker that ran for less (ms) was no success, and is not followed by another at once. */
const CALM = 60_000;

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
export async function startWorkers({ count, program, settings, log }: Options) {
  cluster.setupPrimary({ exec: program, args: [] });
  const workers = new Set<Worker>();
  const stopping = new AbortController();

  /** Resolves with whether it let people in before it ended. */
  async function begin(): Promise<{ worker: Worker; isReady: boolean }> {
    const worker = cluster.fork(settings);
    workers.add(worker);
    worker.once('exit', () => workers.delete(worker));
    const isReady = await Promise.race([
      once(worker, 'message').then(([message]) => message === READY),
      once(worker, 'exit').then(() => false),
    ]);
    return { worker, isReady };
  }

  /** Waits for the worker to end, and for each that follows it. */
  async function keep(worker: Worker): Promise<void> {
    let delay = 0;
    for (let current = worker; ; ) {
      const begun = Date.now();
      if (!current.isDead()) await once(current, 'exit');
      if (stopping.signal.aborted) return;
      const { exitCode, signalCode } = current.process;
      log.error(
        { worker: current.process.pid, exitCode, signal: signalCode },
        'a worker has ended',
      );
      if (Date.now() - begun > CALM) delay = 0;
      await pause(delay, undefined, stopping).catch(() => {});
      if (stopping.signal.aborted) return;
      delay = Math.min(Math.max(2 * delay, FIRST_PAUSE), LONGEST_PAUSE);
      const next = await begin();
      if (next.isReady)
        log.info({ worker: next.worker.process.pid }, 'another has taken its place');
      current = next.worker;
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    const ended = [...workers].map((worker) => once(worker, 'exit'));
    for (const worker of workers) worker.process.kill('SIGTERM');
    await Promise.all(ended);
  }

  // The others would fail for the same reason, and say it as often.
  const first = await begin();
  if (!first.isReady) throw new StartupError('No worker has started.');
  const others = await Promise.all(Array.from({ length: count - 1 }, begin));
  for (const { worker } of [first, ...others]) void keep(worker);
  return { stop };
}

/** Tells the process that started this one that people are let in. */
export function tellReady(): void {
  process.send?.(READY);
}
