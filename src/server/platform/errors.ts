import { printError } from './logging/describe-error.ts';

/**
 * Thrown if the board or a command cannot start for a reason that the user can correct. Its message says what is wrong
 * and what to do. Callers print only the message, without a stack trace.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** Returns the text to print for a failed start: the message of a `StartupError`, or all details of any other error. */
export function startupErrorMessage(error: unknown): string {
  return error instanceof StartupError ? error.message : printError(error);
}

/**
 * Thrown if a service that the board depends on, such as its storage, is unavailable. Clients get `status` and
 * `publicMessage`; the message of the error itself is only for the log.
 */
export class ServiceUnavailableError extends Error {
  override name = 'ServiceUnavailableError';
  readonly status = 503;
  /** The message for clients. */
  readonly publicMessage: string;

  constructor(publicMessage: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.publicMessage = publicMessage;
  }
}

/** The `code` of a Node.js or PostgreSQL error. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

type Address = { port: number; host: string };

/**
 * Explains why a server could not listen. Returns undefined if a change of the settings would not help.
 * @param settings the names of the settings for the port and the host
 */
export function listenError(
  error: unknown,
  { port, host }: Address,
  settings: { port: string; host: string },
): StartupError | undefined {
  const code = errorCode(error);
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
