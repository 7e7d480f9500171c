import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/platform/config/config.ts';
import { listenError } from '#server/platform/errors.ts';
import { listenOnOtherAddresses } from './graceful-shutdown.ts';

type Stoppable = { app: FastifyInstance; stop(): Promise<void> };

/**
 * Listens on the configured address, or stops the board if that fails.
 * @throws StartupError if a setting causes the failure
 */
export async function listen(
  board: Stoppable,
  { port, host }: Pick<Config, 'port' | 'host'>,
  message: string,
): Promise<void> {
  try {
    await board.app.listen({ port, host, listenTextResolver: () => message });
    await listenOnOtherAddresses(board.app, host);
  } catch (error) {
    await board.stop();
    throw listenError(error, { port, host }, { port: 'PORT', host: 'HOST' }) ?? error;
  }
}
