import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { openBoardDatabase, prepareDatabase, serveBoard, startBoard } from './board.ts';
import { loadDictionaryFile } from './content/dictionary/dictionary-file.ts';
import type { OpenDatabase } from './db/client.ts';
import { distFolder, loadWebBundle } from './http/pages/web-bundle.ts';
import { listen } from './http/server/listen.ts';
import { type ImporterProcess, superviseImporter } from './importer-process.ts';
import { readSite } from './modules/settings/queries.ts';
import { type Config, readConfig } from './platform/config/config.ts';
import { type StartupError, startupErrorMessage } from './platform/errors.ts';
import { openLog } from './platform/logging/log-output.ts';
import { withMetricsServer } from './platform/metrics/metrics-server.ts';
import { createRegistry } from './platform/metrics/registry.ts';
import { collectWorkerMetrics, reportMetrics } from './platform/metrics/worker-metrics.ts';
import { VERSION } from './platform/version.ts';
import { reportReady, startWorkers, type Workers } from './workers.ts';

/**
 * The maximum time of a shutdown (ms). After it, the process ends in any case, so that a shutdown that hangs does not
 * keep the machine from going down.
 */
const SHUTDOWN_TIMEOUT = 10_000;

/**
 * When a shutdown stops the embedded database without waiting for its other steps (ms). The database would otherwise
 * continue to run without the board.
 */
const DATABASE_STOP_AFTER = 8_500;

type RunningProcess = {
  log: FastifyBaseLogger;
  /** Completes the requests in progress and then closes the database. */
  stop(): Promise<void>;
};

/** The exit code; undefined until the process is asked to stop. */
let exitCode: 0 | 1 | undefined;

/** Stops the embedded database; undefined unless this process runs it. */
let stopEmbedded: (() => Promise<void>) | undefined;

/** Whether this process is a worker that has not accepted connections yet, so that it has nothing to complete. */
let isIdleWorker = cluster.isWorker;

const events = {
  onDatabaseLost: (error: StartupError) => void stop(error.message, 1),
  onEmbedded(stop: () => Promise<void>) {
    stopEmbedded = stop;
  },
};

async function start(): Promise<RunningProcess> {
  const config = readConfig(process.env);
  loadDictionaryFile(config.dictionaryFile);
  if (cluster.isWorker) return startWorker(config);
  return config.workers > 1 ? startPrimary(config) : startSingle(config);
}

/** Starts the board in a single process. */
async function startSingle(config: Config): Promise<RunningProcess> {
  const log = await openLog(config);
  const registry = config.metrics && createRegistry();
  const read = async () => registry?.metrics() ?? '';
  return withMetricsServer({ config, log, read }, async () => {
    const bundle = await loadWebBundle(distFolder());
    const board = await startBoard(config, log, bundle, { ...events, registry });
    await listen(
      board,
      config,
      `${board.name} is ready at ${config.publicUrl} (version ${VERSION})`,
    );
    const importer = startImporter(config, board.database, log);
    return {
      log,
      async stop() {
        await importer?.stop();
        await board.stop();
      },
    };
  });
}

/**
 * Starts the primary process of several. It runs the embedded database, and supervises the workers, which serve the
 * board.
 */
async function startPrimary(config: Config): Promise<RunningProcess> {
  const { workers: count, publicUrl, databaseUrl } = config;
  const log = await openLog(config);
  let workers: Workers | undefined;
  const read = collectWorkerMetrics(() => workers?.serving() ?? []);
  return withMetricsServer({ config, log, read }, async () => {
    // The primary does not read from a replica, because it serves no requests.
    const own = { ...config, databaseReadUrl: undefined };
    const database = await prepareDatabase(own, log, events);
    try {
      const { connectionString = '' } = database;
      const started = await startWorkers({
        count,
        program: fileURLToPath(import.meta.url),
        // Do not pass the URL of an external database to the workers in their environment: the operator may have put it
        // into a file to keep it out of the environment.
        settings: databaseUrl ? {} : { DATABASE_URL: connectionString },
        log,
      });
      workers = started;
      const importer = startImporter(config, database, log);
      const { name } = await readSite(database.db, config);
      log.info(
        `${name} is ready at ${publicUrl} (version ${VERSION}), served by ${count} processes`,
      );
      return {
        log,
        async stop() {
          await Promise.all([importer?.stop(), started.stop()]);
          await database.close();
        },
      };
    } catch (error) {
      await database.close();
      throw error;
    }
  });
}

/**
 * If this server reads sources, starts the supervision of the process that reads them. That process finds the URL of an
 * external database in its environment or in a file.
 */
function startImporter(
  { databaseUrl, readSources }: Config,
  { db, connectionString = '' }: Pick<OpenDatabase, 'db' | 'connectionString'>,
  log: FastifyBaseLogger,
): ImporterProcess | undefined {
  if (!readSources) return undefined;
  const settings = databaseUrl ? {} : { DATABASE_URL: connectionString };
  return superviseImporter({ db, folder: distFolder(), settings, log });
}

async function startWorker(config: Config): Promise<RunningProcess> {
  const log = await openLog(config);
  const registry = config.metrics && createRegistry();
  const database = await openBoardDatabase(config, log, { registry, pendingMigrations: 'ignore' });
  const bundle = await loadWebBundle(distFolder());
  const board = await serveBoard(config, log, bundle, database, { registry });
  isIdleWorker = false;
  await listen(board, config, 'Worker ready');
  if (registry) reportMetrics(registry);
  reportReady();
  return { log, stop: board.stop };
}

/**
 * Stops the process. If the process is still starting, waits for the end of the start, so that everything that it has
 * opened is closed. The primary waits in turn for its workers, so workers end their start at once.
 */
async function stop(reason: string, code: 0 | 1): Promise<void> {
  if (exitCode !== undefined) return;
  exitCode = code;
  if (isIdleWorker) process.exit(code);
  // Limit the time of the steps below, even if one of them hangs.
  setTimeout(() => void stopEmbedded?.().catch(fail), DATABASE_STOP_AFTER).unref();
  setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT).unref();
  // A failed start is reported where it is awaited. It leaves nothing to stop.
  const running = await started.catch(() => undefined);
  try {
    running?.log.info(`Stopping: ${reason}`);
    await running?.stop();
  } catch (error) {
    fail(error);
  }
  process.exit(code);
}

function fail(error: unknown): never {
  process.stderr.write(`${startupErrorMessage(error)}\n`);
  process.exit(1);
}

const started = start();
started.catch((error: unknown) => {
  // Ctrl+C also ends programs that were launched during the start, such as PostgreSQL, so the start fails. This process
  // may notice the failure before it receives its own signal. Wait for one turn of the event loop, in which the handler
  // of the signal can set the exit code.
  setImmediate(() => exitCode === 0 || fail(error));
});
// Handle uncaught errors. By default, Node would print an error with all its properties, such as the parameters of a
// query.
process.on('uncaughtException', fail);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // The terminal and npm may both send the signal. Only the first one counts.
  process.on(signal, () => void stop(signal, 0));
}
