import { printError } from './logging/describe-error.ts';

/**
 * A startup failure that the user can fix. The message says what is wrong and what to do, without a stack trace; callers
 * print only the message.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** The output for a failed start: the message of a `StartupError`, or all details of any other error. */
export function startupErrorMessage(error: unknown): string {
  return error instanceof StartupError ? error.message : printError(error);
}

/**
 * A service that the board depends on, such as its storage, is unavailable. Responses carry the status and the public
 * message; the message itself is for the log.
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
 * Explains why a server could not listen. Undefined if no setting is the reason.
 * @param settings the names of the settings that hold the address
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
