import { printError } from './logging/describe-error.ts';

/**
 * A start that failed for a reason the user can act on. The message is one line that says what is
 * wrong and what to do; callers print that line and nothing else.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** What a user is told of a start that failed: one line where it can be mended, else all there is. */
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
  /** Written for clients. */
  readonly publicMessage: string;

  constructor(publicMessage: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.publicMessage = publicMessage;
  }
}
