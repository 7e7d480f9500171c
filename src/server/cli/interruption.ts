/**
 * How long the cleanup of a command may take (ms). After that, a command that hangs must no longer block the terminal.
 */
const CLEANUP_TIMEOUT_MS = 10_000;

/**
 * Returns a signal that aborts when the process receives SIGINT, SIGTERM or SIGHUP, or when its terminal closes, so
 * that the command can clean up. Ends the process with exit code 1 if it is still running ten seconds later.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  const interrupt = () => {
    // The terminal and npm may both send the signal. Only the first one counts.
    if (controller.signal.aborted) return;
    setTimeout(() => process.exit(1), CLEANUP_TIMEOUT_MS).unref();
    controller.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, interrupt);
  // When the terminal closes, the progress bar may fail to write before the signal arrives:
  // https://man7.org/linux/man-pages/man2/write.2.html
  process.stderr.on('error', interrupt);
  return controller.signal;
}
