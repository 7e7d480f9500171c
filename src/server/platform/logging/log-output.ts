import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { createLogger, PRETTY } from './logger.ts';

/** Of what cannot be written at once, so much is kept (bytes): some thousand lines. */
const MOST_KEPT = 1024 * 1024;
/**
 * At a time (bytes), so that the lines of several processes that share a pipe stay whole.
 * https://man7.org/linux/man-pages/man7/pipe.7.html: PIPE_BUF
 */
const MOST_AT_ONCE = 4096;
/** Whoever reads nothing keeps this process from ending for no longer (ms). */
const PATIENCE = 1_000;

type Output = DestinationStream & {
  /** Hears how many lines are missing, once there can be lines again. */
  onLoss(listener: (lines: number) => void): void;
};

/** The log of this process, on its standard output: JSON lines for machines; in a terminal, lines for a person. */
export async function openLog(config: Pick<Config, 'logLevel'>): Promise<Logger> {
  const output = openOutput();
  const log = createLogger(config, process.stdout.isTTY ? await inTerminal(output) : output);
  output.onLoss((lines) =>
    log.warn({ lines }, 'lines of the log could not be written, and are lost'),
  );
  return log;
}

/** In this process: pino would do it in a thread, which ends with its terminal and takes this process along. */
async function inTerminal(output: DestinationStream): Promise<DestinationStream> {
  const { prettyFactory } = await import('pino-pretty');
  const format = prettyFactory(PRETTY);
  return { write: (line) => output.write(format(line)) };
}

/**
 * Standard output, whatever becomes of it: a disk that is full, a terminal that has gone, a reader that stops reading.
 * What cannot be written is tried again with the next line, up to a megabyte; further lines are lost, and counted.
 */
function openOutput(): Output {
  let givesUpAt = Number.POSITIVE_INFINITY;
  const output = pino.destination({
    dest: 1,
    sync: false,
    maxLength: MOST_KEPT,
    maxWrite: MOST_AT_ONCE,
    retryEAGAIN: () => performance.now() < givesUpAt,
  });
  let isBroken = false;
  let lost = 0;
  let tellLoss: (lines: number) => void = () => {};
  output.on('error', () => {
    // There is nobody to tell.
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
    tellLoss(lines);
  });
  // Called at the end of the process, where pino's own tries for ever what cannot be written.
  const flushSync = output.flushSync.bind(output);
  output.flushSync = () => {
    if (isBroken) return;
    givesUpAt = performance.now() + PATIENCE;
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
      tellLoss = listener;
    },
  };
}
