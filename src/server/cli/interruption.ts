/** What has been begun is left in less; what hangs must not keep the terminal (ms). */
const PATIENCE = 10_000;

/** Aborts where the process is told to end or its terminal goes away, so that nothing half-made stays behind. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  const interrupt = () => {
    // A terminal and npm may both send it; the first one counts.
    if (controller.signal.aborted) return;
    setTimeout(() => process.exit(1), PATIENCE).unref();
    controller.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, interrupt);
  // Of a terminal that goes away, a progress bar may hear first: https://man7.org/linux/man-pages/man2/write.2.html
  process.stderr.on('error', interrupt);
  return controller.signal;
}
