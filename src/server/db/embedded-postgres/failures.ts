import { errorCode, StartupError } from '#server/platform/errors.ts';

/** The first line of an error's message. */
export function errorLine(error: unknown): string {
  const text = error instanceof Error ? error.message || (errorCode(error) ?? error.name) : error;
  return String(text).split('\n')[0] ?? '';
}

const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT', '53100'];
const DISK_FULL_TEXT = /No space left on device|Disk quota exceeded/;

/** Whether an error, or a program's output, reports a full disk. */
export function isDiskFull(problem: unknown): boolean {
  if (DISK_FULL_CODES.includes(errorCode(problem) ?? '')) return true;
  return DISK_FULL_TEXT.test(problem instanceof Error ? problem.message : String(problem));
}

/** The error for a disk that is full. */
export function diskFull(folder: string): StartupError {
  return new StartupError(
    `The disk that contains ${folder} is full; free some space, or set DATA_DIR to a folder on another disk.`,
  );
}

/** Converts an error that the user can fix to a StartupError with a single line. Returns any other error unchanged. */
export function explainFailure(error: unknown, folder: string): unknown {
  if (error instanceof StartupError) return error;
  if (isDiskFull(error)) return diskFull(folder);
  // The error of a program that cannot be run also names a path, but the cause is not the folder.
  const isAboutFile =
    error instanceof Error && 'path' in error && !error.message.startsWith('spawn ');
  if (isAboutFile) {
    return new StartupError(
      `The folder ${folder} is not usable (${errorLine(error)}); give this user access to it, or set DATA_DIR to another folder.`,
    );
  }
  return error;
}

/**
 * Returns the line of PostgreSQL's output that explains a failure: the last fatal error, otherwise the last error,
 * otherwise the last line. The line's time and process id are removed.
 */
export function lastMeaningfulLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const line =
    lines.findLast((candidate) => /\b(FATAL|PANIC): /.test(candidate)) ??
    lines.findLast((candidate) => /\berror: /i.test(candidate)) ??
    lines.at(-1) ??
    '';
  return line.replace(/^.*?\b(FATAL|PANIC|ERROR|LOG|HINT|DETAIL|error):\s+/, '').trim();
}
