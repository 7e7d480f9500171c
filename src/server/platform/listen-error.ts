import { StartupError } from './errors.ts';

type Address = { port: number; host: string };

/**
 * Explains why a server could not listen. Undefined if no setting is the reason.
 * @param settings the names of the settings that hold the address
 */
export function listenError(
  error: unknown,
  { port, host }: Address,
  settings: { port: string; host: string },
): StartupError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new StartupError(
      `Port ${port} is already in use; choose another with ${settings.port}.`,
    );
  }
  if (code === 'EACCES') {
    return new StartupError(
      `No permission to bind port ${port}; choose another with ${settings.port}.`,
    );
  }
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    return new StartupError(`${settings.host} is not an address of this machine: ${host}`);
  }
  return undefined;
}
