import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { createLogger, PRETTY } from './logger.ts';

/** Maximum size of the buffer for lines that cannot be written at once (bytes): some thousand lines. */
const MAX_BUFFER = 1024 * 1024;
/**
 * Maximum size of one write (bytes). Up to PIPE_BUF bytes are written atomically, so that processes which share a pipe do
 * not split each other's lines. https://man7.org/linux/man-pages/man7/pipe.7.html
 */
const MAX_WRITE = 4096;
/** Time limit for the last lines when the process ends (ms), in case nobody reads them. */
const FLUSH_TIMEOUT = 1_000;

type Output = DestinationStream & {
  /** Calls the listener with the number of lost lines once lines can be written again. */
  onLoss(listener: (lines: number) => void): void;
};

/** Opens this process's log on standard output: JSON lines, or readable lines in a terminal. */
export async function openLog(config: Pick<Config, 'logLevel'>): Promise<Logger> {
  const output = openOutput();
  const log = createLogger(config, process.stdout.isTTY ? await prettyPrint(output) : output);
  output.onLoss((lines) => log.warn({ lines }, 'Log output blocked; lines lost'));
  return log;
}

/** Formats lines in this process. pino's own thread would end with the terminal and crash this process. */
async function prettyPrint(output: DestinationStream): Promise<DestinationStream> {
  const { prettyFactory } = await import('pino-pretty');
  const format = prettyFactory(PRETTY);
  return { write: (line) => output.write(format(line)) };
}

/**
 * Opens standard output so that a full disk, a closed terminal or a stalled reader does no harm. Failed writes are
 * buffered up to a megabyte and retried with the next line. Further lines are dropped and counted.
 */
function openOutput(): Output {
  let flushDeadline = Number.POSITIVE_INFINITY;
  const output = pino.destination({
    dest: 1,
    sync: false,
    maxLength: MAX_BUFFER,
    maxWrite: MAX_WRITE,
    retryEAGAIN: () => performance.now() < flushDeadline,
  });
  let isBroken = false;
  let lost = 0;
  let reportLoss: (lines: number) => void = () => {};
  output.on('error', () => {
    // The log itself is broken, so the error cannot be logged.
    isBroken = true;
  });
  output.on('drop', () => {
    lost += 1;
  });
  output.on('drain', () => {
    isBroken = false;
    if (lost === 0) return;
    const lines = lost;
    lost = 0;
    reportLoss(lines);
  });
  // pino flushes at the end of the process and would retry forever.
  const flushSync = output.flushSync.bind(output);
  output.flushSync = () => {
    if (isBroken) return;
    flushDeadline = performance.now() + FLUSH_TIMEOUT;
    try {
      flushSync();
    } catch {
      isBroken = true;
    }
  };
  return {
    write(line) {
      output.write(line);
    },
    onLoss(listener) {
      reportLoss = listener;
    },
  };
}
