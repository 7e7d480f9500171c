import { type Config, readConfig } from './config.ts';
import { listenOnOtherAddresses } from './http/listening.ts';
import { distFolder, loadWebBundle } from './http/web-bundle.ts';
import { createLogger } from './logger.ts';
import { type Board, startBoard } from './start-board.ts';
import { complaint, StartupError } from './startup-error.ts';

/** A shutdown that hangs must not keep a machine from going down (ms). */
const SHUTDOWN_TIMEOUT = 10_000;

let stopping = false;

async function start(): Promise<Board> {
  const config = readConfig(process.env);
  const board = await startBoard(
    config,
    createLogger(config),
    await loadWebBundle(distFolder()),
    (error) => void stop(error.message, 1),
  );
  const { port, host } = config;
  const listenTextResolver = () => `${config.siteName} is at ${config.publicUrl}`;
  try {
    await board.app.listen({ port, host, listenTextResolver });
    await listenOnOtherAddresses(board.app, host);
  } catch (error) {
    await board.stop();
    throw whyNotListening(error, config) ?? error;
  }
  return board;
}

/** In words, where a setting is why. */
function whyNotListening(error: unknown, { port, host }: Config): StartupError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return new StartupError(`Port ${port} is taken; set PORT to another.`);
  if (code === 'EACCES')
    return new StartupError(`Port ${port} is not for this user; set PORT to another.`);
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    return new StartupError(`HOST names no address of this machine: ${host}`);
  }
  return undefined;
}

/** A start that is under way comes to its end first, so that there is something whole to stop. */
async function stop(reason: string, exitCode: 0 | 1): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT).unref();
  try {
    const board = await started;
    board.app.log.info(`Stopping: ${reason}`);
    await board.stop();
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
started.catch(fail);
// Node itself would print the error with all that hangs on it, such as a query's parameters.
process.on('uncaughtException', fail);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // A terminal and npm may both send it; the first one counts.
  process.on(signal, () => void stop(signal, 0));
}
