import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './db/client.ts';
import { fillEmptyBoard } from './db/demo-data/fill-empty-board.ts';
import { distFolder, loadWebBundle } from './http/web-bundle.ts';
import { createLogger } from './logger.ts';
import { StartupError } from './startup-error.ts';

/** A shutdown that hangs must not keep a machine from going down. */
const SHUTDOWN_TIMEOUT = 10_000;

async function start() {
  const config = readConfig(process.env);
  const logger = createLogger(config);
  const web = await loadWebBundle(distFolder());
  const database = await openDatabase(config, {
    purpose: 'server',
    log: (message) => logger.info(message),
    onConnectionLost: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  });
  const app = await buildApp({ config, logger, db: database.db, web });
  const stop = async () => {
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT).unref();
    await app.close();
    await database.close();
  };
  try {
    if (config.demoData) await fillEmptyBoard(database.db);
    await app.listen({
      port: config.port,
      host: config.host,
      listenTextResolver: () => `${config.siteName} is at ${config.publicUrl}`,
    });
  } catch (error) {
    await stop();
    throw portTaken(error, config.port);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          logger.fatal({ err: error }, 'the shutdown failed');
          process.exit(1);
        },
      );
    });
  }
}

function portTaken(error: unknown, port: number): unknown {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  return taken ? new StartupError(`Port ${port} is taken; set PORT to another.`) : error;
}

start().catch((error: unknown) => {
  const message = error instanceof StartupError ? error.message : String((error as Error).stack);
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
