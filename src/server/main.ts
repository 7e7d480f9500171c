import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from './config.ts';
import { distFolder, loadWebBundle } from './http/web-bundle.ts';
import { listen, type Running } from './listen.ts';
import { openLog } from './log-output.ts';
import { createMetrics } from './metrics/board-metrics.ts';
import { runBesideScrapes } from './metrics/listen-for-scrapes.ts';
import { collectFigures, tellFigures } from './metrics/worker-figures.ts';
import { openBoardDatabase, prepareBoard, serveBoard, startBoard } from './start-board.ts';
import { complaint, type StartupError } from './startup-error.ts';
import { startWorkers, tellReady, type Workers } from './workers.ts';

/** A shutdown that hangs must not keep a machine from going down (ms). */
const SHUTDOWN_TIMEOUT = 10_000;

/** How this process is to end, once it is asked to. */
let ending: 0 | 1 | undefined;

const onDatabaseLost = (error: StartupError) => void stop(error.message, 1);

async function start(): Promise<Running> {
  const config = readConfig(process.env);
  if (cluster.isWorker) return startWorker(config);
  if (config.workers > 1) return startProcesses(config);
  const log = await openLog(config);
  const metrics = config.metrics && createMetrics();
  const read = async () => metrics?.registry.metrics() ?? '';
  return runBesideScrapes({ config, log, read }, async () => {
    const bundle = await loadWebBundle(distFolder());
    const board = await startBoard(config, log, bundle, { onDatabaseLost, metrics });
    return listen(board, config, `${config.siteName} is at ${config.publicUrl}`);
  });
}

/** This process runs the embedded database and the others; those serve the board. */
async function startProcesses(config: Config): Promise<Running> {
  const { workers: count, siteName, publicUrl, databaseUrl } = config;
  const log = await openLog(config);
  let workers: Workers | undefined;
  const read = collectFigures(() => workers?.serving() ?? []);
  return runBesideScrapes({ config, log, read }, async () => {
    // It serves nobody, and reads from no replica.
    const own = { ...config, databaseReadUrl: undefined };
    const database = await prepareBoard(own, log, { onDatabaseLost });
    try {
      const { connectionString = '' } = database;
      const started = await startWorkers({
        count,
        program: fileURLToPath(import.meta.url),
        // One of the operator's may be in a file, so as not to be in the environment.
        settings: databaseUrl ? {} : { DATABASE_URL: connectionString },
        log,
      });
      workers = started;
      log.info(`${siteName} is at ${publicUrl}, served by ${count} processes`);
      return {
        log,
        async stop() {
          await started.stop();
          await database.close();
        },
      };
    } catch (error) {
      await database.close();
      throw error;
    }
  });
}

async function startWorker(config: Config): Promise<Running> {
  const log = await openLog(config);
  const metrics = config.metrics && createMetrics();
  const database = await openBoardDatabase(config, log, { metrics });
  const bundle = await loadWebBundle(distFolder());
  const board = await serveBoard(config, log, bundle, database, { metrics });
  const running = await listen(board, config, 'A worker lets people in');
  if (metrics) tellFigures(metrics.registry);
  tellReady();
  return running;
}

/** A start that is under way comes to its end first, so that there is something whole to stop. */
async function stop(reason: string, exitCode: 0 | 1): Promise<void> {
  if (ending !== undefined) return;
  ending = exitCode;
  setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT).unref();
  const running = await started.catch(() => undefined);
  try {
    running?.log.info(`Stopping: ${reason}`);
    await running?.stop();
  } catch (error) {
    fail(error);
  }
  process.exit(exitCode);
}

function fail(error: unknown): never {
  process.stderr.write(`${complaint(error)}\n`);
  process.exit(1);
}

const started = start();
started.catch((error: unknown) => {
  // A terminal ends the programs too that a start has begun, and with them the start: that is no failure of it.
  // It may be heard of before the signal that has come with it.
  setImmediate(() => ending === 0 || fail(error));
});
// Node itself would print the error with all that hangs on it, such as a query's parameters.
process.on('uncaughtException', fail);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // A terminal and npm may both send it; the first one counts.
  process.on(signal, () => void stop(signal, 0));
}
