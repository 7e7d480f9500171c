import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './db/client.ts';
import { hasWork } from './modules/sources/runs/lease.ts';

/** How often the server looks for due sources and waiting previews (ms). */
const POLL_INTERVAL = 2_000;

/** How long the process may have no work (s). After that, it ends to free its memory. */
const IDLE_SECONDS = 60;

/**
 * How long the process may take to end its runs when it is stopped (ms). If it takes longer, it is killed, and its
 * sources are read again a minute later.
 */
const STOP_TIMEOUT = 5_000;

/**
 * The minimum time between two starts of the process after a failure (ms), so that a process that fails again and again
 * does not occupy a core.
 */
const RESTART_INTERVAL = 30_000;

/** The connections that the process may open to the database. */
const CONNECTIONS = 6;

/**
 * Options of Node for the process. A small young generation saves 30 MB for a long list, and costs no time, because most of
 * what a list allocates is used until the list is applied. `bench/scenarios/sources.mjs` has the same options.
 */
const EXEC_ARGV = ['--max-semi-space-size=4'];

export type ImporterProcess = { stop(): Promise<void> };

type Options = {
  db: Database;
  /** The folder of the server's bundle. */
  folder: string;
  /** Environment variables of the process, in addition to the server's own. */
  settings: Record<string, string>;
  log: FastifyBaseLogger;
};

/**
 * Reads sources in a separate process, which starts when there is work. Parsing feeds and converting descriptions therefore
 * never delays a response, and the server survives a feed that exhausts the memory.
 */
export function superviseImporter({ db, folder, settings, log }: Options): ImporterProcess {
  let child: ChildProcess | undefined;
  let earliest = 0;
  const stopping = new AbortController();

  function start(): void {
    const started = fork(
      join(folder, 'server/board.js'),
      ['sources', 'work', '--idle', String(IDLE_SECONDS)],
      {
        env: { ...process.env, ...settings, DATABASE_CONNECTIONS: String(CONNECTIONS) },
        execArgv: EXEC_ARGV,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    );
    child = started;
    started.once('exit', (code, signal) => {
      if (child === started) child = undefined;
      if (code !== 0 && !stopping.signal.aborted) {
        earliest = performance.now() + RESTART_INTERVAL;
        log.warn({ code, signal }, 'Process that reads sources ended; starting another');
      }
    });
    started.on('error', (error) => log.error({ err: error }, 'Sources are not read'));
  }

  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (!child && performance.now() >= earliest && (await hasWork(db, new Date()))) start();
      } catch (error) {
        // The database is unavailable. This is logged elsewhere.
        log.debug({ err: error }, 'Due sources not found; retrying in seconds');
      }
      // Stopping the supervision ends the pause early, with an error that is ignored.
      await pause(POLL_INTERVAL, undefined, { signal: stopping.signal, ref: false }).catch(
        () => undefined,
      );
    }
  }

  const supervised = supervise();
  return {
    async stop() {
      stopping.abort();
      await supervised;
      const running = child;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const ended = once(running, 'exit');
      running.kill('SIGTERM');
      const timer = setTimeout(() => running.kill('SIGKILL'), STOP_TIMEOUT);
      await ended;
      clearTimeout(timer);
    },
  };
}
