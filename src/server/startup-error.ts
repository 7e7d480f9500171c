import { printError } from './describe-error.ts';

/**
 * A start that failed for a reason the user can act on. The message is one line that says what is
 * wrong and what to do; callers print that line and nothing else.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** What a user is told of a start that failed: one line where it can be mended, else all there is. */
export function complaint(error: unknown): string {
  return error instanceof StartupError ? error.message : printError(error);
}
