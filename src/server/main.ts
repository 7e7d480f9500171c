import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './db/client.ts';
import { fillEmptyBoard } from './db/demo-data/fill-empty-board.ts';
import { distFolder, loadWebBundle } from './http/web-bundle.ts';
import { createLogger } from './logger.ts';
import { StartupError } from './startup-error.ts';

/** A shutdown that hangs must not keep a machine from going down (ms). */
const SHUTDOWN_TIMEOUT = 10_000;

/** What a shutdown undoes, the latest first. */
const undo: (() => Promise<void>)[] = [];

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const logger = createLogger(config);
  const web = await loadWebBundle(distFolder());
  const database = await openDatabase(config, {
    purpose: 'server',
    log: (message) => logger.info(message),
    onConnectionLost: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  });
  undo.push(database.close);
  const app = await buildApp({ config, logger, db: database.db, web });
  undo.push(() => app.close());
  if (config.demoData) await fillEmptyBoard(database.db);
  const { port, host } = config;
  await app
    .listen({
      port,
      host,
      listenTextResolver: () => `${config.siteName} is at ${config.publicUrl}`,
    })
    .catch((error: unknown) => {
      const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      throw taken ? new StartupError(`Port ${port} is taken; set PORT to another.`) : error;
    });
}

async function stop(exitCode: number): Promise<never> {
  setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT).unref();
  try {
    for (const step of undo.splice(0).reverse()) await step();
  } catch (error) {
    complain(error);
    process.exit(1);
  }
  process.exit(exitCode);
}

function complain(error: unknown): void {
  const text = error instanceof StartupError ? error.message : (error as Error).stack;
  process.stderr.write(`${text}\n`);
}

const started = start();
started.catch((error: unknown) => {
  complain(error);
  return stop(1);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // A start that is under way comes to its end first, so that there is something whole to undo.
  process.once(signal, () => {
    started.then(
      () => stop(0),
      () => {},
    );
  });
}
