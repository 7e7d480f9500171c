import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/db/client.ts';
import { previewSource } from '../previews/preview-source.ts';
import { claimDueSource, claimPreview } from './lease.ts';
import { type RunOptions, runSource } from './run-source.ts';

/**
 * How many sources and previews a process reads at the same time. A run spends most of its time waiting for its host.
 */
const CONCURRENCY = 6;

/** How often a process looks for work (ms). */
const POLL_INTERVAL = 1_000;

export type ImporterOptions = Omit<RunOptions, 'signal'> & {
  db: Database;
  signal: AbortSignal;
  /** The time without work after which the process ends (ms). By default, it ends only when the signal aborts. */
  idle?: number | undefined;
  pollInterval?: number | undefined;
};

/**
 * Reads previews and due sources until the signal aborts. Several processes may do so at the same time: each source is
 * leased by one of them. Previews come first, because people wait for them.
 */
export async function runImporter({
  idle = Number.POSITIVE_INFINITY,
  pollInterval = POLL_INTERVAL,
  ...options
}: ImporterOptions): Promise<void> {
  const { db, logger, signal, clock = () => new Date() } = options;
  const running = new Set<Promise<void>>();
  let lastWork = performance.now();

  function start(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => {
        if (!signal.aborted) logger.error({ err: error }, 'Source not read; retrying in a minute');
      })
      .finally(() => {
        running.delete(tracked);
        lastWork = performance.now();
      });
    running.add(tracked);
  }

  async function startNext(): Promise<boolean> {
    const preview = await claimPreview(db, clock());
    if (preview) {
      start(previewSource(preview, options));
      return true;
    }
    const source = await claimDueSource(db, clock());
    if (!source) return false;
    start(runSource(source, options));
    return true;
  }

  const aborted = once(signal, 'abort').catch(() => {});
  while (!signal.aborted && (running.size > 0 || performance.now() - lastWork < idle)) {
    try {
      while (running.size < CONCURRENCY && !signal.aborted && (await startNext())) {
        // Start further runs until as many are running as may run at the same time.
      }
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error }, 'Sources not found; retrying in seconds');
    }
    const ended = [...running];
    await Promise.race([pause(pollInterval), aborted, ...ended]);
  }
  await Promise.all(running);
}
