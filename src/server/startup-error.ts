/**
 * A start that failed for a reason the user can act on. The message is one line that says what is
 * wrong and what to do; callers print that line and nothing else.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
