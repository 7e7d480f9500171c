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
