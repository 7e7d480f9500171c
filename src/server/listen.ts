import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { listenOnOtherAddresses } from './http/listening.ts';
import type { Board } from './start-board.ts';
import { StartupError } from './startup-error.ts';

/** What runs, until it is stopped. */
export type Running = {
  log: FastifyBaseLogger;
  /** Answers what is being answered, then leaves the database. May be called again. */
  stop(): Promise<void>;
};

/**
 * Lets people in to the board; where that cannot be, stops it.
 * @throws StartupError where a setting is why.
 */
export async function listen(board: Board, config: Config, listening: string): Promise<Running> {
  const { port, host } = config;
  try {
    await board.app.listen({ port, host, listenTextResolver: () => listening });
    await listenOnOtherAddresses(board.app, host);
  } catch (error) {
    await board.stop();
    throw whyNotListening(error, config, { port: 'PORT', host: 'HOST' }) ?? error;
  }
  return { log: board.app.log, stop: board.stop };
}

/** In words, where a setting is why. */
export function whyNotListening(
  error: unknown,
  { port, host }: { port: number; host: string },
  settings: { port: string; host: string },
): StartupError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new StartupError(`Port ${port} is taken; set ${settings.port} to another.`);
  }
  if (code === 'EACCES') {
    return new StartupError(`Port ${port} is not for this user; set ${settings.port} to another.`);
  }
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    return new StartupError(`${settings.host} names no address of this machine: ${host}`);
  }
  return undefined;
}
