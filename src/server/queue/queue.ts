import { setTimeout as pause } from 'node:timers/promises';
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Runner } from 'graphile-worker';
import type pg from 'pg';
import type { Database } from '#server/db/client.ts';

/**
 * A job in the queue. Its only data is the id of a row, such as a mail. The row says what to do, and the job says when.
 */
export type Job = {
  /** The name of the task that runs the job. */
  task: string;
  /** The id of the row. A row has at most one pending job: a further job replaces the pending one. */
  id: string;
  /** When the job is due; at once by default. */
  dueAt?: Date | undefined;
};

/**
 * Adds a job in the caller's transaction. A process runs the job after the commit.
 * https://worker.graphile.org/docs/sql-add-job
 */
export async function addJob(tx: Database, { task, id, dueAt }: Job): Promise<void> {
  await tx.execute(sql`select graphile_worker.add_job(
    ${task}, json_build_object('id', ${id}::text), run_at => ${dueAt?.toISOString() ?? null}::timestamptz,
    job_key => ${`${task}:${id}`}::text
  )`);
}

/**
 * A task: the function that runs a job. If it throws, the job is repeated with exponential back-off. `signal` is
 * aborted when the process stops.
 */
export type JobTask = (id: string, signal: AbortSignal) => Promise<void>;

export type Queue = {
  /** Stops taking jobs, and resolves once no job is running. */
  stop(): Promise<void>;
};

type Options = {
  /** The pool of database connections for jobs. One of them listens for new jobs. */
  pool: pg.Pool;
  tasks: Record<string, JobTask>;
  logger: FastifyBaseLogger;
};

/** The number of jobs that a process runs at the same time. */
const CONCURRENCY = 4;

/**
 * How often the queue looks for jobs that have become due (ms). This is the maximum delay of a job with a `dueAt`.
 * PostgreSQL notifies the processes of all other jobs at once.
 */
const POLL_INTERVAL = 30_000;

/** The delay before the queue starts again, if the library has stopped it because of an error (ms). */
const RESTART_DELAY = 1_000;

/** How long jobs have time to end when the queue stops (ms). It is shorter than the time in which a server shuts down. */
const STOP_TIME = 8_000;

/**
 * Runs the jobs of the queue in this process. Several processes may share a database: each job is locked by the process
 * that runs it. https://worker.graphile.org
 */
export async function startQueue({ pool, tasks, logger }: Options): Promise<Queue> {
  // Load the library only in processes that run jobs.
  const { Logger, run } = await import('graphile-worker');
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve());
  });
  const start = () =>
    run({
      pgPool: pool,
      concurrency: CONCURRENCY,
      pollInterval: POLL_INTERVAL,
      noHandleSignals: true,
      // If the library cannot store that a job has ended, because the database is restarting, it stops the queue. Without
      // these delays, nobody would handle the error, and it would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: new Logger(() => (level, message, meta) => {
        // Log no reason here, because the failed task has already logged it.
        if (level === 'error' || level === 'warning') {
          logger.warn({ err: meta?.error }, `Job queue: ${message}`);
        } else logger.debug(`Job queue: ${message}`);
      }),
      taskList: Object.fromEntries(
        Object.entries(tasks).map(([name, task]) => [
          name,
          async (payload: unknown) => {
            try {
              await task(idIn(payload), stopping.signal);
            } catch (error) {
              logger.warn({ err: error, task: name }, 'Job failed; retrying');
              // Throw an error without values, because the library stores its message.
              throw new Error(`The task ${name} failed`);
            }
          },
        ]),
      ),
    });

  /** Runs jobs until this process stops the queue, or the library stops it because of an error. */
  async function runJobs(runner: Runner): Promise<void> {
    let isStopping = false;
    runner.events.once('stop', () => {
      isStopping = true;
    });
    await Promise.race([runner.promise, stopped]);
    // After a lost connection, the library may wait for a job for ever.
    const ended = isStopping ? runner.promise : runner.stop().then(() => runner.promise);
    await Promise.race([ended, pause(STOP_TIME, undefined, { ref: false })]);
  }

  async function runUntilStopped(first: Runner): Promise<void> {
    for (let runner: Runner | undefined = first; ; runner = undefined) {
      try {
        await runJobs(runner ?? (await start()));
        if (stopping.signal.aborted) return;
        logger.warn('Job queue stopped; restarting in a second');
      } catch (error) {
        if (stopping.signal.aborted) throw error;
        logger.warn({ err: error }, 'Job queue stopped; restarting in a second');
      }
      await Promise.race([pause(RESTART_DELAY, undefined, { ref: false }), stopped]);
    }
  }

  const running = runUntilStopped(await start());
  // An error while the process stops must not be reported before `stop` waits for it.
  running.catch(() => {});
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}

function idIn(payload: unknown): string {
  if (typeof payload === 'object' && payload !== null && 'id' in payload) return String(payload.id);
  throw new Error('a job without an id');
}

/**
 * How long a job may run. If a job is locked for longer, its process must have ended, so the job no longer counts as
 * pending. The library itself would run it again only after four hours.
 */
const ABANDONED_AFTER = '10 minutes';

/** The condition that no job of this task is pending for the row with this id. */
export function withoutJob(task: string, id: AnyColumn): SQL {
  return sql`not exists (
    select from graphile_worker.jobs where key = ${`${task}:`}::text || ${id}::text
      and (locked_at is null or locked_at > now() - ${ABANDONED_AFTER}::interval)
  )`;
}
