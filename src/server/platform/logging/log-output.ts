import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { createLogger, PRETTY } from './logger.ts';

/** The maximum size of the buffer for lines that cannot be written yet (bytes). It has room for some thousand lines. */
const MAX_BUFFER = 1024 * 1024;
/**
 * The maximum size of one write (bytes). Writes of up to PIPE_BUF bytes are atomic, so that processes that share a pipe
 * do not split each other's lines. https://man7.org/linux/man-pages/man7/pipe.7.html
 */
const MAX_WRITE = 4096;
/** How long the process writes its last lines at most when it ends (ms), because the reader may have stalled. */
const FLUSH_TIMEOUT = 1_000;

type Output = DestinationStream & {
  /** Calls the listener with the number of lost lines as soon as lines can be written again. */
  onLoss(listener: (lines: number) => void): void;
};

/** Opens this process's log on standard output: JSON lines, or formatted lines in a terminal. */
export async function openLog(config: Pick<Config, 'logLevel'>): Promise<Logger> {
  const output = openOutput();
  const log = createLogger(config, process.stdout.isTTY ? await prettyPrint(output) : output);
  output.onLoss((lines) => log.warn({ lines }, 'Log output blocked; lines lost'));
  return log;
}

/**
 * Formats lines in this process. The thread in which pino itself formats lines would end when the terminal closes, and
 * then crash this process.
 */
async function prettyPrint(output: DestinationStream): Promise<DestinationStream> {
  const { prettyFactory } = await import('pino-pretty');
  const format = prettyFactory(PRETTY);
  return { write: (line) => output.write(format(line)) };
}

/**
 * Opens standard output so that a full disk, a closed terminal or a stalled reader neither blocks nor ends the process.
 * Lines that cannot be written are buffered up to a megabyte and retried with the next line. When the buffer is full,
 * lines are dropped and counted.
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
    // Do not log this error, because the log itself cannot be written.
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
  // pino calls `flushSync` when the process ends. The original function would try again forever, so limit its time.
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
